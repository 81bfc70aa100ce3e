package prim

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/ir"
)

// SVD defines `prim.svd`: matrices x = u * diag(s) * vh, with the singular values in descending order.
var SVD = define(ir.OpDef{
	Name:     "svd",
	Summary:  "singular value decomposition of matrices",
	Operands: tensors("x"),
	Results:  tensors("u", "s", "vh"),
	Attrs:    []ir.OpAttr{flagAttr("full_matrices")},
	Assembly: `$x ('full_matrices' $full_matrices^)? attr-dict ':' functional-type(operands, results)`,
}, func(c *Call) ([]Tensor, error) {
	x := c.Operands[0]
	if ir.ElementBits(RealOf(x.Elem)) < 32 || DtypeOf(x.Elem)&inexact == 0 {
		return nil, fmt.Errorf("%w: there is no decomposition of %s; use f32 or f64", ErrDtype, ir.Quote(x.Elem))
	}
	if x.Rank() < 2 {
		return nil, fmt.Errorf("expected matrices, but got rank %d", x.Rank())
	}
	batch, m, n := x.Shape[:x.Rank()-2], x.Shape[x.Rank()-2], x.Shape[x.Rank()-1]
	k := ir.Dynamic
	if m != ir.Dynamic && n != ir.Dynamic {
		k = min(m, n)
	}
	ku, kv := k, k
	if c.Flag("full_matrices") {
		ku, kv = m, n
	}
	return []Tensor{
		{Elem: x.Elem, Shape: slices.Concat(batch, []int64{m, ku})},
		{Elem: RealOf(x.Elem), Shape: slices.Concat(batch, []int64{k})},
		{Elem: x.Elem, Shape: slices.Concat(batch, []int64{kv, n})},
	}, nil
})

// Discrete Fourier transforms without a scale factor.
var (
	// FFTR2C defines `prim.fft_r2c`: real numbers are transformed. The result is symmetric, so onesided keeps only one
	// half along the last of dim. There is no scale factor.
	FFTR2C = view("fft_r2c", "Fourier transform of real numbers", func(c *Call, x Tensor) (Tensor, error) {
		dim, err := transformed(c, x, Float)
		if err != nil {
			return x, err
		}
		out := Tensor{Elem: c.Context.ComplexType(x.Elem), Shape: slices.Clone(x.Shape)}
		if n := out.Shape[dim]; c.Int("onesided") != 0 && n != ir.Dynamic {
			out.Shape[dim] = n/2 + 1
		}
		return out, nil
	}, intsAttr("dim"), intAttr("onesided"))
	// FFTC2C defines `prim.fft_c2c`: complex numbers are transformed. If forward is 0, it is the inverse transform.
	// There is no scale factor.
	FFTC2C = view("fft_c2c", "Fourier transform of complex numbers", func(c *Call, x Tensor) (Tensor, error) {
		_, err := transformed(c, x, Complex)
		return Tensor{Elem: x.Elem, Shape: x.Shape}, err
	}, intsAttr("dim"), intAttr("forward"))
	// FFTC2R defines `prim.fft_c2r`: one half of a symmetric spectrum is transformed back to real numbers.
	// last_dim_size is their number along the last of dim. There is no scale factor.
	FFTC2R = view("fft_c2r", "inverse transform to real numbers", func(c *Call, x Tensor) (Tensor, error) {
		dim, err := transformed(c, x, Complex)
		if err != nil {
			return x, err
		}
		n := c.Int("last_dim_size")
		if half := x.Shape[dim]; n < 1 || half != ir.Dynamic && half != n/2+1 {
			return x, fmt.Errorf("a transform to %d real numbers needs %d elements, but dimension %d has %d", n, n/2+1, dim,
				half)
		}
		out := Tensor{Elem: RealOf(x.Elem), Shape: slices.Clone(x.Shape)}
		out.Shape[dim] = n
		return out, nil
	}, intsAttr("dim"), intAttr("last_dim_size"))
)

// transformed returns the last dimension of a transform.
func transformed(c *Call, x Tensor, of Dtype) (int, error) {
	if err := wantDtype(x.Elem, of); err != nil {
		return 0, err
	}
	dims := c.Ints("dim")
	if _, err := c.dims("dim", x.Rank()); err != nil || len(dims) == 0 {
		return 0, fmt.Errorf("dim = %v must name dimensions of a tensor of rank %d", dims, x.Rank())
	}
	return int(dims[len(dims)-1]), nil
}

package tensors

import (
	"fmt"
	"math/cmplx"
	"slices"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/mat"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// transform computes decompositions and Fourier transforms, in 64 bits.
func (u *use) transform() ([]*Tensor, error) {
	if u.op.Is(&prim.SVD) {
		return u.svd()
	}
	out := u.result(0)
	dims := ints(u.call.Ints("dim"))
	x := u.in[0]
	spectrum := &Tensor{elem: x.elem, shape: x.shape, strides: contiguous(x.shape), data: make([]complex128, x.Numel())}
	convertInto(spectrum, x)
	switch u.op.Def() {
	case &prim.FFTR2C:
		for _, d := range dims {
			fft(spectrum, d, true)
		}
		shape := slices.Clone(out.shape) // one half, if only that is wanted
		convertInto(out, spectrum.view(shape, spectrum.strides, 0))
	case &prim.FFTC2C:
		for _, d := range dims {
			fft(spectrum, d, u.call.Int("forward") != 0)
		}
		convertInto(out, spectrum)
	default:
		for _, d := range dims[:len(dims)-1] {
			fft(spectrum, d, false)
		}
		whole := hermitian(spectrum, dims[len(dims)-1], int(u.call.Int("last_dim_size")))
		fft(whole, dims[len(dims)-1], false)
		convertInto(out, whole)
	}
	return []*Tensor{out}, nil
}

// fft transforms along a dimension in place, without a normalization factor.
func fft(t *Tensor, dim int, forward bool) {
	if t.Numel() == 0 {
		return
	}
	view, n := rows(t, []int{dim})
	plan := fourier.NewCmplxFFT(n)
	buf := make([]complex128, n)
	for i := range t.Numel() / n {
		row := slices.Clone(read(view, i*n, (i+1)*n, buf))
		if forward {
			row = plan.Coefficients(nil, row)
		} else {
			row = plan.Sequence(nil, row)
		}
		write(view, i*n, row)
	}
}

// hermitian computes the other half of the spectrum of n real numbers.
func hermitian(half *Tensor, dim, n int) *Tensor {
	shape := slices.Clone(half.shape)
	shape[dim] = n
	data := make([]complex128, ir.Product(shape))
	whole := &Tensor{elem: half.elem, shape: shape, strides: contiguous(shape), data: data}
	from, m := rows(half, []int{dim})
	to, _ := rows(whole, []int{dim})
	buf, row := make([]complex128, m), make([]complex128, n)
	for i := range ir.Product(half.shape) / max(m, 1) {
		for k, v := range read(from, i*m, (i+1)*m, buf) {
			row[k] = v
			if k > 0 && n-k != k {
				row[n-k] = cmplx.Conj(v)
			}
		}
		row[0] = complex(real(row[0]), 0)
		if n%2 == 0 {
			row[n/2] = complex(real(row[n/2]), 0)
		}
		write(to, i*n, row)
	}
	return whole
}

func (u *use) svd() ([]*Tensor, error) {
	x := u.in[0]
	if prim.DtypeOf(x.elem) != prim.Float {
		return nil, unsupported(&prim.SVD, x)
	}
	results := []*Tensor{u.result(0), u.result(1), u.result(2)}
	rank := len(x.shape)
	m, n := x.shape[rank-2], x.shape[rank-1]
	kind := mat.SVDThin
	if u.call.Flag("full_matrices") {
		kind = mat.SVDFull
	}
	list := x.Floats()
	if m*n == 0 {
		return results, nil
	}
	var all [3][]float64
	for i := range len(list) / (m * n) {
		var d mat.SVD
		if !d.Factorize(mat.NewDense(m, n, list[i*m*n:(i+1)*m*n]), kind) {
			return nil, fmt.Errorf("the singular value decomposition of matrix %d did not converge", i)
		}
		var left, right mat.Dense
		d.UTo(&left)
		d.VTo(&right)
		all[0] = append(all[0], left.RawMatrix().Data...)
		all[1] = append(all[1], d.Values(nil)...)
		all[2] = append(all[2], mat.DenseCopyOf(right.T()).RawMatrix().Data...)
	}
	for i, r := range results {
		convertInto(r, &Tensor{elem: r.elem, shape: r.shape, strides: r.strides, data: all[i]})
	}
	return results, nil
}

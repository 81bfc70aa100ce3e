package prim

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Dot defines `prim.dot`: the result is a contraction that an equation of letters describes, as in
//
//	%c = prim.dot "mk,kn->mn" %a, %b : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
//
// The operation sums over letters that the result does not have. Each letter must occur in at least two of both
// operands and the result. Package dialects/tile/contract defines the equations; prim.dot admits those without index
// arithmetic.
//
// With `in f32` the result has the sums of narrow floats in f32, before they are rounded to the operands' type.
var Dot = define(ir.OpDef{
	Name:     "dot",
	Summary:  "tensor contraction of two operands, as in einsum",
	Operands: tensors("x", "y"),
	Attrs: []ir.OpAttr{{Name: "equation", Attr: constraints.String},
		{Name: "elem", Attr: constraints.Type, Optional: true}},
	Assembly: `$equation $x ',' $y ('in' $elem^)? attr-dict ':' functional-type(operands, results)`,
}, func(c *Call) ([]Tensor, error) {
	x, y := c.Operands[0], c.Operands[1]
	if err := wantDtype(x.Elem, numbers); err != nil {
		return nil, err
	}
	if x.Elem != y.Elem {
		return nil, differ(x, y)
	}
	text, _ := c.attr("equation").(*ir.StringAttr)
	letters, err := Letters(text.Value)
	if err != nil {
		return nil, err
	}
	extents := make(map[contract.Letter]int64)
	for i, o := range c.Operands {
		if len(letters[i]) != o.Rank() {
			return nil, fmt.Errorf("%q has %d letters for operand %d, which has rank %d", text.Value, len(letters[i]), i,
				o.Rank())
		}
		for d, l := range letters[i] {
			have, seen := extents[l]
			if n := o.Shape[d]; seen && have != n && have != ir.Dynamic && n != ir.Dynamic {
				return nil, fmt.Errorf("letter %s of %q has sizes %d and %d, which must be equal", l, text.Value, have, n)
			} else if !seen || have == ir.Dynamic {
				extents[l] = n
			}
		}
	}
	out := Tensor{Elem: x.Elem, Shape: []int64{}}
	if wide, ok := c.attr("elem").(*ir.TypeAttr); ok {
		if out.Elem = wide.Value; DtypeOf(out.Elem) != Float || DtypeOf(x.Elem) != Float || out.Elem != c.Context.F32() ||
			ir.ElementBits(x.Elem) >= 32 {
			return nil, fmt.Errorf("%w: only operands of floats narrower than f32 may have a result of another type, f32",
				ErrDtype)
		}
	}
	for _, l := range letters[2] {
		out.Shape = append(out.Shape, extents[l])
	}
	return []Tensor{out}, nil
})

// Letters returns the letters of both operands and the result of an equation of [Dot].
func Letters(equation string) (places [3][]contract.Letter, err error) {
	eq, err := contract.Parse(equation)
	if err != nil {
		return places, err
	}
	for i, axes := range [][]contract.Axis{eq.A, eq.B, eq.C} {
		for _, a := range axes {
			l, ok := a.Expr.(contract.Letter)
			if !ok {
				return places, fmt.Errorf("%q has an index %s: prim.dot has letters only", equation, a.Expr)
			}
			places[i] = append(places[i], l)
		}
	}
	return places, nil
}

// Convolution defines `prim.convolution` of images (N, C, spatial...) with filters (K, C/groups, spatial...). As in
// machine learning, filters are not reversed. Images are padded with zeros on both sides. A transposed convolution is
// the gradient of a convolution with respect to its images, with filters (C, K/groups, spatial...).
var Convolution = define(ir.OpDef{
	Name:     "convolution",
	Summary:  "convolution of images with filters",
	Operands: tensors("x", "w"),
	Attrs: []ir.OpAttr{intsAttr("strides"), intsAttr("padding"), intsAttr("dilation"), intsAttr("output_padding"),
		intAttr("groups"), flagAttr("transposed")},
	Assembly: `$x ',' $w 'strides' $strides 'padding' $padding 'dilation' $dilation 'output_padding' $output_padding ` +
		`'groups' $groups ('transposed' $transposed^)? attr-dict ':' functional-type(operands, results)`,
}, convolutionRule)

func convolutionRule(c *Call) ([]Tensor, error) {
	x, w := c.Operands[0], c.Operands[1]
	if err := wantDtype(x.Elem, inexact); err != nil {
		return nil, err
	}
	if x.Elem != w.Elem {
		return nil, differ(x, w)
	}
	n, groups := x.Rank()-2, c.Int("groups")
	if n < 1 || w.Rank() != x.Rank() || groups < 1 {
		return nil, fmt.Errorf("expected images and filters of one rank, at least 3, and a positive number of groups; "+
			"got rank %d and %d, and %d groups", x.Rank(), w.Rank(), groups)
	}
	for _, name := range []string{"strides", "padding", "dilation", "output_padding"} {
		list := c.Ints(name)
		if len(list) != n {
			return nil, fmt.Errorf("%s has %d numbers for %d spatial dimensions", name, len(list), n)
		}
		for _, v := range list {
			if least := map[string]int64{"strides": 1, "dilation": 1}[name]; v < least {
				return nil, fmt.Errorf("%s = %v must be at least %d", name, list, least)
			}
		}
	}
	in, channels := w.Shape[1], w.Shape[0]
	if c.Flag("transposed") {
		in, channels = w.Shape[0], w.Shape[1]
		if channels != ir.Dynamic {
			channels *= groups
		}
	} else if in != ir.Dynamic {
		in *= groups
	}
	if in != x.Shape[1] && in != ir.Dynamic && x.Shape[1] != ir.Dynamic {
		return nil, fmt.Errorf("images have %d channels, but filters are for %d, in %d groups", x.Shape[1], in, groups)
	}
	if channels != ir.Dynamic && channels%groups != 0 {
		return nil, fmt.Errorf("the number of filters, %d, is not divisible by the number of groups, %d", channels, groups)
	}
	out := Tensor{Elem: x.Elem, Shape: []int64{x.Shape[0], channels}}
	for i := range n {
		size, err := c.convolved(i, x.Shape[i+2], w.Shape[i+2])
		if err != nil {
			return nil, err
		}
		out.Shape = append(out.Shape, size)
	}
	return []Tensor{out}, nil
}

// convolved returns the result's size in spatial dimension i, for images of size x and filters of size w.
func (c *Call) convolved(i int, x, w int64) (int64, error) {
	if x == ir.Dynamic || w == ir.Dynamic {
		return ir.Dynamic, nil
	}
	stride, pad, dilation := c.Ints("strides")[i], c.Ints("padding")[i], c.Ints("dilation")[i]
	reach := dilation*(w-1) + 1
	if c.Flag("transposed") {
		return max(0, (x-1)*stride-2*pad+reach+c.Ints("output_padding")[i]), nil
	}
	if x+2*pad < reach {
		return 0, fmt.Errorf("filters span %d elements in spatial dimension %d, but padded images have only %d",
			reach, i, x+2*pad)
	}
	return (x+2*pad-reach)/stride + 1, nil
}

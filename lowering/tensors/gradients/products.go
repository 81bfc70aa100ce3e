package gradients

import (
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/references"
)

// products are the rules of contractions and convolutions.
var products = named("prim.", map[string]Rule{
	// Each of "x,y->z" is a contraction of the others: dx is "z,y->x", and dy is "x,z->y".
	"dot": bilinear(func(c *Call) {
		x, y, g := c.X(0), c.X(1), c.G(0).To(c.X(0).Elem()) // narrow gradients are multiplied as narrow operands are
		equation, _ := c.Inherent("equation").(*ir.StringAttr)
		letters, err := prim.Letters(equation.Value)
		if err != nil {
			references.Fail("%w", err)
		}
		c.Give(x, c.dot(letters[2], letters[1], letters[0], g, y))
		c.Give(y, c.dot(letters[0], letters[2], letters[1], x, g))
	}),
	"convolution": bilinear(func(c *Call) {
		k := convolution{c: c, x: c.X(0), w: c.X(1), g: c.G(0), strides: c.Ints("strides"), padding: c.Ints("padding"),
			dilation: c.Ints("dilation"), groups: c.Int("groups"), transposed: c.Flag("transposed")}
		if c.Wants(k.x) {
			c.Give(k.x, k.images())
		}
		if c.Wants(k.w) {
			c.Give(k.w, k.filters())
		}
	}),
})

// dot contracts x and y with the letters a and b to c. Sums of narrow floats are rounded once, at the end.
func (c *Call) dot(a, b, to []contract.Letter, x, y Tensor) Tensor {
	name := func(list []contract.Letter) (s string) {
		for _, l := range list {
			s += l.String()
		}
		return s
	}
	attrs := []ir.NamedAttr{{Name: "equation", Value: c.Context().StringAttr(name(a) + "," + name(b) + "->" + name(to))}}
	if wide := c.Inherent("elem"); wide != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "elem", Value: wide})
	}
	return x.Prims(&prim.Dot, []Tensor{y}, attrs...)[0]
}

// convolution is one whose gradients are built.
type convolution struct {
	c                          *Call
	x, w, g                    Tensor
	strides, padding, dilation []int64
	groups                     int64
	transposed                 bool
}

// images is the gradient of the images: a convolution of g the other way round.
func (k convolution) images() Tensor {
	output := make([]int64, len(k.strides))
	for i := range output {
		if !k.transposed { // what the strides left over
			reach := k.dilation[i]*(k.known(k.w, i+2)-1) + 1
			output[i] = k.known(k.x, i+2) - ((k.known(k.g, i+2)-1)*k.strides[i] - 2*k.padding[i] + reach)
		}
	}
	return k.convolve(k.g, k.w, k.strides, k.dilation, output, k.groups, !k.transposed)
}

// filters is the gradient of the filters: a convolution of the images with g as filters, in which images of a batch are
// channels, and strides and dilations change places. A transposed convolution has its images and g in each other's
// place.
func (k convolution) filters() Tensor {
	x, g := k.x, k.g
	if k.transposed {
		x, g = g, x
	}
	n, channels := k.known(x, 0), k.known(x, 1)
	rest := x.Shape()[2:]
	size := func(v int64) references.Size { return references.Const(v) }
	// (n, groups * c, ...) as (c, groups * n, ...)
	split := x.Reshape(append([]references.Size{size(n), size(k.groups), size(channels / k.groups)}, rest...)...)
	spatial := make([]int, len(rest))
	for i := range spatial {
		spatial[i] = i + 3
	}
	split = split.Permute(append([]int{2, 1, 0}, spatial...)...)
	split = split.Reshape(append([]references.Size{size(channels / k.groups), size(k.groups * n)}, rest...)...)
	out := k.convolve(split, g.Transpose(0, 1), k.dilation, k.strides, make([]int64, len(k.strides)), k.groups, false)
	out = out.Transpose(0, 1)
	for i := range k.strides {
		out = out.Slice(i+2, 0, k.known(k.w, i+2), 1)
	}
	return out
}

func (k convolution) convolve(x, w Tensor, strides, dilation, output []int64, groups int64, transposed bool) Tensor {
	ctx := k.c.Context()
	attrs := []ir.NamedAttr{prim.IntsAttr(ctx, "strides", strides), prim.IntsAttr(ctx, "padding", k.padding),
		prim.IntsAttr(ctx, "dilation", dilation), prim.IntsAttr(ctx, "output_padding", output),
		prim.IntAttr(ctx, "groups", int(groups))}
	if transposed {
		attrs = append(attrs, prim.Flag(ctx, "transposed"))
	}
	return x.Prims(&prim.Convolution, []Tensor{w}, attrs...)[0]
}

// known returns a size that has to be known.
func (k convolution) known(x Tensor, d int) int64 {
	n := sizesOf(x)[d]
	if n == ir.Dynamic {
		references.Fail("%w of prim.convolution: the size of dimension %d of %s is not known", ErrNoRule, d,
			ir.Quote(x.Type()))
	}
	return n
}

package references

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// Convolution is how images are convolved with filters, as prim.convolution has it: numbers for each spatial dimension.
type Convolution struct {
	Strides, Padding, Dilation []int64
	OutputPadding              []int64 // of a transposed one; nil stands for zeros
	Groups                     int64
	Transposed                 bool
}

// Apply convolves images (N, C, ...) with filters (K, C/groups, ...), or (C, K/groups, ...) if it is transposed.
func (k Convolution) Apply(x, w Tensor) Tensor {
	output := k.OutputPadding
	if output == nil {
		output = make([]int64, len(k.Strides))
	}
	attrs := []ir.NamedAttr{prim.IntsAttr(x.ctx(), "strides", k.Strides), prim.IntsAttr(x.ctx(), "padding", k.Padding),
		prim.IntsAttr(x.ctx(), "dilation", k.Dilation), prim.IntAttr(x.ctx(), "groups", int(k.Groups)),
		prim.IntsAttr(x.ctx(), "output_padding", output)}
	if k.Transposed {
		attrs = append(attrs, prim.Flag(x.ctx(), "transposed"))
	}
	return x.Prims(&prim.Convolution, []Tensor{w}, attrs...)[0]
}

// ImagesGradient is the gradient of images x in terms of g, that of the result: a convolution of g the other way round.
func (k Convolution) ImagesGradient(x, w, g Tensor) Tensor {
	back := k
	back.Transposed, back.OutputPadding = !k.Transposed, make([]int64, len(k.Strides))
	for i, stride := range k.Strides {
		if !k.Transposed { // what the strides left over
			reach := k.Dilation[i]*(w.known(i+2)-1) + 1
			back.OutputPadding[i] = x.known(i+2) - ((g.known(i+2)-1)*stride - 2*k.Padding[i] + reach)
		}
	}
	return back.Apply(g, w)
}

// FiltersGradient is the gradient of filters w in terms of g, that of the result: a convolution of the images with g as
// filters, in which the images of a batch are channels, and strides and dilations change places. A transposed
// convolution has its images and g in each other's place.
func (k Convolution) FiltersGradient(x, w, g Tensor) Tensor {
	if k.Transposed {
		x, g = g, x
	}
	n, channels := x.known(0), x.known(1)/k.Groups
	rest := x.Shape()[2:]
	perm := []int{2, 1, 0}
	for d := range rest {
		perm = append(perm, d+3)
	}
	// (n, groups * channels, ...) as (channels, groups * n, ...)
	split := x.Reshape(slices.Concat([]Size{Const(n), Const(k.Groups), Const(channels)}, rest)...).Permute(perm...)
	split = split.Reshape(slices.Concat([]Size{Const(channels), Const(k.Groups * n)}, rest)...)
	across := Convolution{Strides: k.Dilation, Padding: k.Padding, Dilation: k.Strides, Groups: k.Groups}
	out := across.Apply(split, g.Transpose(0, 1)).Transpose(0, 1)
	for i := range k.Strides {
		out = out.Slice(i+2, 0, w.known(i+2), 1)
	}
	return out
}

// geometry is the convolution of an operator, in as many spatial dimensions as its filters have.
func (c *Call) geometry(transposed bool, output []int64) Convolution {
	spatial := c.T("weight").Rank() - 2
	list := func(name string) []int64 { return repeated(c.Ints(name), spatial) }
	return Convolution{Strides: list("stride"), Padding: list("padding"), Dilation: list("dilation"),
		OutputPadding: outputPadding(output, spatial), Groups: c.Int("groups"), Transposed: transposed}
}

// outputPadding is zero unless it is given.
func outputPadding(list []int64, spatial int) []int64 {
	if len(list) == 0 {
		return nil
	}
	return repeated(list, spatial)
}

// convolution is that of images, or of one, with filters, plus a bias for each channel.
func (c *Call) convolution(transposed bool, output []int64) Tensor {
	x, w := c.T("input"), c.T("weight")
	batched := x.Rank() == w.Rank()
	if !batched {
		x = x.Unsqueeze(0)
	}
	y := c.geometry(transposed, output).Apply(x, w)
	if b, ok := c.Maybe("bias"); ok {
		y = y.Add(b.along1(y.Rank()))
	}
	if !batched {
		return y.Prim(&prim.Squeeze, prim.IntsAttr(c.Context(), "dims", []int{0}))
	}
	return y
}

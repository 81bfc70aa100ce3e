package references

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// Convolution has the parameters of prim.convolution, with a number for each spatial dimension.
type Convolution struct {
	Strides, Padding, Dilation []int64
	OutputPadding              []int64 // of a transposed convolution; nil stands for zeros
	Groups                     int64
	Transposed                 bool
}

// Apply convolves images (N, C, ...) with filters (K, C/groups, ...). Filters of a transposed convolution have shape
// (C, K/groups, ...).
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

// ImagesGradient returns the gradient of the images x, given the gradient g of the result. It is a convolution of g
// with the same filters, transposed if k is not.
func (k Convolution) ImagesGradient(x, w, g Tensor) Tensor {
	back := k
	back.Transposed, back.OutputPadding = !k.Transposed, make([]int64, len(k.Strides))
	for i, stride := range k.Strides {
		if !k.Transposed { // the part of the images that strides do not reach
			reach := k.Dilation[i]*(w.known(i+2)-1) + 1
			back.OutputPadding[i] = x.known(i+2) - ((g.known(i+2)-1)*stride - 2*k.Padding[i] + reach)
		}
	}
	return back.Apply(g, w)
}

// FiltersGradient returns the gradient of the filters w, given the gradient g of the result. It is a convolution of the
// images with g as filters: the images of a batch are channels, and strides and dilations are exchanged. For a
// transposed convolution, images and g are exchanged.
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
	// (n, groups * channels, ...) becomes (channels, groups * n, ...).
	split := x.Reshape(slices.Concat([]Size{Const(n), Const(k.Groups), Const(channels)}, rest)...).Permute(perm...)
	split = split.Reshape(slices.Concat([]Size{Const(channels), Const(k.Groups * n)}, rest)...)
	across := Convolution{Strides: k.Dilation, Padding: k.Padding, Dilation: k.Strides, Groups: k.Groups}
	out := across.Apply(split, g.Transpose(0, 1)).Transpose(0, 1)
	for i := range k.Strides {
		out = out.Slice(i+2, 0, w.known(i+2), 1)
	}
	return out
}

// geometry returns the parameters of an operator. The filters determine the number of spatial dimensions.
func (c *Call) geometry(transposed bool, output []int64) Convolution {
	spatial := c.T("weight").Rank() - 2
	if spatial < 1 {
		Fail("expected a weight of at least 3 dimensions, but it has %d", spatial+2)
	}
	list := func(name string) []int64 { return repeated(c.Ints(name), spatial) }
	k := Convolution{Strides: list("stride"), Padding: make([]int64, spatial), Dilation: list("dilation"),
		OutputPadding: outputPadding(output, spatial), Groups: c.Int("groups"), Transposed: transposed}
	if !c.padsByName() {
		k.Padding = list("padding")
	}
	for i, n := range k.OutputPadding {
		if transposed && n >= max(k.Strides[i], k.Dilation[i]) {
			Fail("output padding must be smaller than either stride or dilation, but got output_padding %v, stride %v and "+
				"dilation %v", k.OutputPadding, k.Strides, k.Dilation)
		}
	}
	return k
}

// padsByName reports whether the argument padding is same or valid, instead of numbers.
func (c *Call) padsByName() bool { return strings.HasSuffix(c.Schema.Name, ".padding") }

// pad sets the padding with which results have the size of the images, if it is same. Where it is odd, it adds a row
// behind the images. Valid is none.
func (k *Convolution) pad(x, w Tensor, padding string) Tensor {
	switch {
	case padding == "valid":
		return x
	case padding != "same":
		Fail("expected padding to be same or valid, but got %q", padding)
	case slices.Max(k.Strides) > 1:
		Fail("padding='same' is not supported for strided convolutions, but strides are %v", k.Strides)
	}
	behind := make([]int64, x.Rank())
	for i, apart := range k.Dilation {
		reach := apart * (w.known(i+2) - 1)
		if reach < 0 {
			Fail("expected filters of positive sizes, but got %s", prim.ShapeString(w.shape()))
		}
		k.Padding[i], behind[i+2] = reach/2, reach%2
	}
	if slices.Max(behind) == 0 {
		return x
	}
	return x.Pad(make([]int64, x.Rank()), behind, 0)
}

// outputPadding returns list, or zeros if it is empty.
func outputPadding(list []int64, spatial int) []int64 {
	if len(list) == 0 {
		return nil
	}
	return repeated(list, spatial)
}

// convolution convolves a batch of images, or one image, and adds the bias of each channel.
func (c *Call) convolution(transposed bool, output []int64) Tensor {
	x, w := c.T("input"), c.T("weight")
	batched := x.Rank() == w.Rank()
	if !batched {
		x = x.Unsqueeze(0)
	}
	k := c.geometry(transposed, output)
	if c.padsByName() {
		x = k.pad(x, w, c.String("padding"))
	}
	y := k.Apply(x, w)
	if b, ok := c.Maybe("bias"); ok {
		y = y.Add(b.along1(y.Rank()))
	}
	if !batched {
		return y.Prim(&prim.Squeeze, prim.IntsAttr(c.Context(), "dims", []int{0}))
	}
	return y
}

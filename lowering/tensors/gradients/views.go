package gradients

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/references"
)

// views are the rules of primitives that move, convert or copy elements. They are linear.
var views = named("prim.", map[string]Rule{
	"clone": same, "view_of": same, "device_put": same, "copy_strided": same, "guard_shape": same,
	"convert_element_type": same,
	"reshape":              reshaped, "collapse": reshaped, "collapse_view": reshaped, "split_dim": reshaped,
	"squeeze": reshaped, "expand_dims": reshaped,
	"broadcast_in_dim": linear(func(c *Call) {
		x, g := c.X(0), c.G(0)
		var added, repeated []int
		for d := range g.Rank() {
			switch i := slices.Index(c.Ints("dims"), int64(d)); {
			case i < 0:
				added = append(added, d)
			case sizesOf(x)[i] == 1 && sizesOf(g)[d] != 1:
				repeated = append(repeated, i)
			}
		}
		if len(added) > 0 {
			g = g.Sum(added...)
		}
		if len(repeated) > 0 {
			g = g.KeepSum(repeated...)
		}
		c.Give(x, g)
	}),
	"transpose": linear(func(c *Call) {
		back := make([]int, c.X(0).Rank())
		for i, d := range c.Ints("perm") {
			back[d] = i
		}
		c.Give(c.X(0), c.G(0).Permute(back...))
	}),
	"rev": linear(func(c *Call) {
		if dims := c.Ints("dims"); len(dims) > 0 {
			c.Give(c.X(0), c.G(0).Flip(c.Dims("dims", c.X(0))...))
		} else {
			c.Give(c.X(0), c.G(0))
		}
	}),
	"slice": linear(func(c *Call) { c.Give(c.X(0), c.put(zeros(c.X(0)), c.G(0))) }),
	"slice_scatter": linear(func(c *Call) {
		c.Give(c.X(0), c.put(c.G(0), zeros(c.X(1))))
		c.Give(c.X(1), c.G(0).Prim(&prim.Slice, c.bounds()...))
	}),
	"cat": linear(func(c *Call) {
		at, d := int64(0), c.Dim("dim", c.Y(0))
		for i := range c.NumOperands() {
			n := sizesOf(c.X(i))[d]
			if n == ir.Dynamic && i < c.NumOperands()-1 {
				references.Fail("%w of prim.cat: the size of dimension %d of operand %d is not known", ErrNoRule, d, i)
			}
			end := at + n
			if n == ir.Dynamic {
				end = ir.Dynamic
			}
			c.Give(c.X(i), c.G(0).Slice(d, at, end, 1))
			at = end
		}
	}),
	"unfold": linear(func(c *Call) { // windows overlap, so their gradients add up
		x, g := c.X(0), c.G(0)
		d, step, dilation := c.Dim("dim", x), int(c.Int("step")), int(c.Int("dilation"))
		i64 := c.Context().I(64)
		places := g.Iota(g.Size(d), i64, 0, step).Unsqueeze(1).Add(g.Iota(g.Size(-1), i64, 0, dilation))
		c.Give(x, zeros(x).Prims(&prim.IndexPut, []Tensor{g.MoveDim(-1, d+1), places},
			prim.IntsAttr(c.Context(), "dims", []int{d}), prim.Flag(c.Context(), "accumulate"))[0])
	}),
	"copy_to": linear(func(c *Call) { c.Give(c.X(1), c.G(0).Reshape(c.X(1).Shape()...)) }),
	"as_strided": linear(func(c *Call) {
		x, g := c.X(0), c.G(0)
		flat := zeros(x.Reshape(x.Numel()))
		values := []Tensor{g.Reshape(g.Numel()), c.places(g)}
		flat = flat.Prims(&prim.IndexPut, values, prim.IntsAttr(c.Context(), "dims", []int{0}),
			prim.Flag(c.Context(), "accumulate"))[0]
		c.Give(x, flat.Reshape(x.Shape()...))
	}),
	"as_strided_scatter": linear(func(c *Call) {
		x, src, g := c.X(0), c.X(1), c.G(0)
		flat, dims := g.Reshape(g.Numel()), prim.IntsAttr(c.Context(), "dims", []int{0})
		at := c.places(src)
		taken := flat.Prims(&prim.Index, []Tensor{at}, dims)[0]
		c.Give(x, flat.Prims(&prim.IndexPut, []Tensor{zeros(taken), at}, dims)[0].Reshape(x.Shape()...))
		c.Give(src, taken.Reshape(src.Shape()...))
	}),
})

// same is the rule of a copy. [Call.Give] converts the element type.
var same = linear(func(c *Call) { c.Give(c.X(0), c.G(0)) })

// reshaped is the rule of another shape for the elements in the same order.
var reshaped = linear(func(c *Call) { c.Give(c.X(0), c.G(0).Reshape(c.X(0).Shape()...)) })

// bounds returns the attributes of a slice. put inserts a tensor in place of the slice.
func (c *Call) bounds() []ir.NamedAttr {
	return []ir.NamedAttr{prim.IntsAttr(c.Context(), "starts", c.Ints("starts")),
		prim.IntsAttr(c.Context(), "limits", c.Ints("limits")), prim.IntsAttr(c.Context(), "strides", c.Ints("strides"))}
}

func (c *Call) put(into, part Tensor) Tensor {
	return into.Prims(&prim.SliceScatter, []Tensor{part}, c.bounds()...)[0]
}

// places returns the row-major indices of the elements that a strided view like selects, from its offset and strides.
func (c *Call) places(like Tensor) Tensor {
	i64 := c.Context().I(64)
	at := like.Full(nil, i64, c.Int("offset"))
	for d, stride := range c.Ints("strides") {
		at = at.Unsqueeze(-1).Add(like.Iota(like.Size(d), i64, 0, 1).Mul(stride))
	}
	return at.Reshape(like.Numel())
}

package references

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

var shapes = aten(map[string]Reference{
	"view": reshaped("size"), "_unsafe_view": reshaped("size"), "reshape": reshaped("shape"),
	"view_as":    one(func(c *Call) Tensor { return c.T("self").Reshape(c.T("other").Shape()...) }),
	"permute":    one(func(c *Call) Tensor { return c.T("self").Permute(c.Dims("dims")...) }),
	"t":          of(func(x Tensor) Tensor { return x.Transpose(0, -1) }),
	"detach":     of(func(x Tensor) Tensor { return x }),
	"alias":      of(func(x Tensor) Tensor { return x }),
	"contiguous": of(func(x Tensor) Tensor { return x }),
	"clone":      of(func(x Tensor) Tensor { return x.Prim(&prim.Clone) }),
	"copy": one(func(c *Call) Tensor {
		x := c.T("self")
		return c.T("src").To(x.Elem()).Expand(x.Shape()).Prim(&prim.Clone)
	}),
	"type_as": one(func(c *Call) Tensor { return c.T("self").To(c.T("other").Elem()) }),
	"_to_copy": one(func(c *Call) Tensor {
		if c.Dtype("dtype") == nil {
			return c.T("self").Prim(&prim.Clone)
		}
		return c.T("self").To(c.Dtype("dtype"))
	}),
	"to.dtype":      one(func(c *Call) Tensor { return c.T("self").To(c.Dtype("dtype")) }),
	"transpose.int": one(func(c *Call) Tensor { return c.T("self").Transpose(c.Dim("dim0"), c.Dim("dim1")) }),
	"movedim.int":   one(func(c *Call) Tensor { return c.T("self").MoveDim(c.Dim("source"), c.Dim("destination")) }),
	"expand":        expanded, "broadcast_to": expanded,
	"expand_as":   one(func(c *Call) Tensor { return c.T("self").Expand(c.T("other").Shape()) }),
	"squeeze":     of(func(x Tensor) Tensor { return x.Squeeze() }),
	"squeeze.dim": one(func(c *Call) Tensor { return c.T("self").Squeeze(c.Dim("dim")) }),
	"squeeze.dims": one(func(c *Call) Tensor {
		if len(c.Dims("dim")) == 0 {
			return c.T("self")
		}
		return c.T("self").Squeeze(c.Dims("dim")...)
	}),
	"unsqueeze": one(func(c *Call) Tensor { return c.T("self").Unsqueeze(c.Dim("dim")) }),
	"flatten.using_ints": one(func(c *Call) Tensor {
		x := c.T("self")
		if x.Rank() == 0 {
			return x.Reshape(Const(1))
		}
		from, to, shape := x.dim(c.Dim("start_dim")), x.dim(c.Dim("end_dim")), x.Shape()
		if from > to {
			Fail("flatten has a start_dim %d that is behind end_dim %d", from, to)
		}
		n := Const(1)
		for _, s := range shape[from : to+1] {
			n = x.times(n, s)
		}
		return x.Reshape(slices.Concat(shape[:from], []Size{n}, shape[to+1:])...)
	}),
	"unflatten.int": one(func(c *Call) Tensor {
		x, shape := c.T("self"), c.T("self").Shape()
		d := x.dim(c.Dim("dim"))
		sizes := x.complete(c.Shape("sizes"), shape[d])
		return x.Reshape(slices.Concat(shape[:d], sizes, shape[d+1:])...)
	}),
	"select.int": one(func(c *Call) Tensor { return c.T("self").Select(c.Dim("dim"), c.Int("index")) }),
	"slice.Tensor": one(func(c *Call) Tensor {
		end := ir.Dynamic
		if c.Has("end") {
			end = c.Int("end")
		}
		return c.T("self").Slice(c.Dim("dim"), c.Int("start"), end, c.Int("step"))
	}),
	"slice_scatter": one(func(c *Call) Tensor {
		end := int64(1 << 62)
		if c.Has("end") {
			end = c.Int("end")
		}
		return c.T("self").putSlice(c.T("src"), c.Dim("dim"), c.Int("start"), end, c.Int("step"))
	}),
	"select_scatter": one(func(c *Call) Tensor {
		return c.T("self").putSelected(c.T("src"), c.Dim("dim"), c.Int("index"))
	}),
	"as_strided": one(func(c *Call) Tensor {
		ctx := c.Context()
		return c.T("self").Prim(&prim.AsStrided, prim.IntsAttr(ctx, "size", c.Ints("size")),
			prim.IntsAttr(ctx, "strides", c.Ints("stride")), prim.IntAttr(ctx, "offset", c.Dim("storage_offset")))
	}),
	"narrow": one(func(c *Call) Tensor {
		x, dim, start, n := c.T("self"), c.Dim("dim"), c.Int("start"), c.Int("length")
		size := x.shape()[x.dim(dim)]
		if size != ir.Dynamic && start < 0 {
			start += size
		}
		if n < 0 || start < 0 || size != ir.Dynamic && start+n > size {
			Fail("start (%d) + length (%d) exceeds dimension size (%d)", start, n, size)
		}
		return x.Slice(dim, start, start+n, 1)
	}),
	"cat":   one(func(c *Call) Tensor { return joined(c, c.List("tensors"), c.Dim("dim")) }),
	"stack": one(func(c *Call) Tensor { return joined(c, unsqueezed(c.List("tensors"), c.Dim("dim")), c.Dim("dim")) }),
	"hstack": one(func(c *Call) Tensor {
		list, dim := atLeast(1, c.List("tensors")), 1
		if len(list) > 0 && list[0].Rank() == 1 {
			dim = 0
		}
		return joined(c, list, dim)
	}),
	"vstack": one(func(c *Call) Tensor { return joined(c, atLeast(2, c.List("tensors")), 0) }),
	"split.Tensor": func(c *Call) []Tensor {
		n := c.T("self").known(c.Dim("dim"))
		return c.T("self").split(c.Dim("dim"), even(n, c.Int("split_size")))
	},
	"chunk": func(c *Call) []Tensor {
		n, k := c.T("self").known(c.Dim("dim")), c.Int("chunks")
		if k <= 0 {
			Fail("chunk expects a number of chunks that is greater than 0, got %d", k)
		}
		return c.T("self").split(c.Dim("dim"), even(n, (n+k-1)/k))
	},
	"split_with_sizes": func(c *Call) []Tensor {
		total := int64(0)
		for _, n := range c.Ints("split_sizes") {
			total += n
		}
		if n := c.T("self").known(c.Dim("dim")); n != total {
			Fail("split_with_sizes expects split_sizes to sum exactly to %d, but got %v", n, c.Ints("split_sizes"))
		}
		return c.T("self").split(c.Dim("dim"), c.Ints("split_sizes"))
	},
	"unbind.int": func(c *Call) (out []Tensor) {
		for i := range c.T("self").known(c.Dim("dim")) {
			out = append(out, c.T("self").Select(c.Dim("dim"), i))
		}
		return out
	},
	"flip":  one(func(c *Call) Tensor { return c.T("self").flip2(c.Dims("dims")) }),
	"rot90": one(rotated),
	"roll":  one(rolled),
	"repeat": one(func(c *Call) Tensor {
		return c.T("self").Repeat(c.Ints("repeats"))
	}),
	"tile": one(func(c *Call) Tensor {
		x, repeats := c.T("self"), c.Ints("dims")
		for len(repeats) < x.Rank() {
			repeats = slices.Insert(repeats, 0, 1)
		}
		return x.Repeat(repeats)
	}),
	"diagonal": one(func(c *Call) Tensor {
		return c.T("self").Diagonal(c.Int("offset"), c.Dim("dim1"), c.Dim("dim2"))
	}),
	"diag_embed": one(func(c *Call) Tensor {
		x, offset := c.T("self"), c.Int("offset")
		n := x.plus(x.Size(-1), max(offset, -offset))
		low, high := max(0, -offset), max(0, offset)
		// Element i is at row low + i and column high + i.
		padded := x.Unsqueeze(-2).padLast(high, low)
		row := x.Iota(n, x.index(), 0, 1).Unsqueeze(-1)
		out := row.Sub(low).Eq(x.Iota(n, x.index(), 0, 1).Sub(high)).Where(padded, 0).To(x.Elem())
		d1, d2 := wrap(c.Dim("dim1"), x.Rank()+1), wrap(c.Dim("dim2"), x.Rank()+1)
		return out.placeLast(d1, d2)
	}),
	"trace": of(func(x Tensor) Tensor {
		d := x.Diagonal(0, 0, 1)
		if d.Dtype()&(prim.Bool|prim.Int) != 0 {
			d = d.To(d.index())
		}
		return d.Sum()
	}),
	"tril":            one(func(c *Call) Tensor { return c.T("self").triangle(c.Int("diagonal"), Tensor.Le) }),
	"triu":            one(func(c *Call) Tensor { return c.T("self").triangle(c.Int("diagonal"), Tensor.Ge) }),
	"constant_pad_nd": one(func(c *Call) Tensor { return c.padded(c.Number("value")) }),
	"unfold": one(func(c *Call) Tensor {
		return c.T("self").Windows(c.Dim("dimension"), c.Int("size"), c.Int("step"), 1)
	}),
	"pixel_shuffle": one(func(c *Call) Tensor {
		x, r := c.T("self"), c.Int("upscale_factor")
		if x.Rank() < 3 || r <= 0 {
			Fail("pixel_shuffle expects at least 3 dimensions and a positive upscale_factor, but got %d and %d", x.Rank(), r)
		}
		s := x.Shape()
		n, outer := len(s), s[:len(s)-3]
		channels := x.quotient(s[n-3], Const(r*r))
		split := x.Reshape(slices.Concat(outer, []Size{channels, Const(r), Const(r), s[n-2], s[n-1]})...)
		k := split.Rank()
		perm := make([]int, k)
		for i := range perm {
			perm[i] = i
		}
		copy(perm[k-4:], []int{k - 2, k - 4, k - 1, k - 3})
		return split.Permute(perm...).Reshape(slices.Concat(outer,
			[]Size{channels, x.times(s[n-2], Const(r)), x.times(s[n-1], Const(r))})...)
	}),
	"kron": one(func(c *Call) Tensor {
		x, y := c.T("self"), c.T("other")
		rank := max(x.Rank(), y.Rank())
		x, y = x.leftPadded(rank), y.leftPadded(rank)
		var odd, evens []int
		var shape []Size
		for d := range rank {
			odd, evens = append(odd, 2*d+1), append(evens, 2*d)
			shape = append(shape, x.times(x.Size(d), y.Size(d)))
		}
		return x.Unsqueeze(odd...).Mul(y.Unsqueeze(evens...)).Reshape(shape...)
	}),
})

// complete replaces a size of -1 by the size for which the shape has n elements.
func (x Tensor) complete(shape []Size, n Size) []Size {
	open, known := -1, Const(1)
	for i, s := range shape {
		switch {
		case s.is(-1) && open >= 0:
			Fail("only one dimension can be inferred")
		case s.is(-1):
			open = i
		case s.n < -1 && s.v == nil:
			Fail("invalid shape dimension %d", s.n)
		default:
			known = x.times(known, s)
		}
	}
	total, sure := n.Known()
	given, too := known.Known()
	if open < 0 {
		if sure && too && total != given {
			Fail("shape '%v' is invalid for input of size %d", sizesText(shape), total)
		}
		return shape
	}
	if too && given == 0 {
		Fail("cannot reshape tensor of %d elements into shape %s because the unspecified dimension size -1 can be any value",
			total, sizesText(shape))
	}
	if sure && too && total%given != 0 {
		Fail("shape '%s' is invalid for input of size %d", sizesText(shape), total)
	}
	out := slices.Clone(shape)
	out[open] = x.quotient(n, known)
	return out
}

func sizesText(shape []Size) string {
	var list []int64
	for _, s := range shape {
		list = append(list, s.n)
	}
	return prim.ShapeString(list)
}

func reshaped(param string) Reference {
	return one(func(c *Call) Tensor {
		x := c.T("self")
		return x.Reshape(x.complete(c.Shape(param), x.Numel())...)
	})
}

// expanded broadcasts self to a shape. A size of -1 keeps the size of self.
var expanded = one(func(c *Call) Tensor {
	x, shape := c.T("self"), c.Shape("size")
	front := len(shape) - x.Rank()
	for i, s := range shape {
		if s.is(-1) && i >= front {
			shape[i] = x.Size(i - front)
		}
	}
	return x.Expand(shape)
})

// joined promotes tensors and concatenates them. As in PyTorch, empty tensors of rank 1 are omitted.
func joined(c *Call, list []Tensor, dim int) Tensor {
	var kept []Tensor
	var operands []torch.Operand
	for _, x := range list {
		operands = append(operands, torch.Operand{Elem: x.Elem(), Dimensioned: x.Rank() > 0})
		if x.Rank() != 1 || x.shape()[0] != 0 {
			kept = append(kept, x)
		}
	}
	if len(list) == 0 {
		Fail("expected a non-empty list of Tensors")
	}
	if len(kept) == 0 {
		kept = list[:1]
	}
	elem := must(torch.ResultType(c.Context(), operands...))
	for i, x := range kept {
		if x.Rank() == 0 {
			Fail("zero-dimensional tensor (at position %d) cannot be concatenated", i)
		}
		kept[i] = x.To(elem)
	}
	return Cat(dim, kept...)
}

func unsqueezed(list []Tensor, dim int) []Tensor {
	out := make([]Tensor, len(list))
	for i, x := range list {
		out[i] = x.Unsqueeze(dim)
	}
	return out
}

// atLeast inserts dimensions of size one in front of tensors, up to the given rank.
func atLeast(rank int, list []Tensor) []Tensor {
	out := slices.Clone(list)
	for i := range out {
		for out[i].Rank() < rank {
			out[i] = out[i].Unsqueeze(0)
		}
	}
	return out
}

// known returns the size of a dimension, and fails if it is unknown.
func (x Tensor) known(d int) int64 {
	n := x.shape()[x.axis(d)]
	if n == ir.Dynamic {
		Fail("the size of dimension %d must be known, as it says how many results there are", d)
	}
	return n
}

// even divides n into parts of a size. The last part may be smaller.
func even(n, size int64) (parts []int64) {
	if size <= 0 && n > 0 {
		Fail("split expects a split_size that is positive, but got %d", size)
	}
	for ; n > size; n -= size {
		parts = append(parts, size)
	}
	return append(parts, n)
}

func (x Tensor) split(dim int, sizes []int64) (out []Tensor) {
	at := int64(0)
	for _, n := range sizes {
		out = append(out, x.Slice(dim, at, at+n, 1))
		at += n
	}
	return out
}

package prim

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/ir"
)

// Views: the result and the operand share their elements.
var (
	// AsStrided defines `prim.as_strided`: the result has the elements at offset plus the sum of indices times strides.
	AsStrided = view("as_strided", "elements at given strides", stridedPart, intsAttr("size"), intsAttr("strides"),
		intAttr("offset"))
	// BroadcastInDim defines `prim.broadcast_in_dim`: dimensions are added to the operand. dims lists the dimensions of
	// the result that the operand's dimensions become. A dimension of size one is repeated if the result's size is
	// another one.
	BroadcastInDim = define(ir.OpDef{
		Name:     "broadcast_in_dim",
		Summary:  "tensor repeated along new dimensions and those of size one",
		Operands: append(tensors("x"), sizes),
		Attrs:    []ir.OpAttr{intsAttr("dims")},
		Assembly: `$x 'dims' $dims ('sizes' '(' $sizes^ ')')? attr-dict ':' type($x) '->' type($result)`,
	}, broadcastRule)
	// CollapseView defines `prim.collapse_view`: the dimensions from start to end, both included, are merged into one
	// without a copy.
	CollapseView = view("collapse_view", "adjacent dimensions merged into one", func(c *Call, x Tensor) (Tensor, error) {
		out, err := collapse(c, x)
		if err != nil || x.Strides == nil {
			return out, err
		}
		strides, ok := ReshapedStrides(x.Shape, x.Strides, out.Shape)
		if !ok {
			return out, fmt.Errorf("dimensions with strides %v cannot be merged without a copy; use prim.collapse", x.Strides)
		}
		out.Strides = strides
		return out, nil
	}, intAttr("start"), intAttr("end"))
	// Conj returns the complex conjugate.
	Conj = view("conj", "complex conjugate", func(_ *Call, x Tensor) (Tensor, error) {
		return x, wantDtype(x.Elem, Complex)
	})
	// ExpandDims defines `prim.expand_dims`: dimensions of size one are added. dims are their places in the result.
	ExpandDims = view("expand_dims", "tensor with new dimensions of size one", func(c *Call, x Tensor) (Tensor, error) {
		in, err := c.dims("dims", x.Rank()+len(c.Ints("dims")))
		if err != nil {
			return x, err
		}
		out, at := Tensor{Elem: x.Elem}, 0
		for _, is := range in {
			n, stride := int64(1), int64(0)
			if !is {
				n = x.Shape[at]
				if x.Strides != nil {
					stride = x.Strides[at]
				}
				at++
			}
			out.Shape, out.Strides = append(out.Shape, n), append(out.Strides, stride)
		}
		if x.Strides == nil {
			out.Strides = nil
		}
		return out, nil
	}, intsAttr("dims"))
	// Slice defines `prim.slice`: the result has the elements from starts up to limits, exclusive, in steps of strides.
	// An unknown limit stands for the size.
	Slice = view("slice", "elements between bounds, with a step", sliceRule, intsAttr("starts"), intsAttr("limits"),
		intsAttr("strides"))
	// SplitDim defines `prim.split_dim`: a dimension is split into two. outer is the size of the outer one.
	SplitDim = view("split_dim", "tensor with one dimension split into two", func(c *Call, x Tensor) (Tensor, error) {
		d, err := c.dim("dim", x.Rank())
		if err != nil {
			return x, err
		}
		outer, inner := c.Int("outer"), ir.Dynamic
		if outer <= 0 {
			return x, fmt.Errorf("outer = %d must be positive", outer)
		}
		if n := x.Shape[d]; n != ir.Dynamic {
			if n%outer != 0 {
				return x, fmt.Errorf("outer = %d does not divide the size %d", outer, n)
			}
			inner = n / outer
		}
		out := Tensor{Elem: x.Elem, Shape: slices.Concat(x.Shape[:d], []int64{outer, inner}, x.Shape[d+1:])}
		if x.Strides != nil {
			s := x.Strides[d]
			out.Strides = slices.Concat(x.Strides[:d], []int64{s * inner, s}, x.Strides[d+1:])
		}
		return out, nil
	}, intAttr("dim"), intAttr("outer"))
	// Squeeze defines `prim.squeeze`: dimensions of size one are removed.
	Squeeze = view("squeeze", "tensor without some dimensions of size one", func(c *Call, x Tensor) (Tensor, error) {
		in, err := c.dims("dims", x.Rank())
		if err != nil {
			return x, err
		}
		for d, is := range in {
			if is && x.Shape[d] != 1 && x.Shape[d] != ir.Dynamic {
				return x, fmt.Errorf("dimension %d is of size %d, not 1", d, x.Shape[d])
			}
		}
		return without(x, in), nil
	}, intsAttr("dims"))
	// Transpose defines `prim.transpose`: dimension i of the result is dimension perm[i] of the operand.
	Transpose = view("transpose", "tensor with its dimensions in another order", func(c *Call, x Tensor) (Tensor, error) {
		perm := c.Ints("perm")
		if _, err := c.dims("perm", x.Rank()); err != nil || len(perm) != x.Rank() {
			return x, fmt.Errorf("perm = %v is not a permutation of %d dimensions", perm, x.Rank())
		}
		out := Tensor{Elem: x.Elem}
		for _, d := range perm {
			out.Shape = append(out.Shape, x.Shape[d])
			if x.Strides != nil {
				out.Strides = append(out.Strides, x.Strides[d])
			}
		}
		return out, nil
	}, intsAttr("perm"))
	// ViewOf returns the operand itself, as another tensor.
	ViewOf = view("view_of", "the operand itself", func(_ *Call, x Tensor) (Tensor, error) { return x, nil })
	// ViewElementType defines `prim.view_element_type`: the bits of the elements are read as another type of the same
	// width.
	ViewElementType = view("view_element_type", "bits read as another type", func(c *Call, x Tensor) (Tensor, error) {
		to, err := c.declaredElem()
		if err != nil {
			return x, err
		}
		if ir.ElementBits(to) != ir.ElementBits(x.Elem) {
			return x, fmt.Errorf("%w: %s and %s have elements of different width", ErrDtype, ir.Quote(x.Elem), ir.Quote(to))
		}
		x.Elem = to
		return x, nil
	})
	// GuardShape defines `prim.guard_shape`: the result is the operand, and its sizes are those of the result type.
	// Other sizes are an error at run time.
	GuardShape = define(ir.OpDef{
		Name:     "guard_shape",
		Summary:  "the operand, after a check that it has the sizes of the result type",
		Operands: tensors("x"),
		Assembly: `$x attr-dict ':' type($x) '->' type($result)`,
	}, func(c *Call) ([]Tensor, error) {
		x := c.Operands[0]
		if len(c.Declared) != 1 {
			return []Tensor{x}, nil
		}
		shape, err := unify(x.Shape, c.Declared[0].Shape)
		if err != nil {
			return nil, fmt.Errorf("the tensor has shape %s, but the program requires %s", ShapeString(x.Shape),
				ShapeString(c.Declared[0].Shape))
		}
		return []Tensor{{x.Elem, shape, x.Strides}}, nil
	})
)

// IsView reports whether the result of an operation may share its elements with an operand.
func IsView(op *ir.Operation) bool {
	switch op.Def() {
	case &AsStrided, &BroadcastInDim, &CollapseView, &Conj, &ExpandDims, &Slice, &SplitDim, &Squeeze, &Transpose, &ViewOf,
		&ViewElementType, &Unfold, &GuardShape, &Reshape, &DevicePut:
		return true
	}
	return false
}

// view defines a view by the rule of its one operand.
func view(name, summary string, rule func(c *Call, x Tensor) (Tensor, error), attrs ...ir.OpAttr) ir.OpDef {
	def := ir.OpDef{Name: name, Summary: summary, Operands: tensors("x"), Attrs: attrs, Assembly: `$x`}
	for _, a := range attrs {
		def.Assembly += " '" + a.Name + "' $" + a.Name
	}
	def.Assembly += ` attr-dict ':' type($x) '->' type($result)`
	return define(def, func(c *Call) ([]Tensor, error) {
		out, err := rule(c, c.Operands[0])
		return []Tensor{out}, err
	})
}

func broadcastRule(c *Call) ([]Tensor, error) {
	x, dims := c.Operands[0], c.Ints("dims")
	if len(c.Declared) != 1 {
		return nil, fmt.Errorf("%w: the shape of a broadcast is that of its result", ir.ErrNotInferred)
	}
	out := Tensor{Elem: x.Elem, Shape: c.Declared[0].Shape}
	if len(dims) != x.Rank() || !slices.IsSortedFunc(dims, func(a, b int64) int { return int(a - b) }) {
		return nil, fmt.Errorf("dims = %v must name a dimension of the result, in ascending order, for each of %d", dims,
			x.Rank())
	}
	if _, err := c.dims("dims", out.Rank()); err != nil {
		return nil, err
	}
	if x.Strides != nil {
		out.Strides = make([]int64, out.Rank())
	}
	for i, d := range dims {
		n, to := x.Shape[i], out.Shape[d]
		if n != 1 && n != to && n != ir.Dynamic && to != ir.Dynamic {
			return nil, fmt.Errorf("dimension %d of size %d cannot be broadcast to size %d: only size 1 is repeated", i, n, to)
		}
		if x.Strides != nil && n == to {
			out.Strides[d] = x.Strides[i]
		}
	}
	return []Tensor{out}, nil
}

func sliceRule(c *Call, x Tensor) (Tensor, error) {
	starts, limits, steps := c.Ints("starts"), c.Ints("limits"), c.Ints("strides")
	if len(starts) != x.Rank() || len(limits) != x.Rank() || len(steps) != x.Rank() {
		return x, fmt.Errorf("starts, limits and strides must have a number for each of %d dimensions", x.Rank())
	}
	out := Tensor{Elem: x.Elem}
	for d, n := range x.Shape {
		from, to, step := starts[d], limits[d], steps[d]
		if to == ir.Dynamic {
			to = n
		}
		if from < 0 || step <= 0 || to != ir.Dynamic && to < from || n != ir.Dynamic && (from > n || to > n) {
			return x, fmt.Errorf("elements %d to %d, step %d, are not in dimension %d of size %s", from, to, step, d,
				ShapeString(x.Shape[d:d+1]))
		}
		size := ir.Dynamic
		if to != ir.Dynamic {
			size = (to - from + step - 1) / step
		}
		out.Shape = append(out.Shape, size)
		if x.Strides != nil {
			out.Strides = append(out.Strides, x.Strides[d]*step)
		}
	}
	return out, nil
}

// collapse is the shape with the dimensions from start to end as one.
func collapse(c *Call, x Tensor) (Tensor, error) {
	start, err := c.dim("start", x.Rank())
	if err != nil {
		return x, err
	}
	end, err := c.dim("end", x.Rank())
	if err != nil || end < start {
		return x, fmt.Errorf("%d to %d is not a range of dimensions of a tensor of rank %d", start, c.Int("end"), x.Rank())
	}
	n := Numel(x.Shape[start : end+1])
	return Tensor{Elem: x.Elem, Shape: slices.Concat(x.Shape[:start], []int64{n}, x.Shape[end+1:])}, nil
}

// without removes dimensions.
func without(x Tensor, drop []bool) Tensor {
	out := Tensor{Elem: x.Elem, Shape: []int64{}}
	for d, n := range x.Shape {
		if !drop[d] {
			out.Shape = append(out.Shape, n)
			if x.Strides != nil {
				out.Strides = append(out.Strides, x.Strides[d])
			}
		}
	}
	return out
}

// stridedPart returns the elements of x at an offset and strides, which must exist if the sizes of x are known.
func stridedPart(c *Call, x Tensor) (Tensor, error) {
	size, strides, last := c.Ints("size"), c.Ints("strides"), c.Int("offset")
	if len(size) != len(strides) {
		return x, fmt.Errorf("%d sizes and %d strides", len(size), len(strides))
	}
	if slices.Min(slices.Concat(size, strides, []int64{last})) < 0 {
		return x, fmt.Errorf("sizes, strides and the offset must not be negative")
	}
	part := Tensor{x.Elem, size, strides}
	if slices.Contains(x.Shape, ir.Dynamic) || slices.Contains(size, 0) {
		return part, nil
	}
	elements := Numel(x.Shape)
	for d, n := range size {
		if n > 1 && strides[d] > 0 && n-1 > (elements-last)/strides[d] {
			last = elements
			break
		}
		last += (n - 1) * strides[d]
	}
	if last >= elements {
		return x, fmt.Errorf("sizes %s, strides %s and offset %d are out of bounds for a tensor of %d elements",
			ShapeString(size), ShapeString(strides), c.Int("offset"), elements)
	}
	return part, nil
}

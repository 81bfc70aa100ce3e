package prim

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Changes of shape that copy: the results are contiguous.
var (
	// Reshape defines `prim.reshape`: the result is a copy with the same elements in row-major order in another shape.
	Reshape = define(ir.OpDef{
		Name:     "reshape",
		Summary:  "tensor of another shape with the same elements in row-major order",
		Operands: append(tensors("x"), sizes),
		Assembly: `$x ('sizes' '(' $sizes^ ')')? attr-dict ':' type($x) '->' type($result)`,
	}, func(c *Call) ([]Tensor, error) {
		if len(c.Declared) != 1 {
			return nil, fmt.Errorf("%w: the shape of a reshape is that of its result", ir.ErrNotInferred)
		}
		from, to := Numel(c.Operands[0].Shape), Numel(c.Declared[0].Shape)
		if from != to && from != ir.Dynamic && to != ir.Dynamic {
			return nil, fmt.Errorf("shape %s has %d elements, but shape %s has %d", ShapeString(c.Operands[0].Shape), from,
				ShapeString(c.Declared[0].Shape), to)
		}
		return []Tensor{{Elem: c.Operands[0].Elem, Shape: c.Declared[0].Shape}}, nil
	})
	// Collapse defines `prim.collapse`: the dimensions from start to end, both included, are merged into one. The
	// result is a copy.
	Collapse = view("collapse", "copy with adjacent dimensions merged", collapse, intAttr("start"), intAttr("end"))
	// Rev reverses the order of elements along dims.
	Rev = view("rev", "elements in reverse order along some dimensions", func(c *Call, x Tensor) (Tensor, error) {
		_, err := c.dims("dims", x.Rank())
		return Tensor{Elem: x.Elem, Shape: x.Shape}, err
	}, intsAttr("dims"))
	// Cat joins tensors along a dimension.
	Cat = define(ir.OpDef{
		Name:     "cat",
		Summary:  "concatenation of tensors along a dimension",
		Operands: []ir.ValueDef{{Name: "inputs", Type: anyTensor, Arity: ir.Variadic}},
		Attrs:    []ir.OpAttr{intAttr("dim")},
		Assembly: `$inputs 'dim' $dim attr-dict ':' functional-type(operands, results)`,
	}, catRule)
	// AsStridedScatter defines `prim.as_strided_scatter`: the result is a copy of x in which src replaces the elements
	// that prim.as_strided would return.
	AsStridedScatter = define(ir.OpDef{
		Name:     "as_strided_scatter",
		Summary:  "copy of x with the elements at a given offset and strides replaced",
		Operands: tensors("x", "src"),
		Attrs:    []ir.OpAttr{intsAttr("size"), intsAttr("strides"), intAttr("offset")},
		Assembly: `$x ',' $src 'size' $size 'strides' $strides 'offset' $offset attr-dict ':' type($x) ',' type($src)`,
	}, func(c *Call) ([]Tensor, error) {
		part, err := stridedPart(c, c.Operands[0])
		return scattered(c, part, err)
	})
	// SliceScatter defines `prim.slice_scatter`: the result is a copy of x in which src replaces the elements that
	// prim.slice would return.
	SliceScatter = define(ir.OpDef{
		Name:     "slice_scatter",
		Summary:  "copy of x with a slice replaced",
		Operands: tensors("x", "src"),
		Attrs:    []ir.OpAttr{intsAttr("starts"), intsAttr("limits"), intsAttr("strides")},
		Assembly: `$x ',' $src 'starts' $starts 'limits' $limits 'strides' $strides attr-dict ':' type($x) ',' type($src)`,
	}, func(c *Call) ([]Tensor, error) { return scattered(sliceOf(c)) })
	// Unfold defines `prim.unfold`: the result has windows along a dimension. Consecutive windows are step elements
	// apart, and the size elements of a window are dilation apart. The dimension's size becomes the number of windows,
	// and a new last dimension has their elements.
	Unfold = view("unfold", "windows along a dimension", func(c *Call, x Tensor) (Tensor, error) {
		d, err := c.dim("dim", x.Rank())
		if err != nil {
			return x, err
		}
		size, step, dilation, n := c.Int("size"), c.Int("step"), c.Int("dilation"), x.Shape[d]
		if size <= 0 || step <= 0 || dilation <= 0 {
			return x, fmt.Errorf("size %d, step %d and dilation %d must be positive", size, step, dilation)
		}
		reach := (size-1)*dilation + 1
		if n != ir.Dynamic && reach > n {
			return x, fmt.Errorf("windows of %d elements do not fit in dimension %d of size %d", reach, d, n)
		}
		out := Tensor{Elem: x.Elem, Shape: append(slices.Clone(x.Shape), size)}
		if n != ir.Dynamic {
			out.Shape[d] = (n-reach)/step + 1
		}
		if x.Strides != nil {
			out.Strides = append(slices.Clone(x.Strides), x.Strides[d]*dilation)
			out.Strides[d] *= step
		}
		return out, nil
	}, intAttr("dim"), intAttr("size"), intAttr("step"), intAttr("dilation"))
)

// Size defines `prim.size`: the size of a dimension.
var Size = ir.OpDef{
	Name:     "prim.size",
	Summary:  "size of a dimension",
	Operands: tensors("x"),
	Results:  []ir.ValueDef{{Name: "result", Type: constraints.Index}},
	Attrs:    []ir.OpAttr{intAttr("dim")},
	Traits:   ir.Pure,
	Assembly: `$x 'dim' $dim attr-dict ':' type($x)`,
	Verify: func(op *ir.Operation) error {
		x, _ := TensorOf(op.Operand(0).Type())
		if _, err := NewCall(op, nil, nil).dim("dim", x.Rank()); err != nil {
			return op.Errorf("%w", err)
		}
		return nil
	},
}

// IndexTensor defines `prim.index_tensor`: an index as a tensor without dimensions.
var IndexTensor = define(ir.OpDef{
	Name:     "index_tensor",
	Summary:  "index as a tensor without dimensions",
	Operands: []ir.ValueDef{{Name: "value", Type: constraints.Index}},
	Assembly: `$value attr-dict ':' type($result)`,
}, func(c *Call) ([]Tensor, error) {
	return []Tensor{{Elem: c.Context.I(64), Shape: []int64{}, Strides: []int64{}}}, nil
})

// sliceOf returns the part of operand 0 that slice would return.
func sliceOf(c *Call) (*Call, Tensor, error) {
	part, err := sliceRule(c, c.Operands[0])
	return c, part, err
}

// scattered is the rule of primitives that return a copy of x with a part replaced by src.
func scattered(c *Call, part Tensor, err error) ([]Tensor, error) {
	x, src := c.Operands[0], c.Operands[1]
	switch {
	case err != nil:
		return nil, err
	case x.Elem != src.Elem:
		return nil, differ(x, src)
	case !Compatible(part.Shape, src.Shape):
		return nil, fmt.Errorf("src has shape %s, but the elements it replaces have shape %s", ShapeString(src.Shape),
			ShapeString(part.Shape))
	}
	return []Tensor{{Elem: x.Elem, Shape: x.Shape}}, nil
}

func differ(x, y Tensor) error {
	return fmt.Errorf("%w: element types %s and %s differ; prims do not promote: use prim.convert_element_type", ErrDtype,
		ir.Quote(x.Elem), ir.Quote(y.Elem))
}

func catRule(c *Call) ([]Tensor, error) {
	if len(c.Operands) == 0 {
		return nil, fmt.Errorf("expected at least one tensor")
	}
	first := c.Operands[0]
	d, err := c.dim("dim", first.Rank())
	if err != nil {
		return nil, err
	}
	out := Tensor{Elem: first.Elem, Shape: slices.Clone(first.Shape)}
	for i, x := range c.Operands[1:] {
		if x.Elem != first.Elem {
			return nil, differ(first, x)
		}
		if x.Rank() != first.Rank() {
			return nil, fmt.Errorf("operands 0 and %d must have the same rank, but have %d and %d", i+1, first.Rank(), x.Rank())
		}
		for k, n := range x.Shape {
			switch have := out.Shape[k]; {
			case k == d && (have == ir.Dynamic || n == ir.Dynamic):
				out.Shape[k] = ir.Dynamic
			case k == d:
				out.Shape[k] += n
			case have == ir.Dynamic:
				out.Shape[k] = n
			case n != have && n != ir.Dynamic:
				return nil, fmt.Errorf("operand %d has size %d in dimension %d, but others have %d", i+1, n, k, have)
			}
		}
	}
	return []Tensor{out}, nil
}

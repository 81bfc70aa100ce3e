package prim

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Conversions and copies.
var (
	// ConvertElementType defines `prim.convert_element_type`: elements are converted by value. Floats are rounded to
	// nearest even and truncated to integers. Integers wrap around. A number converts to true if it is not zero. The
	// real part of a complex number is converted to real types.
	ConvertElementType = view("convert_element_type", "elements of another type", func(c *Call, x Tensor) (Tensor, error) {
		to, err := c.declaredElem()
		if err != nil {
			return x, err
		}
		out, err := elementwise(&Call{Context: c.Context, Operands: []Tensor{x}}, to)
		if err != nil {
			return x, err
		}
		return out[0], nil
	})
	// Clone is a copy.
	Clone = view("clone", "copy", func(_ *Call, x Tensor) (Tensor, error) {
		return Tensor{Elem: x.Elem, Shape: x.Shape}, nil
	})
	// CopyStrided defines `prim.copy_strided`: the result is a copy of the operand with the given strides.
	CopyStrided = view("copy_strided", "copy with given strides", func(c *Call, x Tensor) (Tensor, error) {
		if n := len(c.Ints("strides")); n != x.Rank() {
			return x, fmt.Errorf("%d strides for %d dimensions", n, x.Rank())
		}
		return Tensor{x.Elem, x.Shape, c.Ints("strides")}, nil
	}, intsAttr("strides"))
	// DevicePut defines `prim.device_put`: the result is the operand on a device such as "cpu" or "cuda:0".
	DevicePut = view("device_put", "the operand on a device", func(_ *Call, x Tensor) (Tensor, error) { return x, nil },
		ir.OpAttr{Name: "device", Attr: constraints.String})
	// CopyTo defines `prim.copy_to`: the result has the elements of src in the element type of dst. It may reuse the
	// memory of dst, which has no later use.
	CopyTo = define(ir.OpDef{
		Name:     "copy_to",
		Summary:  "copy of src, which may reuse the memory of dst",
		Operands: tensors("dst", "src"),
		Assembly: `$dst ',' $src attr-dict ':' type($dst) ',' type($src)`,
	}, func(c *Call) ([]Tensor, error) {
		dst, src := c.Operands[0], c.Operands[1]
		if m, n := Numel(dst.Shape), Numel(src.Shape); m != n && m != ir.Dynamic && n != ir.Dynamic {
			return nil, fmt.Errorf("dst has %d elements and src %d", m, n)
		}
		return []Tensor{dst}, nil
	})
	// Resize defines `prim.resize`: the result is a contiguous tensor of another shape that may reuse the memory of x.
	// Its elements are not specified.
	Resize = define(ir.OpDef{
		Name:     "resize",
		Summary:  "tensor of another shape, which may reuse the memory of x",
		Operands: append(tensors("x"), sizes),
		Assembly: `$x ('sizes' '(' $sizes^ ')')? attr-dict ':' type($x) '->' type($result)`,
	}, func(c *Call) ([]Tensor, error) {
		if len(c.Declared) != 1 {
			return nil, fmt.Errorf("%w: the shape is that of the result", ir.ErrNotInferred)
		}
		return []Tensor{{Elem: c.Operands[0].Elem, Shape: c.Declared[0].Shape}}, nil
	})
)

// Scalars from tensors and types.
var (
	// Item is the only element of a tensor.
	Item = ir.OpDef{
		Name:      "prim.item",
		Summary:   "the only element",
		Operands:  tensors("x"),
		Results:   []ir.ValueDef{{Name: "result", Type: constraints.AnyType}},
		Traits:    ir.NoMemoryEffect,
		Assembly:  `$x attr-dict ':' type($x)`,
		TypeRules: []ir.TypeRule{{From: "x", To: "result", Map: element, Summary: "result is an element of x"}},
		Verify: func(op *ir.Operation) error {
			x, _ := TensorOf(op.Operand(0).Type())
			if n := Numel(x.Shape); n != 1 && n != ir.Dynamic {
				return op.Errorf("expected one element, but %s has %d", ir.Quote(op.Operand(0).Type()), n)
			}
			return nil
		},
	}
	// MaximumValue and MinimumValue are the largest and the smallest finite value of an element type.
	MaximumValue = extreme("maximum_value", "largest finite number of a type")
	MinimumValue = extreme("minimum_value", "smallest finite number of a type")
)

func element(_ *ir.Context, t ir.Type) ir.Type { return ir.ElementOrSelf(t) }

func extreme(name, summary string) ir.OpDef {
	return ir.OpDef{
		Name:     "prim." + name,
		Summary:  summary,
		Results:  []ir.ValueDef{{Name: "result", Type: constraints.AnyType}},
		Traits:   ir.Pure,
		Assembly: `attr-dict ':' type($result)`,
		Verify: func(op *ir.Operation) error {
			if err := wantDtype(op.Result(0).Type(), ordered); err != nil {
				return op.Errorf("%w", err)
			}
			return nil
		},
	}
}

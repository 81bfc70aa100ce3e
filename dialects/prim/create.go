package prim

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Tensors without tensor operands. The result type has the shape; sizes are its unknown sizes.
var (
	// Full has the same number everywhere.
	Full = create("full", "tensor filled with one number", `$value`, numberAttr("value"))
	// Empty defines `prim.empty`: the elements of the result are not specified. The executors of this project use zero.
	Empty = create("empty", "tensor whose elements are not specified", ``)
	// EmptyStrided defines `prim.empty_strided`: the result is as that of prim.empty, with the given strides.
	EmptyStrided = create("empty_strided", "tensor of given strides whose elements are not specified",
		`'strides' $strides`, intsAttr("strides"))
	// EmptyPermuted defines `prim.empty_permuted`: the result is as that of prim.empty. layout lists its dimensions in
	// the order of memory, the outermost first.
	EmptyPermuted = create("empty_permuted", "tensor of a given order of dimensions whose elements are not specified",
		`'layout' $layout`, intsAttr("layout"))
	// Iota defines `prim.iota`: the result is start, start + step and so on, in one dimension.
	Iota = create("iota", "start, start + step, ...", `'start' $start 'step' $step`, intAttr("start"), intAttr("step"))
	// Fill defines `prim.fill`: all elements of the result are one number. The shape and the element type are those of
	// the operand.
	Fill = like("fill", "tensor of the type of x, filled with one number", numberAttr("value"))
	// Constant has given elements.
	Constant = ir.OpDef{
		Name:     "prim.constant",
		Summary:  "tensor of constant elements",
		Results:  tensors("result"),
		Attrs:    []ir.OpAttr{{Name: "value", Attr: constraints.TypedAttr}},
		Traits:   ir.Pure | ir.ConstantLike,
		Assembly: `$value attr-dict`,
		TypeRules: []ir.TypeRule{{From: "value", To: "result",
			Summary: "all of {value, result} have same type"}},
	}
	// ScalarTensor is a tensor without dimensions.
	ScalarTensor = define(ir.OpDef{
		Name:     "scalar_tensor",
		Summary:  "number as a tensor without dimensions",
		Attrs:    []ir.OpAttr{numberAttr("value")},
		Assembly: `$value attr-dict ':' type($result)`,
	}, func(c *Call) ([]Tensor, error) {
		elem, err := c.declaredElem()
		return []Tensor{{Elem: elem, Shape: []int64{}, Strides: []int64{}}}, err
	})
)

// create defines a primitive whose result has any shape.
func create(name, summary, syntax string, attrs ...ir.OpAttr) ir.OpDef {
	return define(ir.OpDef{
		Name:     name,
		Summary:  summary,
		Operands: []ir.ValueDef{sizes},
		Attrs:    attrs,
		Assembly: syntax + ` ('sizes' '(' $sizes^ ')')? attr-dict ':' type($result)`,
	}, createRule)
}

func createRule(c *Call) ([]Tensor, error) {
	if len(c.Declared) != 1 {
		return nil, fmt.Errorf("%w: the shape is that of the result", ir.ErrNotInferred)
	}
	out := c.Declared[0]
	switch {
	case c.attr("layout") != nil:
		layout := c.Ints("layout")
		if _, err := c.dims("layout", out.Rank()); err != nil || len(layout) != out.Rank() {
			return nil, fmt.Errorf("layout = %v is not a permutation of %d dimensions", layout, out.Rank())
		}
		order := make([]int, len(layout))
		for i, d := range layout {
			order[len(order)-1-i] = int(d)
		}
		out.Strides = laidOut(out.Shape, order)
	case c.attr("strides") != nil:
		out.Strides = c.Ints("strides")
		if len(out.Strides) != out.Rank() {
			return nil, fmt.Errorf("%d strides for %d dimensions", len(out.Strides), out.Rank())
		}
	case c.attr("step") != nil:
		if out.Rank() != 1 || c.Int("step") == 0 {
			return nil, fmt.Errorf("expected a result of rank 1 and a step other than 0")
		}
		return c.Declared, wantDtype(out.Elem, Int)
	}
	return []Tensor{out}, nil
}

// like defines a primitive whose result is like its operand.
func like(name, summary string, attr ir.OpAttr) ir.OpDef {
	return define(ir.OpDef{
		Name:     name,
		Summary:  summary,
		Operands: tensors("x"),
		Attrs:    []ir.OpAttr{attr},
		Assembly: `$x ',' $` + attr.Name + ` attr-dict ':' type($x)`,
	}, func(c *Call) ([]Tensor, error) { return elementwise(c, c.Operands[0].Elem) })
}

package tile

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// MakeArray defines `tile.make_array`: the result is the array at an address. The operands after the address are the
// sizes and the strides that are ? in the result's type, in order.
var MakeArray = ir.OpDef{
	Name:    "tile.make_array",
	Summary: "array at an address",
	Operands: []ir.ValueDef{
		{Name: "base", Type: pointer}, {Name: "shape", Type: i32, Arity: ir.Variadic},
		{Name: "strides", Type: i64, Arity: ir.Variadic},
	},
	Results:  []ir.ValueDef{{Name: "result", Type: arrays}},
	Traits:   ir.Pure | ir.AttrSizedOperandSegments,
	Assembly: `$base 'shape' '[' $shape ']' 'strides' '[' $strides ']' attr-dict ':' type($base) '->' type($result)`,
	Verify:   verifyMakeArray,

	Interfaces: []any{alias.Source(0)},
}

// Slice defines `tile.slice`: the result is the part of an array from index `from` to index `to`, exclusive, along an
// axis. It must hold that 0 <= from <= to <= the array's size.
var Slice = ir.OpDef{
	Name:     "tile.slice",
	Summary:  "part of an array along an axis",
	Operands: []ir.ValueDef{{Name: "array", Type: arrays}, {Name: "from", Type: i32}, {Name: "to", Type: i32}},
	Results:  []ir.ValueDef{{Name: "result", Type: arrays}},
	Attrs:    []ir.OpAttr{axisDef},
	Traits:   ir.NoMemoryEffect,
	Assembly: `$array 'axis' '=' $axis 'from' $from 'to' $to attr-dict ':' type($array) '->' type($result)`,
	Verify:   verifySlice,
	Elided: oneResult(func(ctx *ir.Context, st *ir.OpState) ir.Type {
		return slicedType(ctx, st.Operands[0].Type(), axisOf(st))
	}),

	Interfaces: []any{alias.Source(0)},
}

// ElementPtr defines `tile.element_ptr`: the result is the addresses of an array's elements with the given indices.
// InBounds defines `tile.in_bounds`: the result says whether the array has elements with the given indices; negative
// indices are out of bounds. At the first level indices are broadcast.
//
// Gathers, scatters and atomic operations by index use these two operations: the addresses are the pointers, and the
// test of the bounds is the mask.
var (
	ElementPtr = viewing(indexed("element_ptr", "addresses of elements of an array", ptrs,
		func(ctx *ir.Context, a *ArrayType) ir.Type { return Ptr(ctx, a.ElementType()) }))
	InBounds = indexed("in_bounds", "test of indices against an array's bounds", bools,
		func(ctx *ir.Context, _ *ArrayType) ir.Type { return ctx.I(1) })
)

// MakeView defines `tile.view`: the result is the tile space of an array. The result's type describes it.
var MakeView = ir.OpDef{
	Name:     "tile.view",
	Summary:  "tile space of an array",
	Operands: []ir.ValueDef{{Name: "array", Type: arrays}},
	Results: []ir.ValueDef{{Name: "result", Type: ir.TypeConstraint{Summary: "view", Check: func(t ir.Type) bool {
		_, ok := t.(*ViewType)
		return ok
	}}}},
	Traits: ir.Pure,
	TypeRules: []ir.TypeRule{{From: "result", To: "array", Summary: "the view is one of the array",
		Map: func(_ *ir.Context, t ir.Type) ir.Type {
			if v, ok := t.(*ViewType); ok {
				return v.array
			}
			return nil
		}}},
	Assembly: `$array attr-dict ':' type($result)`,

	Interfaces: []any{alias.Source(0)},
}

// NumTiles defines `tile.num_tiles`: the result is the number of a view's tiles along a dimension, including tiles that
// are only partly within the array.
var NumTiles = ir.OpDef{
	Name:     "tile.num_tiles",
	Summary:  "number of a view's tiles along a dimension",
	Operands: []ir.ValueDef{{Name: "view", Type: MakeView.Results[0].Type}},
	Results:  []ir.ValueDef{{Name: "result", Type: i32}},
	Attrs:    []ir.OpAttr{axisDef},
	Traits:   ir.Pure,
	Assembly: `$view ',' $axis attr-dict ':' type($view)`,

	OptionalTypes: true,
	Verify: func(op *ir.Operation) error {
		if a, rank := Axis(op), len(op.Operand(0).Type().(*ViewType).tile); a < 0 || a >= rank {
			return op.Errorf("axis must be less than %d, the view's number of dimensions, but got %d", rank, a)
		}
		return nil
	},
}

var pointer = ir.TypeConstraint{Summary: "pointer", Check: isPtr}

// NewMakeArray creates an array at an address and returns it. shape and strides are the sizes and strides that are ? in
// t.
func NewMakeArray(b *ir.Builder, base *ir.Value, t *ArrayType, shape, strides []*ir.Value) *ir.Value {
	st := b.State(&MakeArray)
	st.Operands = slices.Concat([]*ir.Value{base}, shape, strides)
	st.SetSegments(1, int32(len(shape)), int32(len(strides)))
	st.Types = append(st.Types, t)
	return b.Create(st).Result(0)
}

// NewSlice creates the part of an array along an axis and returns it.
func NewSlice(b *ir.Builder, array *ir.Value, axis int, from, to *ir.Value) *ir.Value {
	st := b.State(&Slice)
	st.Operands = append(st.Operands, array, from, to)
	st.Types = append(st.Types, slicedType(b.Context(), array.Type(), axis))
	attr := axisAttr(b, axis)
	st.AddAttr(attr.Name, attr.Value)
	return b.Create(st).Result(0)
}

// slicedType returns the type of a part of an array along an axis, or t if t is no array.
func slicedType(ctx *ir.Context, t ir.Type, axis int) ir.Type {
	a, ok := t.(*ArrayType)
	if !ok || axis < 0 || axis >= a.Rank() { // the verifier refuses both
		return t
	}
	shape := slices.Clone(a.shape)
	shape[axis] = ir.Dynamic
	return Array(ctx, shape, a.elem, a.strides)
}

// NewElementPtr creates the addresses of elements and returns them. NewInBounds creates the test of indices against the
// bounds and returns it.
func NewElementPtr(b *ir.Builder, array *ir.Value, indices ...*ir.Value) (*ir.Value, error) {
	return result(build(b, &ElementPtr, append([]*ir.Value{array}, indices...)))
}

func NewInBounds(b *ir.Builder, array *ir.Value, indices ...*ir.Value) (*ir.Value, error) {
	return result(build(b, &InBounds, append([]*ir.Value{array}, indices...)))
}

// NewView creates the tile space of an array and returns it.
func NewView(b *ir.Builder, array *ir.Value, t *ViewType) *ir.Value {
	st := b.State(&MakeView)
	st.Operands = append(st.Operands, array)
	st.Types = append(st.Types, t)
	return b.Create(st).Result(0)
}

func indexed(name, summary string, result ir.TypeConstraint, elem func(*ir.Context, *ArrayType) ir.Type) ir.OpDef {
	return ir.OpDef{
		Name:     "tile." + name,
		Summary:  summary,
		Operands: []ir.ValueDef{{Name: "array", Type: arrays}, {Name: "indices", Type: operands, Arity: ir.Variadic}},
		Results:  []ir.ValueDef{{Name: "result", Type: result}},
		Traits:   ir.Pure,
		Assembly: `$array '[' $indices ']' attr-dict ':' type($array) ',' type($indices) '->' type($result)`,
		Elided:   looseResults,
		Verify: func(op *ir.Operation) error {
			if rank := op.Operand(0).Type().(*ArrayType).Rank(); op.NumOperands()-1 != rank {
				return op.Errorf("expected %d indices, one for each dimension of the array, but got %d", rank,
					op.NumOperands()-1)
			}
			return verifyLoose(op)
		},
		Interfaces: []any{looseTypes(func(q *query) (want, results []ir.Type, err error) {
			a, ok := q.operands[0].Type().(*ArrayType)
			if !ok {
				return nil, nil, fmt.Errorf("expected an array, but got %s", ir.Quote(q.operands[0].Type()))
			}
			shape, err := q.shape()
			if err != nil {
				return nil, nil, err
			}
			want = append(want, a)
			for _, v := range q.operands[1:] {
				index, err := q.offset(v)
				if err != nil {
					return nil, nil, err
				}
				want = append(want, Of(q.ctx, shape, index))
			}
			return want, []ir.Type{Of(q.ctx, shape, elem(q.ctx, a))}, nil
		})},
	}
}

func verifyMakeArray(op *ir.Operation) error {
	a := op.Result(0).Type().(*ArrayType)
	if elem := op.Operand(0).Type().(*PtrType).Pointee(); elem != a.elem {
		return op.Errorf("the array must have the pointee's elements %s, but it has %s", ir.Quote(elem), ir.Quote(a.elem))
	}
	for i, open := range [][]int64{a.shape, a.strides} {
		n := 0
		for _, d := range open {
			if d == ir.Dynamic {
				n++
			}
		}
		if from, to := op.Group(1 + i); to-from != n {
			return op.Errorf("expected %d %s, as many as %s leaves open, but got %d", n, [...]string{"sizes", "strides"}[i],
				ir.Quote(a), to-from)
		}
	}
	return nil
}

func verifySlice(op *ir.Operation) error {
	in, out := op.Operand(0).Type().(*ArrayType), op.Result(0).Type()
	axis := Axis(op)
	if axis < 0 || axis >= in.Rank() {
		return op.Errorf("axis must be less than %d, the array's number of dimensions, but got %d", in.Rank(), axis)
	}
	if want := slicedType(op.Context(), in, axis); out != want {
		return op.Errorf("result must be of type %s, but got %s", ir.Quote(want), ir.Quote(out))
	}
	return nil
}

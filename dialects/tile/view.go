package tile

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/enums"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// Padding says which value a load returns for elements outside of an array.
type Padding int

// Paddings is the enumeration of padding modes; the default is PadUndetermined.
var Paddings = enums.New[Padding]("padding",
	"padding mode: undetermined, zero, neg_zero, nan, pos_inf or neg_inf", 32,
	"undetermined", "zero", "neg_zero", "nan", "pos_inf", "neg_inf")

// Padding modes.
const (
	PadUndetermined Padding = iota
	PadZero
	PadNegZero
	PadNaN
	PadPosInf
	PadNegInf
)

// PaddingBits returns the float of a padding mode other than PadUndetermined.
func PaddingBits(f *apfloat.Format, mode Padding) apfloat.Bits {
	switch mode {
	case PadNegZero:
		return f.Zero(true)
	case PadNaN:
		return f.NaN(false)
	case PadPosInf, PadNegInf:
		return f.Inf(mode == PadNegInf)
	}
	return f.Zero(false)
}

// LoadView defines `tile.load_view`: the result is the tile at an index of a view. Elements outside the array's bounds
// are padding. If no element of the tile is within the bounds, the result is undefined; with anywhere, all elements are
// padding.
//
// An array can be used as a view. It is then divided into adjacent tiles of the result's shape.
var LoadView = ir.OpDef{
	Name:     "tile.load_view",
	Summary:  "load of the tile of an array at a tile index",
	Operands: []ir.ValueDef{{Name: "array", Type: views}, {Name: "indices", Type: i32, Arity: ir.Variadic}},
	Results:  []ir.ValueDef{{Name: "result", Type: tensorValues}},
	Attrs: []ir.OpAttr{
		{Name: "padding", Attr: Paddings.Constraint(), Optional: true},
		{Name: AnywhereName, Attr: constraints.Unit, Optional: true},
	},
	Assembly: `$array '[' $indices ']' ('padding' $padding^)? ('anywhere' $anywhere^)? attr-dict ':' type($array) ` +
		`'->' type($result)`,
	Verify: verifyLoadView,
	Elided: viewedTile,

	Interfaces: []any{ir.OperandEffect(ir.Read, 0)},
}

// AnywhereName is the unit attribute of accesses to views that allows tile indices outside of the view. A load of such
// a tile returns padding, and a store writes nothing. Without the attribute, an access to a tile that has no element in
// the array is undefined.
const AnywhereName = "anywhere"

// StoreView defines `tile.store_view`: a tile is written at an index of a view, or of an array as in tile.load_view.
// Elements outside the bounds are dropped. At the first level the value is converted.
var StoreView = ir.OpDef{
	Name:    "tile.store_view",
	Summary: "store of a tile to an array at a tile index",
	Operands: []ir.ValueDef{
		{Name: "value", Type: tensorValues}, {Name: "array", Type: views}, {Name: "indices", Type: i32, Arity: ir.Variadic},
	},
	Attrs:    []ir.OpAttr{{Name: AnywhereName, Attr: constraints.Unit, Optional: true}},
	Assembly: `$value ',' $array '[' $indices ']' ('anywhere' $anywhere^)? attr-dict ':' type($value) ',' type($array)`,
	Verify:   verifyStoreView,

	OptionalTypes: true,
	Interfaces:    []any{looseTypes(storeViewTypes), ir.OperandEffect(ir.Write, 1)},
}

// AtomicRMWView defines `tile.atomic_rmw_view`: the elements of a tile are combined atomically with the elements of an
// array, at a tile index of a view, or of the array as in tile.load_view. Elements outside the bounds are dropped.
// Several programs may update the same elements in an order that is not specified, so sums of floats may differ from
// launch to launch. The memory order is relaxed, and the scope is the device. At the first level the value is
// converted.
var AtomicRMWView = ir.OpDef{
	Name:    "tile.atomic_rmw_view",
	Summary: "atomic combination of an array with a tile at a tile index",
	Operands: []ir.ValueDef{
		{Name: "value", Type: tensorValues}, {Name: "array", Type: views}, {Name: "indices", Type: i32, Arity: ir.Variadic},
	},
	Attrs: []ir.OpAttr{{Name: "kind", Attr: AtomicKinds.Constraint()},
		{Name: AnywhereName, Attr: constraints.Unit, Optional: true}},
	Assembly: `$kind $value ',' $array '[' $indices ']' ('anywhere' $anywhere^)? attr-dict ':' type($value) ',' ` +
		`type($array)`,
	Verify: verifyAtomicRMWView,

	OptionalTypes: true,
	Interfaces:    []any{looseTypes(storeViewTypes), updates(1)},
}

// IsViewUpdate reports whether an operation writes a tile to its second operand, an array or view, or combines the two.
func IsViewUpdate(op *ir.Operation) bool { return op.Is(&StoreView) || op.Is(&AtomicRMWView) }

// Dim and Stride define `tile.dim` and `tile.stride`: the result is the size of an array along a dimension, or its
// stride in elements.
var (
	Dim    = arrayQuery("dim", "size of an array along a dimension")
	Stride = arrayQuery("stride", "distance of an array's neighbors along a dimension, in elements")
)

// Base defines `tile.base`: the result is the address of an array's first element.
var Base = ir.OpDef{
	Name:     "tile.base",
	Summary:  "address of an array's first element",
	Operands: []ir.ValueDef{{Name: "array", Type: arrays}},
	Results:  []ir.ValueDef{{Name: "result", Type: ptrs}},
	Traits:   ir.Pure,
	TypeRules: []ir.TypeRule{{From: "array", To: "result", Summary: "the result points to the array's elements",
		Map: func(ctx *ir.Context, t ir.Type) ir.Type {
			if a, ok := t.(*ArrayType); ok {
				return Ptr(ctx, a.ElementType())
			}
			return nil
		}}},
	Assembly: `$array attr-dict ':' type($array)`,

	OptionalTypes: true,
	Interfaces:    []any{alias.Source(0)},
}

// NewLoadView creates the load of a tile of the given shape from an array or a view and returns it. For a view, padding
// must be PadUndetermined because the view has its own padding.
func NewLoadView(b *ir.Builder, array *ir.Value, shape []int64, padding Padding, indices ...*ir.Value) *ir.Value {
	st := b.State(&LoadView)
	st.Operands = append(append(st.Operands, array), indices...)
	if padding != PadUndetermined {
		st.SetInherent("padding", Paddings.Attr(b.Context(), padding))
	}
	st.Types = append(st.Types, Of(b.Context(), shape, ArrayOf(array.Type()).ElementType()))
	return b.Create(st).Result(0)
}

// NewStoreView creates the store of a tile.
func NewStoreView(b *ir.Builder, value, array *ir.Value, indices ...*ir.Value) *ir.Operation {
	return b.Build(&StoreView, append([]*ir.Value{value, array}, indices...))
}

// NewAtomicRMWView creates an atomic combination of a tile with a tile of an array.
func NewAtomicRMWView(b *ir.Builder, kind AtomicKind, value, array *ir.Value, indices ...*ir.Value) *ir.Operation {
	return b.Build(&AtomicRMWView, append([]*ir.Value{value, array}, indices...),
		ir.NamedAttr{Name: "kind", Value: AtomicKinds.Attr(b.Context(), kind)})
}

// NewDim creates a query of an array's size and returns it, an i32.
func NewDim(b *ir.Builder, array *ir.Value, axis int) *ir.Value {
	return b.Build(&Dim, []*ir.Value{array}, axisAttr(b, axis)).Result(0)
}

// NewStride creates a query of an array's stride and returns it, an i32.
func NewStride(b *ir.Builder, array *ir.Value, axis int) *ir.Value {
	return b.Build(&Stride, []*ir.Value{array}, axisAttr(b, axis)).Result(0)
}

// NewBase creates a query of an array's address and returns it.
func NewBase(b *ir.Builder, array *ir.Value) *ir.Value {
	return b.Build(&Base, []*ir.Value{array}).Result(0)
}

// PaddingOf returns the padding mode of a tile.load_view.
func PaddingOf(op *ir.Operation) Padding {
	if view, ok := op.Operand(0).Type().(*ViewType); ok {
		return view.Padding()
	}
	mode, _ := Paddings.Value(op.Inherent("padding"))
	return mode
}

// ViewOf returns the type of the view that an access uses: that of the operand, or for an array that of its division
// into adjacent tiles.
func ViewOf(ctx *ir.Context, view, tile ir.Type) *ViewType {
	if v, ok := view.(*ViewType); ok {
		return v
	}
	return View(ctx, view.(*ArrayType), ir.TensorShape(tile), nil, nil, PadUndetermined)
}

// IsAnywhere reports whether an access allows tile indices outside of the view.
func IsAnywhere(op *ir.Operation) bool { return op.Inherent(AnywhereName) != nil }

// ArrayOf returns t if it is an array type, or the array type of a view type.
func ArrayOf(t ir.Type) *ArrayType {
	if v, ok := t.(*ViewType); ok {
		return v.array
	}
	return t.(*ArrayType)
}

func arrayQuery(name, summary string) ir.OpDef {
	return ir.OpDef{
		Name:     "tile." + name,
		Summary:  summary,
		Operands: []ir.ValueDef{{Name: "array", Type: arrays}},
		Results:  []ir.ValueDef{{Name: "result", Type: i32}},
		Attrs:    []ir.OpAttr{{Name: "axis", Attr: constraints.I32Attr}},
		Traits:   ir.Pure,
		Assembly: `$array ',' $axis attr-dict ':' type($array)`,

		OptionalTypes: true,
		Verify: func(op *ir.Operation) error {
			if a, rank := Axis(op), op.Operand(0).Type().(*ArrayType).Rank(); a < 0 || a >= rank {
				return op.Errorf("axis must be less than %d, the array's number of dimensions, but got %d", rank, a)
			}
			return nil
		},
	}
}

// verifyAccess checks the tile and the tile index of an access to a view.
func verifyAccess(op *ir.Operation, tile, view *ir.Value, indices int) error {
	a := ArrayOf(view.Type())
	if rank := len(ir.TensorShape(tile.Type())); rank != a.Rank() {
		return op.Errorf("the tile must have %d dimensions as the array has, but got %s", a.Rank(), ir.Quote(tile.Type()))
	}
	if v, ok := view.Type().(*ViewType); ok && !slices.Equal(ir.TensorShape(tile.Type()), v.tile) {
		return op.Errorf("the tile must have the view's shape %v, but got %s", v.tile, ir.Quote(tile.Type()))
	}
	if indices != a.Rank() {
		return op.Errorf("expected %d indices, one for each dimension of the array, but got %d", a.Rank(), indices)
	}
	return nil
}

func verifyLoadView(op *ir.Operation) error {
	elem := ArrayOf(op.Operand(0).Type()).ElementType()
	if t := op.Result(0).Type(); ir.ElementOrSelf(t) != elem {
		return op.Errorf("elements of the result must be of type %s, but got %s", ir.Quote(elem), ir.Quote(t))
	}
	if _, ok := op.Operand(0).Type().(*ViewType); ok && op.Inherent("padding") != nil {
		return op.Errorf("a view has its own padding, in its type")
	}
	mode := PaddingOf(op)
	if problem := paddingProblem(mode, elem); problem != "" {
		return op.Errorf("padding %s %s, but the elements are of type %s", Paddings.Name(mode), problem, ir.Quote(elem))
	}
	return verifyAccess(op, op.Result(0), op.Operand(0), op.NumOperands()-1)
}

func verifyStoreView(op *ir.Operation) error {
	if err := verifyAccess(op, op.Operand(0), op.Operand(1), op.NumOperands()-2); err != nil {
		return err
	}
	return verifyLoose(op)
}

func verifyAtomicRMWView(op *ir.Operation) error {
	if err := verifyStoreView(op); err != nil {
		return err
	}
	kind, elem := AtomicKindOf(op), ArrayOf(op.Operand(1).Type()).ElementType()
	if kind == AtomicXchg {
		return op.Errorf("%w: xchg returns the old elements, but this operation has no result; use tile.store_view",
			ErrAtomic)
	}
	if err := checkAtomic(kind, elem); err != nil {
		return op.Errorf("%w", err)
	}
	return nil
}

// storeViewTypes converts the value to the array's element type. CuTile only converts it if promotion would.
func storeViewTypes(q *query) (want, results []ir.Type, err error) {
	to := ArrayOf(q.operands[1].Type()).ElementType()
	from := ir.ElementOrSelf(q.operands[0].Type())
	if from != to && q.semantics != nil && *q.semantics == promotion.CuTile {
		t, err := promotion.Promote(q.ctx, promotion.CuTile, []promotion.Operand{{Type: from}, {Type: to}})
		if err != nil || t != to {
			return nil, nil, fmt.Errorf("%w: cutile semantics do not convert '%s' to '%s' implicitly; use tile.cast",
				promotion.ErrOperand,
				from, to)
		}
	}
	for _, v := range q.operands {
		want = append(want, v.Type())
	}
	want[0] = Of(q.ctx, slices.Clone(ir.TensorShape(want[0])), to)
	return want, nil, nil
}

package tt

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// accessAttrs are attributes of loads and stores.
var accessAttrs = []ir.OpAttr{
	withDefault("cache", CacheModifiers, NoCacheModifier),
	withDefault("evict", EvictionPolicies, EvictNormally),
}

var boundaryCheck = ir.OpAttr{Name: "boundaryCheck", Attr: constraints.DenseI32Array,
	Default: func(ctx *ir.Context) ir.Attribute { return ctx.DenseI32() },
	Doc:     "dimensions of a block pointer along which the block may leave the array"}

// Load defines `tt.load`: the result is the value at a pointer, the values at a tensor of pointers, or the block at a
// block pointer. Where the mask is false, memory is not accessed, and the result is other, or undefined if there is no
// other.
var Load = define(ir.OpDef{
	Name:    "tt.load",
	Summary: "Load from a tensor of pointers or from a tensor pointer",
	Operands: []ir.ValueDef{
		{Name: "ptr", Type: pointerArg},
		{Name: "mask", Type: boolLike, Arity: ir.Optional},
		{Name: "other", Type: anyValue, Arity: ir.Optional},
	},
	Results: []ir.ValueDef{{Name: "result", Type: anyValue}},
	Attrs: slices.Concat([]ir.OpAttr{boundaryCheck, optional("padding", Paddings)}, accessAttrs,
		[]ir.OpAttr{{Name: "isVolatile", Attr: constraints.Bool, Default: falseAttr}}),
	Traits: ir.AttrSizedOperandSegments,
	TypeRules: []ir.TypeRule{
		{From: "ptr", To: "result", Summary: "result matches ptr type", Map: Pointees},
		{From: "ptr", To: "mask", Summary: "mask type matches ptr type", Map: maskOf},
		{From: "ptr", To: "other", Summary: "other matches ptr type", Map: Pointees},
	},
	Predicates: []ir.Predicate{{Summary: "mask type matches ptr type", Holds: func(op *ir.Operation) bool {
		return op.GroupValue(2) == nil || op.GroupValue(1) != nil
	}}},
	Assembly: `$ptr (',' $mask^)? (',' $other^)? oilist('cacheModifier' '=' $cache | 'evictionPolicy' '=' $evict)
		attr-dict ':' type($ptr)`,
	Interfaces: []any{effects(func(op *ir.Operation, yield func(ir.Effect) bool) {
		volatile, _ := op.Inherent("isVolatile").(*ir.IntegerAttr)
		_ = yield(global(ir.Read)) && volatile != nil && volatile.Bool() && yield(global(ir.Write))
	})},
})

// Store defines `tt.store`: a value is written at a pointer, at a tensor of pointers, or at a block pointer, except
// where the mask is false.
var Store = define(ir.OpDef{
	Name:    "tt.store",
	Summary: "Store by a tensor of pointers or by a tensor pointer",
	Operands: []ir.ValueDef{
		{Name: "ptr", Type: pointerArg},
		{Name: "value", Type: anyValue},
		{Name: "mask", Type: boolLike, Arity: ir.Optional},
	},
	Attrs: slices.Concat([]ir.OpAttr{boundaryCheck}, accessAttrs),
	TypeRules: []ir.TypeRule{
		{From: "ptr", To: "value", Summary: "value type matches ptr type", Map: Pointees},
		{From: "ptr", To: "mask", Summary: "mask type matches ptr type", Map: maskOf},
	},
	Assembly: `$ptr ',' $value (',' $mask^)? oilist('cacheModifier' '=' $cache | 'evictionPolicy' '=' $evict)
		attr-dict ':' type($ptr)`,
	Interfaces: []any{writes},
})

// maskOf returns the mask type of accesses through pointers of a type.
func maskOf(ctx *ir.Context, t ir.Type) ir.Type {
	pointees := Pointees(ctx, t)
	if pointees == nil {
		return nil
	}
	return withElement(ctx, pointees, ctx.I(1))
}

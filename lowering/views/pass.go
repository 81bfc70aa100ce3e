package views

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite"
)

// Pass is tile-lower-views.
var Pass = &pass.Pass{
	Name:    "tile-lower-views",
	Summary: "Replace arrays by pointers, sizes and strides",
	Anchor:  "builtin.module",
	Run: func(ctx *pass.Context, module *ir.Operation) error {
		for op := range module.Region(0).Entry().Ops() {
			if k, ok := tile.AsKernel(op); ok {
				if err := lower(ctx, k); err != nil {
					return err
				}
			}
		}
		return nil
	},
}

// descriptor is what stands for an array: its address, and an i32 for every size and stride.
type descriptor struct {
	base           *ir.Value
	sizes, strides []*ir.Value
}

// lower rewrites a kernel. It checks first what it cannot lower, so that it fails without a change.
func lower(ctx *pass.Context, k tile.Kernel) error {
	if err := check(k); err != nil {
		return err
	}
	arrays := expandArguments(k)
	var accesses []*ir.Operation
	k.Walk(func(op *ir.Operation) bool {
		if _, ok := arrays[arrayOf(op)]; ok {
			accesses = append(accesses, op)
		}
		return true
	})
	for _, op := range accesses {
		b := ir.NewBuilder(k.Context()).Before(op)
		b.SetLoc(op.Loc())
		if v := replacement(b, op, arrays[arrayOf(op)]); v != nil {
			op.Result(0).ReplaceAllUsesWith(v)
		}
		op.Erase()
	}
	for _, v := range slices.Clone(k.Entry().Args()) {
		if _, ok := v.Type().(*tile.ArrayType); ok {
			k.Entry().EraseArg(v.Index())
		}
	}
	k.UpdateType()
	// What computed sizes and strides that nobody asked for is dead.
	_, err := rewrite.Greedy(k.Operation, rewrite.MustSet(), rewrite.Options{Context: ctx, ScatteredConstants: true})
	return err
}

// arrayOf returns the array that an operation works on, or nil.
func arrayOf(op *ir.Operation) *ir.Value {
	for _, v := range op.Operands() {
		if _, ok := v.Type().(*tile.ArrayType); ok {
			return v
		}
	}
	return nil
}

// check refuses arrays that are not used directly, and accesses of the loosely typed level.
func check(k tile.Kernel) (err error) {
	k.Walk(func(op *ir.Operation) bool {
		array := arrayOf(op)
		if err != nil || array == nil {
			return err == nil
		}
		t := array.Type().(*tile.ArrayType)
		if i, ok := t.ElementType().(*ir.IntegerType); ok && i.Signedness != ir.Signless {
			err = op.Errorf("elements of type %s are of the loosely typed level: run tile-to-arith first",
				ir.Quote(t.ElementType()))
		}
		switch {
		case err != nil:
		case array.ArgumentOf() != k.Entry():
			err = op.Errorf("an array must be an argument of the kernel")
		case op.Is(&tile.StoreView):
			if v := op.Operand(0).Type(); ir.ElementOrSelf(v) != t.ElementType() {
				err = op.Errorf("elements of %s must be converted to %s: run tile-promote first", ir.Quote(v),
					ir.Quote(t.ElementType()))
			}
		case !op.Is(&tile.LoadView) && !op.Is(&tile.Dim) && !op.Is(&tile.Stride) && !op.Is(&tile.Base):
			err = op.Errorf("an array cannot be lowered here")
		}
		return err == nil
	})
	return err
}

// expandArguments puts the descriptors of array arguments behind all arguments, moves those that stay between them, and
// returns the descriptors. The array arguments themselves remain in front, for the caller to erase.
func expandArguments(k tile.Kernel) map[*ir.Value]*descriptor {
	ctx, entry := k.Context(), k.Entry()
	b := ir.NewBuilder(ctx).AtStart(entry)
	arrays := make(map[*ir.Value]*descriptor)
	attrs, _ := k.Inherent(function.ArgAttrs).(*ir.ArrayAttr)
	var newAttrs []ir.Attribute
	add := func(t ir.Type, loc ir.Location, attr ir.Attribute) *ir.Value {
		newAttrs = append(newAttrs, attr)
		return entry.AddArg(ctx, t, loc)
	}
	var moved []*ir.Value
	for i, v := range slices.Clone(entry.Args()) {
		attr, none := ir.Attribute(ctx.Dict()), ir.Attribute(ctx.Dict())
		if attrs != nil {
			attr = attrs.Elems[i]
		}
		t, ok := v.Type().(*tile.ArrayType)
		if !ok {
			v.ReplaceAllUsesWith(add(v.Type(), v.Loc(), attr))
			moved = append(moved, v)
			continue
		}
		b.SetLoc(v.Loc())
		extent := func(static int64) *ir.Value {
			if static != ir.Dynamic {
				return arith.NewInt(b, ctx.I(32), static)
			}
			return add(ctx.I(32), v.Loc(), none)
		}
		d := &descriptor{base: add(tile.Ptr(ctx, t.ElementType()), v.Loc(), attr)}
		for _, n := range t.Shape() {
			d.sizes = append(d.sizes, extent(n))
		}
		for _, n := range t.Strides() {
			d.strides = append(d.strides, extent(n))
		}
		arrays[v] = d
	}
	for _, v := range moved {
		entry.EraseArg(v.Index())
	}
	if attrs != nil {
		k.SetAttr(function.ArgAttrs, ctx.Array(newAttrs...))
	}
	return arrays
}

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
		attr := ir.Attribute(ctx.Dict())
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
		extent := func(static, divisor int64) *ir.Value {
			if static != ir.Dynamic {
				return arith.NewInt(b, ctx.I(32), static)
			}
			return add(ctx.I(32), v.Loc(), divisibility(ctx, divisor))
		}
		facts := k.ArgFacts(i)
		d := &descriptor{base: add(tile.Ptr(ctx, t.ElementType()), v.Loc(), addressFacts(ctx, attr))}
		for dim, n := range t.Shape() {
			d.sizes = append(d.sizes, extent(n, facts.Shape[dim]))
		}
		for dim, n := range t.Strides() {
			d.strides = append(d.strides, extent(n, facts.Strides[dim]))
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

// divisibility returns the attributes of an argument of which a divisor is promised.
func divisibility(ctx *ir.Context, divisor int64) *ir.DictAttr {
	if divisor == 1 {
		return ctx.Dict()
	}
	return ctx.Dict(ir.NamedAttr{Name: tile.ArgDivisibility, Value: ctx.Integer(ctx.I(32), divisor)})
}

// addressFacts returns an array's attributes without those about its sizes and strides.
func addressFacts(ctx *ir.Context, a ir.Attribute) ir.Attribute {
	attrs, ok := a.(*ir.DictAttr)
	if !ok {
		return a
	}
	return ctx.Dict(slices.DeleteFunc(slices.Clone(attrs.All()), func(n ir.NamedAttr) bool {
		return n.Name == tile.ShapeDivisibility || n.Name == tile.StrideDivisibility
	})...)
}

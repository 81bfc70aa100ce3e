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
		for k := range tile.Kernels(module) {
			if err := lower(ctx, k); err != nil {
				return err
			}
		}
		return nil
	},
}

// descriptor replaces an array: it has the array's address, an i32 for every size, and an i32 or i64 for every stride.
type descriptor struct {
	base           *ir.Value
	sizes, strides []*ir.Value
}

// lower rewrites a kernel. It first looks for operations that it cannot lower, so that it fails before it changes
// anything. The exception is a kernel that carries arrays through control flow: such a kernel is canonicalized first.
func lower(ctx *pass.Context, k tile.Kernel) error {
	if carriesArrays(k) {
		if err := canonicalize(ctx, k); err != nil {
			return err
		}
	}
	if err := check(k); err != nil {
		return err
	}
	l := &lowering{arrays: expandArguments(k)}
	accesses := k.Collect(func(op *ir.Operation) bool { return arrayOf(op) != nil || op.Is(&tile.MakeArray) })
	for _, op := range accesses {
		b := ir.NewBuilder(k.Context()).Before(op)
		b.SetLoc(op.Loc())
		if v := l.replacement(b, op); v != nil {
			op.Result(0).ReplaceAllUsesWith(v)
		}
	}
	for _, op := range slices.Backward(accesses) {
		op.Erase()
	}
	for _, v := range slices.Clone(k.Entry().Args()) {
		if _, ok := v.Type().(*tile.ArrayType); ok {
			k.Entry().EraseArg(v.Index())
		}
	}
	k.UpdateType()
	// Erase dead operations, such as those that compute sizes and strides that are not used.
	_, err := rewrite.Greedy(k.Operation, rewrite.MustSet(), rewrite.Options{Context: ctx, ScatteredConstants: true})
	return err
}

// arrayOf returns the array or view that an operation works on, or nil.
func arrayOf(op *ir.Operation) *ir.Value {
	for _, v := range op.Operands() {
		if isArray(v.Type()) {
			return v
		}
	}
	return nil
}

func isArray(t ir.Type) bool {
	switch t.(type) {
	case *tile.ArrayType, *tile.ViewType:
		return true
	}
	return false
}

// carriesArrays reports whether loops or branches carry arrays. Imported kernels with block pointers do this.
func carriesArrays(k tile.Kernel) (found bool) {
	k.Walk(func(op *ir.Operation) bool {
		found = found || op.HasTrait(ir.Terminator) && arrayOf(op) != nil
		return !found
	})
	return found
}

// canonicalize replaces arrays that a loop or branch carries without changing them by the arrays from outside.
func canonicalize(ctx *pass.Context, k tile.Kernel) error {
	_, err := rewrite.CanonicalizeGreedily(k.Operation, rewrite.Options{Context: ctx})
	return err
}

// check returns an error for arrays that loops or branches carry, and for accesses of the loosely typed level.
func check(k tile.Kernel) (err error) {
	k.Walk(func(op *ir.Operation) bool {
		if err == nil {
			err = checkOperation(k, op)
		}
		return err == nil
	})
	return err
}

func checkOperation(k tile.Kernel, op *ir.Operation) error {
	for i := range op.NumRegions() {
		for block := range op.Region(i).Blocks() {
			for _, v := range block.Args() {
				if isArray(v.Type()) && block != k.Entry() {
					return op.Errorf("loops and branches cannot carry an array that changes: carry its address, sizes and " +
						"strides, and make the array where it is used")
				}
			}
		}
	}
	array := arrayOf(op)
	if array == nil {
		return nil
	}
	if !op.Is(&tile.LoadView) && !op.Is(&tile.LoadPixels) && !tile.IsViewUpdate(op) && !op.Is(&tile.Dim) &&
		!op.Is(&tile.Stride) && !op.Is(&tile.Base) && !op.Is(&tile.Slice) && !op.Is(&tile.MakeView) &&
		!op.Is(&tile.NumTiles) && !op.Is(&tile.ElementPtr) &&
		!op.Is(&tile.InBounds) {
		return op.Errorf("an array cannot be lowered here")
	}
	elem := tile.ArrayOf(array.Type()).ElementType()
	if i, ok := elem.(*ir.IntegerType); ok && i.Signedness != ir.Signless {
		return op.Errorf("elements of type %s are of the loosely typed level: run tile-to-arith first", ir.Quote(elem))
	}
	if tile.IsViewUpdate(op) {
		if v := op.Operand(0).Type(); ir.ElementOrSelf(v) != elem {
			return op.Errorf("elements of %s must be converted to %s: run tile-promote first", ir.Quote(v), ir.Quote(elem))
		}
	}
	if op.Is(&tile.ElementPtr) || op.Is(&tile.InBounds) {
		for _, v := range op.OperandRange(1, op.NumOperands()) {
			if v.Type() != op.Operand(1).Type() && !sameShape(v.Type(), op.Operand(1).Type()) {
				return op.Errorf("indices must have one shape, but got %s: run tile-broadcast first",
					ir.QuoteTypes(op.OperandTypes()[1:]))
			}
		}
	}
	return nil
}

func sameShape(a, b ir.Type) bool {
	s, ok1 := a.(*ir.TensorType)
	t, ok2 := b.(*ir.TensorType)
	return ok1 == ok2 && (!ok1 || slices.Equal(s.Shape(), t.Shape()))
}

// expandArguments appends new arguments to the kernel: the parts of a descriptor for each array argument, and a copy of
// each other argument, in the order of the old arguments. It erases the old arguments, except for arrays, which the
// caller must erase. It returns the descriptors.
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

// divisibility returns the attributes of an argument that is a multiple of divisor.
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

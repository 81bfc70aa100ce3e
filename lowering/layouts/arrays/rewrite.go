package arrays

import (
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// rewrite makes two versions of the kernel's code from the first load on:
//
//	scf.if %holds {  // see conditions
//	  accesses to arrays
//	} else {
//	  accesses through pointers, as before
//	}
//
// If there is nothing to check, it replaces the accesses in place.
func (k *kernel) rewrite() {
	k.hoist()
	all := slices.Concat(k.loads, k.stores)
	made := make([]*ir.Value, len(all))
	for i, x := range all {
		made[i] = k.array(x)
	}
	holds := k.conditions()
	if holds == nil { // nothing is left to check
		for i, x := range all {
			k.access(x, made[i], x.op)
		}
		return
	}
	var body []*ir.Operation
	for op := k.top; !op.HasTrait(ir.Terminator); op = op.Next() {
		body = append(body, op)
	}
	copies := make(map[*ir.Operation]*ir.Operation)
	k.b.Before(k.kernel.Entry().Last())
	scf.NewIf(k.b, holds, func(b *ir.Builder) []*ir.Value {
		var m ir.Mapping
		for _, op := range body {
			copies[op] = b.Clone(op, &m)
		}
		for _, x := range k.loads {
			copies[x.op] = m.Lookup(x.op.Result(0)).DefiningOp()
			k.follow(x, &m)
		}
		return nil
	}, func(b *ir.Builder) []*ir.Value {
		for _, op := range body {
			op.MoveToEnd(b.Block())
		}
		return nil
	})
	for i, x := range all {
		k.access(x, made[i], copies[x.op])
	}
}

// follow makes an access refer to the copies of its loops, for which the code of a copied load is changed.
func (k *kernel) follow(x *access, m *ir.Mapping) {
	for i := range x.dims {
		if d := &x.dims[i]; d.each != 0 {
			d.loop, _ = scf.AsFor(m.Lookup(d.loop.InductionVar()).ParentBlock().ParentOp())
		}
	}
}

// access replaces op, a load or store through pointers or a copy of it, by tile.load_view or tile.store_view.
func (k *kernel) access(x *access, array *ir.Value, op *ir.Operation) {
	k.b.Before(op).CopyLoc(op)
	ctx := k.kernel.Context()
	var starts []*ir.Value
	var shape []int64
	for _, i := range x.inMemory() {
		d := &x.dims[i]
		shape = append(shape, x.length(i))
		at := d.fixed
		if d.each != 0 {
			at = at.plus(k.make(d.each, factor{scalar: d.loop.InductionVar()}), 1)
		}
		starts = append(starts, k.number(at))
	}
	padding := tile.PadUndetermined
	if op.Is(&tile.Load) {
		padding = tile.PadZero
	}
	ones := slices.Repeat([]int64{1}, len(x.dims))
	view := tile.NewView(k.b, array, tile.View(ctx, array.Type().(*tile.ArrayType), shape, nil, ones, padding))
	if op.Is(&tile.Store) {
		v := op.Operand(1)
		if x.isFlipped() {
			v = tile.NewPermute(k.b, v, 1, 0)
		}
		if x.lead > 0 {
			v = tile.NewReshape(k.b, v, shape...)
		}
		tile.NewStoreView(k.b, v, view, starts...).SetAttr(tile.AnywhereName, ctx.Unit())
		op.Erase()
		return
	}
	v := tile.NewLoadView(k.b, view, shape, tile.PadUndetermined, starts...)
	v.DefiningOp().SetAttr(tile.AnywhereName, ctx.Unit())
	if x.lead > 0 {
		v = tile.NewReshape(k.b, v, shape[x.lead:]...)
	}
	if x.isFlipped() {
		v = tile.NewPermute(k.b, v, 1, 0)
	}
	op.Result(0).ReplaceAllUsesWith(v)
	op.Erase()
}

// isFlipped reports whether the array has its last two dimensions in the opposite order of the tile. In an array of
// more than two dimensions the last one is contiguous; two-dimensional arrays need no exchange.
func (x *access) isFlipped() bool { return x.lead > 0 && x.dims[len(x.dims)-1].stride.n != 1 }

// inMemory lists the indices of dims in the order of the array's dimensions.
func (x *access) inMemory() []int {
	list := make([]int, len(x.dims))
	for i := range list {
		list[i] = i
	}
	if last := len(list) - 1; x.isFlipped() {
		list[last-1], list[last] = last, last-1
	}
	return list
}

// release finds values that a loop carries only to compute their value in the next iteration, such as pointers that
// nothing loads from. It makes the loop yield them unchanged, so that canonicalization removes them:
//
//	%q = scf.for ... iter_args(%p = %x) {           %q = scf.for ... iter_args(%p = %x) {
//	  %next = tile.addptr %p, %step            =>     %next = tile.addptr %p, %step
//	  scf.yield %next                                 scf.yield %p
//	}                                               }
func release(kernel tile.Kernel) {
	kernel.Walk(func(op *ir.Operation) bool {
		loop, ok := scf.AsFor(op)
		if !ok {
			return true
		}
		for i, arg := range loop.IterArgs() {
			next := loop.Yield().Operand(i)
			by := next.DefiningOp()
			if !loop.Result(i).HasUses() && by != nil && ir.IsPure(by) && next.HasOneUse() && arg.HasOneUse() &&
				slices.Contains(by.OperandValues(), arg) {
				loop.Yield().SetOperand(i, arg)
			}
		}
		return true
	})
}

package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/internal/tensormaps"
)

// Loops with products may also load rows, such as scales. Threads would wait for memory between products, so rows go
// through rings, too. Each thread then reads the elements that it needs from the slot.
//
//	for i { s = load(scales[i]); p = a[i] * b[i]; sum += p * s }
//	for i { wait for scales; s = row of the slot; release it; p = a[i] * b[i]; sum += p * s }
//
// If a product needs the row for its left factor, the slot is released right behind it. Threads have what they read of
// the slot then, so that they need not wait for their loads before they release it.

// Limits of a row that a bulk copy can load (CUDA driver API, cuTensorMapEncodeTiled).
const (
	mostOfRow = 256 // elements of a box along a dimension
	rowUnit   = 16  // the size of a row is a multiple of this number of bytes
)

// findRows finds the rows that loops with products load.
func (f *found) findRows() {
	for _, p := range f.products {
		for op := range p.loop.Body().Ops() {
			known := slices.ContainsFunc(f.rows, func(t *tileLoad) bool { return t.op == op })
			if !op.Is(&tile.LoadView) || f.inTile(op) || known {
				continue
			}
			if t := f.rowOf(op); t != nil && t.follows(p.loop) {
				t.row = p.loop
				f.rows = append(f.rows, t)
			}
		}
	}
}

// rowOf returns the row of a load; nil if it loads no row, or if no bulk copy can load it.
func (f *found) rowOf(load *ir.Operation) *tileLoad {
	t := load.Result(0).Type().(*ir.TensorType)
	array, view := tensormaps.ArrayOf(load.Operand(0)), tile.ViewOf(f.kernel.Context(), load.Operand(0).Type(), t)
	rank := len(t.Shape())
	n, _ := ir.NumElements(t)
	bits := ir.BitWidth(t.ElementType())
	reversed := tensorcores.IsTransposed(view.Array())
	fast := rank - 1
	if reversed {
		fast = 0
	}
	if rank == 0 || int64(n) != t.Shape()[fast] || n < 2 || n > mostOfRow || int(n)*bits/8%rowUnit != 0 || bits%16 != 0 ||
		tile.PaddingOf(load) > tile.PadZero || view.Array().ElementType() != t.ElementType() ||
		!slices.IsSorted(view.Order()) || !tensormaps.Possible(f.kernel, array, load) {
		return nil
	}
	box := slices.Repeat([]int64{1}, rank)
	box[rank-1] = int64(n)
	return &tileLoad{op: load, pieces: []*ir.Operation{load}, joined: load.Result(0), array: array, steps: view.Steps(),
		reversed: reversed, box: box,
		tile: f.kernel.Context().TensorType([]int64{1, int64(n)}, t.ElementType(), nil)}
}

// keepRows keeps only the rows for which a condition holds and whose loop still has products.
func (f *found) keepRows(condition func(t *tileLoad) bool) {
	f.rows = slices.DeleteFunc(f.rows, func(t *tileLoad) bool {
		return !condition(t) || !slices.ContainsFunc(f.products, func(p *product) bool { return p.loop == t.row })
	})
}

// takeRow makes the ring of a row, and replaces the load by a tilegpu.ring_load from the slot.
func (r *rewriter) takeRow(one *ring) {
	loop := one.row
	r.create(one, loop.Operation)
	for i := range one.slots {
		r.fill(one, loop, int64(i))
	}
	r.b.Before(one.op)
	number := []*ir.Value{one.value, r.count(loop, loop.InductionVar())}
	r.b.Build(&tilegpu.RingAwait, number)
	row := r.replaceRow(one, number[1])
	after := row
	if p := r.takes(loop, row.Result(0)); p != nil {
		after = p.op
	}
	r.b.After(after)
	release := r.b.Build(&tilegpu.RingRelease, number)
	r.refillRow(one, loop, release)
	r.b.After(lastTurn(loop.Operation))
	r.b.Build(&tilegpu.RingEnd, []*ir.Value{one.value})
	r.forget(one.op)
}

// takes returns the first product of a loop that has a left factor in registers, and needs a row for it; nil if there
// is none. If one instruction computes several products, it is the last of these.
func (r *rewriter) takes(loop scf.For, row *ir.Value) *product {
	users := r.inOrder(loop)
	i := slices.IndexFunc(users, func(p *product) bool {
		return p.factors[0].tile == nil && !p.swapped && tensorcores.Takes(p.op.Operand(0), row)
	})
	if i < 0 {
		return nil
	}
	for i+1 < len(users) && startOf(users, i+1) <= i {
		i++
	}
	return users[i]
}

// replaceRow takes a row from its slot instead of loading it, and returns what does so. The load is left.
func (r *rewriter) replaceRow(one *ring, number *ir.Value) *ir.Operation {
	r.b.Before(one.op).SetLoc(one.op.Loc())
	row := tilegpu.NewRingLoad(r.b, one.value, number, one.op.Result(0).Type())
	one.op.Result(0).ReplaceAllUsesWith(row)
	return row.DefiningOp()
}

// refillRow places the copy that fills a row's slot again before the product that follows its release. If there is
// none, the copy is made in the next iteration. Most likely the other warps have read the row by then.
func (r *rewriter) refillRow(one *ring, loop scf.For, released *ir.Operation) {
	users := r.inOrder(loop)
	if next := slices.IndexFunc(users, func(p *product) bool { return released.IsBefore(p.op) }); next >= 0 {
		r.b.Before(users[next].op)
		r.refill(one, loop, int64(one.slots), nil)
		return
	}
	r.b.Before(users[startOf(users, len(users)-1)].op)
	r.refill(one, loop, int64(one.slots)-1,
		arith.NewCmpI(r.b, arith.NE, r.trip(loop, loop.InductionVar()), r.number(0)))
}

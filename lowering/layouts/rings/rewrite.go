package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/internal/tensormaps"
	"github.com/girih-ir/girih/pass"
)

// rewriter replaces the products of a kernel.
type rewriter struct {
	*found
	b     *ir.Builder
	maps  *tensormaps.Maps
	rings map[*tileLoad]*ring
	// rotated has the loops whose last product is delayed by an iteration (rotate.go).
	rotated map[*ir.Operation]*rotation
	// alternates says that warp groups take turns (turns.go).
	alternates bool
	// inTurns has the products that warp groups begin in turns.
	inTurns map[*product]bool
	// surrounded has the outer loops that turns surround.
	surrounded map[*ir.Operation]bool
	// numbers has, for loops with products of parts of tiles, the number of an iteration's tiles.
	numbers map[*ir.Operation]*ir.Value
}

// rewrite replaces products and the loads of their tiles, if the rings fit into shared memory. It reports whether it
// did.
func (f *found) rewrite(ctx *pass.Context, opts Options) bool {
	r := &rewriter{found: f, b: ir.NewBuilder(f.kernel.Context()), maps: tensormaps.New(f.kernel),
		rings: make(map[*tileLoad]*ring), inTurns: make(map[*product]bool),
		surrounded: make(map[*ir.Operation]bool), numbers: make(map[*ir.Operation]*ir.Value)}
	r.alternates = f.warps >= 8 && opts.Turns != "never" && (opts.Turns == "always" || r.blocks() == 1)
	if opts.Rotate {
		r.rotated = r.rotations()
	}
	f.keepRows(func(t *tileLoad) bool { return r.rotated[t.row.Operation] == nil })
	if len(f.products) == 0 || !r.size(opts.SharedMemory) {
		return false
	}
	if opts.Remarks {
		r.remarks(ctx.Remark)
	}
	if f.runsApart() {
		f.kernel.SetAttr(tilegpu.PingPong, r.b.Context().Unit())
	}
	tiles := r.ordered()
	r.carryCounts()
	r.takeTurns()
	if f.nestings != nil {
		r.inNests()
	} else {
		r.inLoops(tiles)
	}
	for _, t := range tiles { // last, so that threads wait for these tiles after the copies for loops have begun
		if t.slice != nil {
			continue
		}
		if one := r.rings[t]; one.number != nil {
			r.once(one)
		} else {
			r.before(one)
		}
	}
	for _, p := range f.products {
		if t := r.rotated[p.loop.Operation]; t == nil {
			r.product(p)
		} else if p == t.early[0] {
			t.rewrite()
		}
	}
	for _, t := range tiles {
		if t.slice == nil || r.rotated[t.products[0].loop.Operation] == nil {
			for _, piece := range slices.Concat(t.pieces, t.beside) {
				r.forget(piece)
			}
		}
	}
	r.maps.Finish()
	return true
}

// inLoops has the tiles and rows of loops copied ahead, waited for and released.
func (r *rewriter) inLoops(tiles []*tileLoad) {
	filled := make(map[*tileLoad]bool)
	for _, t := range tiles {
		if t.slice == nil {
			continue
		}
		if !filled[t] {
			together := r.neededTogether(t, tiles)
			r.createAndFill(together)
			for _, one := range together {
				filled[one] = true
			}
		}
		r.inLoop(r.rings[t])
	}
	for _, t := range r.rows {
		r.takeRow(r.rings[t])
	}
	for _, t := range tiles { // before anything waits at the same place
		if t.slice != nil {
			r.release(r.rings[t])
		}
	}
}

// ordered lists the tiles in the order of their loads.
func (f *found) ordered() (out []*tileLoad) {
	f.kernel.Walk(func(op *ir.Operation) bool {
		if t := f.tiles[op]; t != nil {
			out = append(out, t)
		}
		return true
	})
	return out
}

// product replaces a tile.dot by a product of rings.
func (r *rewriter) product(p *product) {
	r.b.Before(p.op).SetLoc(p.op.Loc())
	var v *ir.Value
	if r.inTurns[p] {
		v = r.inTurn(p)
	} else {
		v = r.whole(p, r.multiply(p, p.loop.InductionVar(), p.op.Operand(0), p.op.Operand(2)))
	}
	p.op.Result(0).ReplaceAllUsesWith(v)
	p.op.DropAllReferences()
	p.op.Erase()
	if p.swapped {
		r.carryTransposed(p.loop, v)
	}
}

// multiply makes the tilegpu.ring_dot of the iteration with a counter, and returns its result: the product, or its
// transpose if the factors are swapped. left is the left factor if it is in registers.
func (r *rewriter) multiply(p *product, counter, left, sum *ir.Value) *ir.Value {
	var factors [2]tilegpu.RingFactor
	for i, x := range p.factors {
		if x.tile == nil {
			factors[i].Value = left
			continue
		}
		factors[i] = tilegpu.RingFactor{Value: r.rings[x.tile].value, N: r.number(0), Transposed: x.transposed,
			Part: i == 1 && x.tile.beside != nil, From: x.from}
		if x.tile.slice != nil {
			factors[i].N = r.numberOf(p, counter)
		} else if number := r.rings[x.tile].number; number != nil {
			factors[i].N = number
		}
		if x.tile.patch != nil {
			factors[i] = tilegpu.RingFactor{Value: r.windows(r.rings[x.tile], p.loop, counter, factors[i].N)}
		}
	}
	if p.swapped {
		sum = r.transposed(sum)
	}
	return tilegpu.NewRingDot(r.b, factors, sum)
}

// numberOf returns the number of the tiles that a product multiplies in the iteration with a counter. Products of parts
// of one tile use one value, so that it is seen that they follow each other.
func (r *rewriter) numberOf(p *product, counter *ir.Value) *ir.Value {
	if p.factors[1].tile.beside == nil || counter != p.loop.InductionVar() {
		return r.count(p.loop, counter)
	}
	if r.numbers[p.loop.Operation] == nil { // of the loop's first such product, which comes before the others
		r.numbers[p.loop.Operation] = r.count(p.loop, counter)
	}
	return r.numbers[p.loop.Operation]
}

// forget erases a load that has been replaced, and the permutations and reshapes of its tile.
func (r *rewriter) forget(load *ir.Operation) {
	for u := range load.Result(0).Uses() {
		r.forget(u.Owner())
	}
	if load.Is(&tile.LoadView) || load.Is(&tile.LoadPixels) || !load.Result(0).HasUses() {
		load.DropAllReferences()
		load.Erase()
	}
}

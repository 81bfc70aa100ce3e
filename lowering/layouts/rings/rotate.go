package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// rotation is a loop whose last product depends on the results of the others. The last product, called late, is
// computed an iteration later than the others, called early. Tensor cores then compute it together with the early
// products of the next iteration, while threads work on the results of those.
//
//	for i in 0..n { s = q * k[i]; p = f(s); o = g(o); o += p * v[i] }
//
// becomes
//
//	s = q * k[0]; p = f(s); o = g(o)
//	for i in 1..n { begin s = q * k[i]; begin o += p * v[i-1]; wait for s; p = f(s); wait for o; o = g(o) }
//	o += p * v[n-1]
type rotation struct {
	*rewriter
	loop  scf.For
	early []*product // they depend on tiles alone
	late  *product
	sum   int     // the index of the carried value to which the late product is added
	once  []*ring // of tiles that only early products use, loaded once for each iteration of an outer loop
}

// maxSums bounds the registers of a thread for the results of a rotated loop's products and the left factor of its late
// product.
const maxSums = 200

// rotations finds the loops that are rotated.
func (r *rewriter) rotations() map[*ir.Operation]*rotation {
	out := make(map[*ir.Operation]*rotation)
	for _, p := range r.products {
		if t := r.rotation(p.loop); t != nil {
			out[p.loop.Operation] = t
		}
	}
	return out
}

// rotation returns the rotation of a loop; nil if the loop cannot be rotated.
func (r *rewriter) rotation(loop scf.For) *rotation {
	t := &rotation{rewriter: r, loop: loop}
	words, threads := 0, r.warps*tilegpu.WarpSize
	for _, p := range r.inOrder(loop) {
		words += bitsOf(p.op.Result(0)) / 32 / threads
		switch {
		case p.isEarly():
			t.early = append(t.early, p)
		case tensorcores.Promotes(ir.ElementOrSelf(p.op.Operand(0).Type())):
			return nil
		case t.late != nil || p.factors[0].tile != nil || p.factors[1].tile.slice == nil ||
			len(p.factors[1].tile.products) > 1:
			return nil
		default:
			t.late = p
			words += bitsOf(p.op.Operand(0)) / 32 / threads
		}
	}
	if t.late == nil || len(t.early) == 0 || words > maxSums || !t.late.op.Result(0).HasOneUse() {
		return nil
	}
	for u := range t.late.op.Result(0).Uses() {
		if t.sum = u.Index(); u.Owner() != loop.Yield() {
			return nil
		}
	}
	return t
}

func bitsOf(v *ir.Value) int {
	n, _ := ir.NumElements(v.Type().(*ir.TensorType))
	return int(n) * ir.BitWidth(ir.ElementOrSelf(v.Type()))
}

// isEarly reports whether a product depends on tiles and values from outside of the loop alone. The other users of its
// tiles in the loop must be such products, too.
func (p *product) isEarly() bool {
	onTiles := func(p *product) bool {
		sum := p.op.Operand(2)
		return p.factors[0].tile != nil && !p.swapped && !slices.Contains(p.loop.IterArgs(), sum) &&
			sum.ParentBlock() != p.loop.Body()
	}
	others := func(q *product) bool { return !onTiles(q) }
	for _, x := range p.factors {
		if x.tile != nil && x.tile.slice != nil && slices.ContainsFunc(x.tile.products, others) {
			return false
		}
	}
	return onTiles(p)
}

// rewrite replaces the loop by its rotation, in an scf.if that skips it if there are no iterations.
func (t *rotation) rewrite() {
	loop := t.loop
	t.b.Before(loop.Operation).SetLoc(loop.Loc())
	some := arith.NewCmpI(t.b, arith.SLT, loop.LowerBound(), loop.UpperBound())
	whole := scf.NewIf(t.b, some, func(b *ir.Builder) (results []*ir.Value) {
		t.with(b, func() { results = t.iterations() })
		return results
	}, func(b *ir.Builder) []*ir.Value {
		t.with(b, func() { t.releaseOnce(nil) })
		return loop.Inits()
	})
	for i, v := range loop.Results() {
		v.ReplaceAllUsesWith(whole.Result(i))
	}
	loop.DropAllReferences()
	loop.Erase()
}

// with calls build with b as the builder of t.
func (t *rotation) with(b *ir.Builder, build func()) {
	defer func(outer *ir.Builder) { t.b = outer }(t.b)
	t.b = b
	build()
}

// iterations creates the first iteration, the loop over the others, and the last late product, and returns the results.
func (t *rotation) iterations() []*ir.Value {
	lower, upper, step := t.loop.LowerBound(), t.loop.UpperBound(), t.loop.Step()
	first := t.begin(lower, false)
	t.releaseOnce(t.isLast(lower))
	inits := t.threads(lower, first, t.loop.Inits(), nil)
	second := t.binary(&arith.AddI, lower, step)
	several := t.exists(t.loop, lower, 1)
	second = arith.NewSelect(t.b, several, second, upper) // the sum may overflow and be less than upper
	body := func(b *ir.Builder, counter *ir.Value, args []*ir.Value) (yields []*ir.Value) {
		t.with(b, func() { yields = t.iteration(counter, args) })
		return yields
	}
	loop := scf.NewFor(t.b, second, upper, step, inits, body)
	results := loop.ResultValues()
	_, nested := t.nestings[t.loop.Operation]
	if t.alternates {
		at := *t.b
		if nested {
			t.around(t.loop.Operation)
		} else {
			t.around(loop.Operation)
		}
		*t.b = at
	}
	last := t.binary(&arith.SubI, upper, lower) // unsigned, it does not overflow
	last = t.binary(&arith.DivUI, t.binary(&arith.SubI, last, t.number(1)), step)
	last = t.binary(&arith.AddI, t.binary(&arith.MulI, last, step), lower)
	sum := t.finish(last, results)
	if nested {
		t.releaseLate(last)
	}
	results = slices.Clone(results[:len(results)-1])
	results[t.sum] = sum
	return results
}

// iteration creates an iteration of the new loop: the early products and the work of threads for the given counter, and
// the late product of the previous iteration. It returns the values that the loop carries on.
func (t *rotation) iteration(counter *ir.Value, args []*ir.Value) []*ir.Value {
	if t.alternates {
		tilegpu.NewTurn(t.b, &tilegpu.TakeTurn, false)
	}
	early := t.begin(counter, true)
	before := t.binary(&arith.SubI, counter, t.loop.Step())
	late := t.finish(before, args)
	tilegpu.RingProduct{Operation: late.DefiningOp()}.SetAsync()
	if t.alternates {
		tilegpu.NewTurn(t.b, &tilegpu.PassTurn, false)
	}
	for i, v := range early {
		early[i] = tilegpu.NewRingWait(t.b, v, 1)
	}
	t.releaseOnce(t.isLast(counter))
	return t.threads(counter, early, args[:len(args)-1], func() *ir.Value {
		sum := tilegpu.NewRingWait(t.b, late, 0)
		t.releaseLate(before)
		return sum
	})
}

// releaseLate releases the tile of the late product of the iteration with a counter.
func (t *rotation) releaseLate(counter *ir.Value) {
	one := t.rings[t.late.factors[1].tile]
	t.b.Build(&tilegpu.RingRelease, []*ir.Value{one.value, t.count(t.loop, counter)})
}

// await waits for the tile of the iteration with a counter. In a loop in a loop, tiles are copied where they are
// awaited: the warp that copies does so ahead.
func (t *rotation) await(one *ring, counter *ir.Value) {
	number := t.count(t.loop, counter)
	if _, nested := t.nestings[t.loop.Operation]; nested {
		t.copyAt(one, t.loop, counter, number, arith.NewConstant(t.b, t.b.Context().Bool(true)))
	}
	t.b.Build(&tilegpu.RingAwait, []*ir.Value{one.value, number})
}

// begin creates the early products of the iteration with a counter, each after the waits for its tiles.
func (t *rotation) begin(counter *ir.Value, async bool) (results []*ir.Value) {
	awaited := make(map[*tileLoad]bool)
	for _, p := range t.early {
		for _, x := range p.factors {
			if x.tile.slice != nil && !awaited[x.tile] {
				awaited[x.tile] = true
				t.await(t.rings[x.tile], counter)
			}
		}
		v := t.multiply(p, counter, nil, p.op.Operand(2))
		if async {
			tilegpu.RingProduct{Operation: v.DefiningOp()}.SetAsync()
		}
		results = append(results, v)
	}
	return results
}

// finish creates the late product of the iteration with a counter. Its accumulator and its left factor, the last one,
// are among the values that the loop carries.
func (t *rotation) finish(counter *ir.Value, carried []*ir.Value) *ir.Value {
	t.await(t.rings[t.late.factors[1].tile], counter)
	return t.multiply(t.late, counter, carried[len(carried)-1], carried[t.sum])
}

// threads creates the work of threads in an iteration: all operations of the loop except for products and loads of
// tiles. early are the results of the early products. It returns the values that the iteration carries on: those that
// the original loop yields, but with the late product's accumulator instead of its result, and in addition its left
// factor.
//
// sum makes the result of the previous iteration's late product where it is needed first, or where the next left factor
// takes the registers of the one that this product reads. If sum is nil, the carried value is that result.
func (t *rotation) threads(counter *ir.Value, early, carried []*ir.Value, sum func() *ir.Value) (yields []*ir.Value) {
	var m ir.Mapping
	m.Map(t.loop.InductionVar(), counter)
	for i, v := range t.loop.IterArgs() {
		m.Map(v, carried[i])
	}
	skipped := map[*ir.Operation]bool{t.late.op: true, t.loop.Yield(): true}
	for i, p := range t.early {
		m.Map(p.op.Result(0), early[i])
		skipped[p.op] = true
	}
	for _, one := range t.ordered() {
		if one.op.Block() == t.loop.Body() {
			one.whole(skipped)
		}
	}
	old := t.loop.IterArgs()[t.sum]
	need := func() {
		if sum != nil {
			m.Map(old, sum())
			sum = nil
		}
	}
	left := t.late.op.Operand(0).DefiningOp() // the late product reads its registers until it has ended
	for op := range t.loop.Body().Ops() {
		if skipped[op] {
			continue
		}
		if uses(op, old) || op == left {
			need()
		}
		t.b.Clone(op, &m)
	}
	need()
	for i, v := range t.loop.Yield().Operands() {
		if i == t.sum {
			v = t.late.op.Operand(2)
		}
		yields = append(yields, m.Lookup(v))
	}
	return append(yields, m.Lookup(t.late.op.Operand(0)))
}

// whole adds the loads of a tile, and the operations that depend on them, to a set that initially has the products.
func (t *tileLoad) whole(set map[*ir.Operation]bool) {
	var add func(op *ir.Operation)
	add = func(op *ir.Operation) {
		set[op] = true
		for u := range op.Result(0).Uses() {
			if user := u.Owner(); !set[user] {
				add(user)
			}
		}
	}
	for _, load := range slices.Concat(t.pieces, t.beside) {
		add(load)
	}
}

// uses reports whether an operation, or one in its regions, uses a value.
func uses(op *ir.Operation, v *ir.Value) (found bool) {
	op.Walk(func(inner *ir.Operation) bool {
		found = found || slices.Contains(inner.OperandValues(), v)
		return !found
	})
	return found
}

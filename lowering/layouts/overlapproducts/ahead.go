package overlapproducts

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// ahead lets the first product of a loop begin at the end of the previous iteration, behind the last product. Tensor
// cores then compute it while threads work on the last product's result:
//
//	for i in 0..n { s = q[i] * k; p = f(s); ...; o = p * k; store o }
//
// becomes
//
//	s = q[0] * k
//	for i in 0..n { p = f(s); ...; o = p * k; begin s = q[min(i + 1, n - 1)] * k; store o; wait for s }
//
// The last iteration multiplies its own tile once more, so that the product needs no branch. warps is the number of
// warps of a block. ahead reports whether it did that.
func (b *block) ahead(warps int) bool {
	loop, isLoop := scf.AsFor(b.ParentOp())
	if !isLoop || isNested(loop.Operation) {
		return false
	}
	first, last := b.products[0], b.products[len(b.products)-1]
	needs, ok := b.needs(first)
	if !ok || needs.fixed != nil || needs.carried {
		return false
	}
	used := last // threads work on its result
	if n := len(b.products); n > 2 && !b.worksOn(last) {
		used = b.products[n-2] // another one begins behind it (sooner.go)
	}
	if !b.worksOn(used) || !b.hasRoom(first, used, warps) || !b.copiedAhead(first) {
		return false
	}
	at := ir.NewBuilder(first.Context()).Before(loop.Operation)
	at.SetLoc(first.Loc())
	predicate := arith.SLT
	if loop.IsUnsigned() {
		predicate = arith.ULT
	}
	some := arith.NewCmpI(at, predicate, loop.LowerBound(), loop.UpperBound())
	init := scf.NewIf(at, some, func(at *ir.Builder) []*ir.Value {
		return []*ir.Value{needs.clone(at, first, loop, loop.LowerBound())}
	}, func(at *ir.Builder) []*ir.Value {
		zero := first.Accumulator() // may be defined in the loop
		return []*ir.Value{at.Clone(zero.DefiningOp(), new(ir.Mapping)).Result(zero.Index())}
	})
	loop = carrying(at, loop, init.Result(0))

	args := loop.IterArgs()
	first.Result(0).ReplaceAllUsesWith(args[len(args)-1])
	at.After(last.Operation)
	if used != last { // threads store the result meanwhile, and this product reads both factors from shared memory
		at.Before(b.Terminator())
	}
	next := needs.clone(at, first, loop, nextOf(at, loop))
	yield := loop.Yield()
	yield.SetOperands(append(yield.OperandValues(), next))
	for _, op := range needs.moves {
		if op.Is(&tilegpu.RingAwait) {
			op.Erase() // the previous iteration has waited
		}
	}
	first.Erase()
	b.products = append(b.products[1:],
		&product{RingProduct: tilegpu.RingProduct{Operation: next.DefiningOp()}, ahead: true})
	return true
}

// isNested reports whether a loop is in another one, so that its rings may go on after it.
func isNested(loop *ir.Operation) bool {
	for op := loop.Parent(); op != nil; op = op.Parent() {
		if _, ok := scf.AsFor(op); ok || op.Is(&scf.WhileOp) {
			return true
		}
	}
	return false
}

// worksOn reports whether threads use the result of a product in the same iteration.
func (b *block) worksOn(p *product) bool {
	for u := range p.Result(0).Uses() {
		if _, isProduct := tilegpu.AsRingProduct(u.Owner()); !isProduct && b.holder(u.Owner()) != b.Terminator() {
			return true
		}
	}
	return false
}

// hasRoom reports whether the results of the first and the last product, the accumulators, and the last product's left
// factor fit in the registers of a thread together.
func (b *block) hasRoom(first, last *product, warps int) bool {
	words := wordsOf(first.Result(0).Type(), warps) + wordsOf(last.Result(0).Type(), warps)
	if last.LHSInRegisters() {
		words += wordsOf(last.Operand(0).Type(), warps)
	}
	for _, p := range b.products {
		if !isConstant(p.Accumulator()) && p != last {
			words += wordsOf(p.Result(0).Type(), warps)
		}
	}
	return words <= maxRegisters
}

// copiedAhead reports whether the tiles that a product takes are copied at least two iterations ahead. So they are on
// their way when the previous iteration waits for them.
func (b *block) copiedAhead(p *product) bool {
	for op := range b.Ops() {
		if !op.Is(&tilegpu.RingCopy) || !p.uses(tilegpu.BarriersOf(op.Operand(0))) {
			continue
		}
		number := op.Operand(1).DefiningOp()
		if number == nil || !number.Is(&arith.AddI) {
			return false
		}
		if distance, ok := arith.ConstantInt(number.Operand(1)); !ok || distance < 2 {
			return false
		}
	}
	return true
}

// clone creates a product, and what it needs, for the iteration with a counter, and returns its result.
func (n *needs) clone(at *ir.Builder, p *product, loop scf.For, counter *ir.Value) *ir.Value {
	var m ir.Mapping
	m.Map(loop.InductionVar(), counter)
	for _, op := range n.moves {
		at.Clone(op, &m)
	}
	return at.Clone(p.Operation, &m).Result(0)
}

// nextOf creates the counter of the next iteration; for the last iteration, its own counter.
func nextOf(at *ir.Builder, loop scf.For) *ir.Value {
	counter := loop.InductionVar()
	left := arith.Binary(at, &arith.SubI, loop.UpperBound(), counter)
	exists := arith.NewCmpI(at, arith.UGT, left, loop.Step())
	return arith.NewSelect(at, exists, arith.Binary(at, &arith.AddI, counter, loop.Step()), counter)
}

// carrying replaces a loop by one that carries one value more. The body must still yield its next value.
func carrying(at *ir.Builder, loop scf.For, init *ir.Value) scf.For {
	st := at.StateLike(loop.Operation)
	st.Operands = append(loop.OperandValues(), init)
	st.Types = append(loop.ResultTypes(), init.Type())
	region := &ir.Region{}
	region.TakeBlocks(loop.Region(0))
	region.Entry().AddArg(at.Context(), init.Type(), loop.Loc())
	st.Regions = append(st.Regions, region)
	op := at.Create(st)
	for i, v := range loop.ResultValues() {
		v.ReplaceAllUsesWith(op.Result(i))
	}
	loop.Erase()
	return scf.For{Operation: op}
}

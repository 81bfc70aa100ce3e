package producer

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// Warp group g waits at these barriers plus g; the other one arrives there.
const (
	productsTurn = 1 // to begin products
	storeTurn    = 3 // to use the memory that both use for what follows the products
)

// alternate has the threads of a second warp group run the program, too, and each group compute every other tile.
func (p *pingPong) alternate() {
	ctx := p.Context()
	i32 := ctx.I(32)
	b := ir.NewBuilder(ctx)
	b.AtStart(p.first).SetLoc(p.thread.Loc())
	raw := p.thread.Result(0)
	program := reached(p.first, nil, successors)
	program[p.first] = true
	local := b.Build(&llvm.And, []*ir.Value{raw, llvm.NewInt(b, i32, group-1)}).Result(0)
	warps := b.Build(&llvm.LShr, []*ir.Value{raw, llvm.NewInt(b, i32, groupBits)}).Result(0)
	number := nvvm.NewIndexed(b, warps, llvm.NewInt(b, i32, 0)) // uniform in a warp
	raw.ReplaceUsesIf(local, func(use *ir.Operand) bool {
		op := use.Owner()
		return program[op.Block()] && op != local.DefiningOp() && op != warps.DefiningOp()
	})
	for _, branch := range p.alone {
		var m ir.Mapping
		m.Map(local, raw)
		branch.SetOperand(0, b.Before(branch).Clone(branch.Operand(0).DefiningOp(), &m).Result(0))
	}
	b.After(number.DefiningOp())
	minus := func(n int64) *ir.Value {
		return b.Build(&llvm.Sub, []*ir.Value{llvm.NewInt(b, i32, n), number}).Result(0)
	}
	plus := func(n int64) *ir.Value {
		return b.Build(&llvm.Add, []*ir.Value{llvm.NewInt(b, i32, n), number}).Result(0)
	}
	private, both := minus(privateBarrier), llvm.NewInt(b, i32, 2*group)
	products, others := plus(productsTurn), minus(productsTurn+1)
	store, otherStore := plus(storeTurn), minus(storeTurn+1)
	for _, op := range p.own {
		op.SetOperand(0, private)
	}

	p.share(b, number)
	is := b.Build(&llvm.ICmp, []*ir.Value{number, llvm.NewInt(b, i32, 1)}, equal(ctx)).Result(0)
	when(b, is, p.tiles.enter, func() { // group 0 is the first one
		nvvm.NewBarrierArrive(b, llvm.NewInt(b, i32, productsTurn), both)
		nvvm.NewBarrierArrive(b, llvm.NewInt(b, i32, storeTurn), both)
	})
	nvvm.NewBarrier(b.AtStart(p.tiles.body), products, both)
	rest := p.postpone(func(b *ir.Builder) { nvvm.NewBarrierArrive(b, others, both) })
	nvvm.NewBarrier(b.Before(rest), store, both)
	b.Before(p.tiles.back)
	b.Build(&nvvm.BarWarpSync, []*ir.Value{llvm.NewInt(b, i32, -1)})
	nvvm.NewBulkWait(b, 0, true)
	nvvm.NewBarrierArrive(b, otherStore, both)
}

// share has the warp group with a number begin with the tile of that number, and leave out every other one.
func (p *pingPong) share(b *ir.Builder, number *ir.Value) {
	var computed ir.Mapping
	for i, by := range p.advance {
		b.Before(p.tiles.enter)
		first := b.Build(&llvm.Mul, []*ir.Value{number, newBefore(p.tiles.blocks).compute(b, by, &computed)}).Result(0)
		p.tiles.enter.SetOperand(i, b.Build(&llvm.Add, []*ir.Value{p.tiles.enter.Operand(i), first}).Result(0))
		b.Before(p.tiles.back)
		p.tiles.back.SetOperand(i, b.Build(&llvm.Add, []*ir.Value{p.tiles.back.Operand(i), by}).Result(0))
	}
	b.Before(p.tiles.enter)
}

// equal is the attribute of a comparison of two equal numbers.
func equal(ctx *ir.Context) ir.NamedAttr {
	kind, _ := llvm.IntPredicate.Parse("eq")
	return ir.NamedAttr{Name: "predicate", Value: llvm.IntPredicate.Attr(ctx, kind)}
}

package rings

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
)

// trip returns the number, from 0, of the iteration with a counter.
func (r *rewriter) trip(loop scf.For, counter *ir.Value) *ir.Value {
	n := r.binary(&arith.SubI, counter, loop.LowerBound())
	if step, _ := arith.ConstantInt(loop.Step()); step != 1 {
		n = r.binary(&arith.DivUI, n, loop.Step())
	}
	return n
}

// later returns the counter ahead iterations later.
func (r *rewriter) later(loop scf.For, counter *ir.Value, ahead int64) *ir.Value {
	if ahead == 0 {
		return counter
	}
	step, _ := arith.ConstantInt(loop.Step())
	return r.binary(&arith.AddI, counter, r.number(ahead*step))
}

// exists computes whether there is an iteration ahead iterations after the one with the given counter, which must
// exist. The unsigned difference of the upper bound and the counter does not overflow.
func (r *rewriter) exists(loop scf.For, counter *ir.Value, ahead int64) *ir.Value {
	step, _ := arith.ConstantInt(loop.Step())
	left := r.binary(&arith.SubI, loop.UpperBound(), counter)
	return arith.NewCmpI(r.b, arith.UGT, left, r.number(ahead*step))
}

func (r *rewriter) number(n int64) *ir.Value {
	return arith.NewConstant(r.b, r.b.Context().Integer(r.b.Context().I(32), n))
}

func (r *rewriter) binary(def *ir.OpDef, x, y *ir.Value) *ir.Value {
	return r.b.Build(def, []*ir.Value{x, y}).Result(0)
}

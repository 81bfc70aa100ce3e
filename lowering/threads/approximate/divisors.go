package approximate

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/fastmath"
)

// divisor is a number by which operations of a block divide.
type divisor struct {
	block *ir.Block
	value *ir.Value
}

// commonDivisors replaces quotients n/d of one block that have the same divisor by products with one reciprocal. It
// does for all of them what div.full.f32 does for each: if d is so large or so small that its reciprocal is denormal or
// infinite, n and d are first multiplied by a power of two. So the results have the same bits, but a quotient after the
// first one takes two multiplications instead of a selection and three. If d is known to be neither, as a counter is,
// every quotient takes one, and its reciprocal may be known; see [selector.knownReciprocal].
func (s *selector) commonDivisors(root *ir.Operation) {
	groups := make(map[divisor][]*ir.Operation)
	var order []divisor
	root.Walk(func(op *ir.Operation) bool {
		if op.Is(&llvm.FDiv) && op.Result(0).Type() == ir.Type(s.ctx.F32()) &&
			llvm.FastMathOf(op)&(fastmath.ARcp|fastmath.AFn) != 0 {
			d := divisor{op.Block(), op.Operand(1)}
			if groups[d] == nil {
				order = append(order, d)
			}
			groups[d] = append(groups[d], op)
		}
		return true
	})
	known := make(map[divisor]*ir.Value)
	for _, d := range order {
		quotients := groups[d]
		by := quotients[0].Operand(1) // not d.value, which may have been a quotient of another group
		normal := s.bounds.hasNormalReciprocal(by)
		if len(quotients) == 1 && !normal {
			continue
		}
		s.b.Before(quotients[0]).CopyLoc(quotients[0])
		scaled := func(v *ir.Value) *ir.Value { return v }
		if !normal {
			scale := s.scaleOf(by)
			scaled = func(v *ir.Value) *ir.Value { return s.product(v, scale) }
		}
		var reciprocal *ir.Value
		if normal {
			reciprocal = s.knownReciprocal(divisor{d.block, by}, known)
		}
		if reciprocal == nil {
			reciprocal = s.instruction("rcp.approx.ftz.f32", scaled(by))
		}
		if normal {
			known[divisor{d.block, by}] = reciprocal
		}
		for _, op := range quotients {
			s.b.Before(op).CopyLoc(op)
			replace(op, s.product(scaled(op.Operand(0)), reciprocal))
		}
	}
}

// knownReciprocal returns the reciprocal of a divisor without an instruction that computes it: that of a constant, or a
// choice among constants and reciprocals of divisors of the block. Counts are such choices, where a thread has nothing
// before its own elements. It returns nil for other divisors. The results are added to known, since choices may share
// what they choose from.
func (s *selector) knownReciprocal(d divisor, known map[divisor]*ir.Value) *ir.Value {
	if r, found := known[d]; found {
		return r
	}
	var reciprocal *ir.Value
	choice := d.value.DefiningOp()
	if c, ok := s.constants.of(d.value, farthest); ok {
		reciprocal = s.f32(1 / c)
	} else if choice != nil && choice.Is(&llvm.Select) {
		yes := s.knownReciprocal(divisor{d.block, choice.Operand(1)}, known)
		no := s.knownReciprocal(divisor{d.block, choice.Operand(2)}, known)
		if yes != nil && no != nil {
			reciprocal = s.b.Build(&llvm.Select, []*ir.Value{choice.Operand(0), yes, no}).Result(0)
		}
	}
	known[d] = reciprocal
	return reciprocal
}

// hasNormalReciprocal reports whether a number is known to be infinite, NaN, or positive and neither so small nor so
// large that div.full.f32 scales it.
func (b bounds) hasNormalReciprocal(v *ir.Value) bool {
	r := b.of(v, farthest)
	return r.low >= least && r.high <= greatest
}

// scaleOf returns the power of two by which div.full.f32 multiplies both operands: 1/4 for divisors above 2^126, 2^24
// for those below 2^-126, and otherwise 1.
func (s *selector) scaleOf(d *ir.Value) *ir.Value {
	size := s.b.Build(&llvm.FAbs, []*ir.Value{d}).Result(0)
	scale := s.choose("olt", size, 0x1p-126, s.f32(0x1p24), s.f32(1))
	return s.choose("ogt", size, 0x1p126, s.f32(0.25), scale)
}

// choose returns yes if a comparison of x with a bound holds, and otherwise no.
func (s *selector) choose(predicate string, x *ir.Value, bound float64, yes, no *ir.Value) *ir.Value {
	p, _ := llvm.FloatPredicate.Parse(predicate)
	holds := s.b.Build(&llvm.FCmp, []*ir.Value{x, s.f32(bound)},
		ir.NamedAttr{Name: "predicate", Value: llvm.FloatPredicate.Attr(s.ctx, p)}).Result(0)
	return s.b.Build(&llvm.Select, []*ir.Value{holds, yes, no}).Result(0)
}

package approximate

import (
	"math"
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constfold"
)

// interval contains a value if the value is finite. Errors of a few units in the last place are ignored.
type interval struct{ low, high float64 }

var (
	anything = interval{-math.MaxFloat32, math.MaxFloat32}
	half16   = interval{-65504, 65504}           // of f16
	brain16  = interval{-0x1.FEp127, 0x1.FEp127} // of bf16
)

// magnitude returns the largest absolute value.
func (r interval) magnitude() float64 { return max(-r.low, r.high) }

func (r interval) negated() interval { return interval{-r.high, -r.low} }

func (r interval) plus(s interval) interval { return interval{r.low + s.low, r.high + s.high} }

func (r interval) times(s interval) interval {
	corners := []float64{r.low * s.low, r.low * s.high, r.high * s.low, r.high * s.high}
	return interval{slices.Min(corners), slices.Max(corners)}
}

func (r interval) or(s interval) interval { return interval{min(r.low, s.low), max(r.high, s.high)} }

// farthest is how many operations bounds look back, at most.
const farthest = 64

// bounds are intervals that contain values, for those that were looked at.
type bounds map[*ir.Value]interval

// neverOverflows reports whether a product is infinite only if one of its factors is.
func (b bounds) neverOverflows(product *ir.Value) bool {
	const limit = 0x1.FFFFp127 // leaves room for roundings
	return b.of(product, farthest).magnitude() <= limit
}

// of returns an interval that contains the value v. It looks at most depth operations back. It understands sums and
// products of constants, f16 and bf16 numbers extended to f32, counters of loops, numbers of other lanes, choices,
// copysign patterns (see [signed]), and powers of two with a negated argument, as they occur in 1 + erf(x). If an
// operand is infinite, the value may be infinite, too, and need not lie in the interval.
func (b bounds) of(v *ir.Value, depth int) interval {
	if c, ok := number(v); ok && !math.IsInf(c, 0) && c == c {
		return interval{c, c}
	}
	if depth == 0 {
		return anything
	}
	r, ok := b[v]
	if !ok {
		r = b.computed(v, depth)
		b[v] = r
	}
	return r
}

// computed returns the bounds of a value that is not a constant from those of what it is computed from.
func (b bounds) computed(v *ir.Value, depth int) interval {
	op := v.DefiningOp()
	if op == nil {
		return counted(v)
	}
	of := func(i int) interval { // the bounds of an operand; a finite operand lies within the range of f32
		r := b.of(op.Operand(i), depth-1)
		return interval{max(r.low, anything.low), min(r.high, anything.high)}
	}
	switch {
	case op.Is(&llvm.Select):
		return of(1).or(of(2))
	case op.Is(&nvvm.ShflSync):
		return of(1)
	case op.Is(&llvm.FAdd):
		return of(0).plus(of(1))
	case op.Is(&llvm.FSub):
		return of(0).plus(of(1).negated())
	case op.Is(&llvm.FMul):
		return of(0).times(of(1))
	case op.Is(&llvm.FMA):
		return of(0).times(of(1)).plus(of(2))
	case extended(v) && op.Operand(0).Type() == ir.Type(op.Context().F16()):
		return half16
	case extended(v):
		return brain16
	case op.Is(&llvm.Exp2) && notPositive(op.Operand(0)):
		return interval{0, 1}
	}
	if magnitude := signed(v); magnitude != nil {
		m := b.of(magnitude, depth-1).magnitude()
		return interval{-m, m}
	}
	return anything
}

// counted returns bounds of an argument of a block that each branch to the block sets to a constant, or raises by a
// constant, as a loop does that counts. Sums are rounded: a counter stays as it is once a step is less than half the
// distance to the next number, which is 2^-24 of the counter or more.
func counted(v *ir.Value) interval {
	out := interval{math.Inf(1), math.Inf(-1)}
	for s := range v.ArgumentOf().Incoming() {
		branch, ok := ir.InterfaceOf[ir.Branch](s.Owner())
		if !ok {
			return anything
		}
		from, _ := branch.SuccessorOperands(s.Owner(), s.Index())
		next := s.Owner().Operand(from + v.Index())
		if step, ok := stepOf(next, v); ok {
			out.high = max(out.high, 0x1p26*step)
		} else if c, ok := number(next); ok {
			out.low, out.high = min(out.low, c), max(out.high, c)
		} else {
			return anything
		}
	}
	if out.low > out.high || out.high > anything.high {
		return anything
	}
	return out
}

// stepOf returns the constant by which a sum raises v, and whether v is raised by one.
func stepOf(sum, v *ir.Value) (step float64, ok bool) {
	op := sum.DefiningOp()
	if op == nil || !op.Is(&llvm.FAdd) {
		return 0, false
	}
	for i := range 2 {
		if step, ok = number(op.Operand(1 - i)); ok && op.Operand(i) == v && step > 0 {
			return step, true
		}
	}
	return 0, false
}

// notPositive reports whether a number is known to be zero, negative or NaN. It recognizes the negation of a number
// that is not negative, as llvm.fneg or as an xor with the sign bit.
func notPositive(v *ir.Value) bool {
	if op := v.DefiningOp(); op != nil && op.Is(&llvm.FNeg) {
		return notNegative(op.Operand(0), maxDepth)
	}
	bits := bitsOf(v)
	if bits == nil || !bits.Is(&llvm.XOr) || !isSignBit(bits.Operand(1)) {
		return false
	}
	source := bits.Operand(0).DefiningOp()
	return source != nil && source.Is(&llvm.Bitcast) && notNegative(source.Operand(0), maxDepth)
}

// signed returns x if v is computed from the bits of x by an or with a sign bit, so that v is x or -|x|. It returns nil
// otherwise.
func signed(v *ir.Value) *ir.Value {
	bits := bitsOf(v)
	if bits == nil || !bits.Is(&llvm.Or) {
		return nil
	}
	x, sign := bits.Operand(0).DefiningOp(), bits.Operand(1).DefiningOp()
	if x == nil || sign == nil || !x.Is(&llvm.Bitcast) || x.Operand(0).Type() != v.Type() || !sign.Is(&llvm.And) ||
		!isSignBit(sign.Operand(1)) {
		return nil
	}
	return x.Operand(0)
}

// bitsOf returns the operation that computes the operand of v if v is an llvm.bitcast, and nil otherwise.
func bitsOf(v *ir.Value) *ir.Operation {
	op := v.DefiningOp()
	if op == nil || !op.Is(&llvm.Bitcast) {
		return nil
	}
	return op.Operand(0).DefiningOp()
}

func isSignBit(v *ir.Value) bool {
	c, ok := constfold.Int(ir.ConstantOf(v))
	return ok && c.Int64() == math.MinInt32
}

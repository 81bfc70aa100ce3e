package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apint"
	"github.com/girih-ir/girih/ir/constfold"
)

// safeDivisor implements [ir.Speculation] for divisions. They may be speculated if the divisor is a constant whose
// elements all satisfy the condition. Other divisors may be zero, for which the behavior is undefined.
type safeDivisor func(d apint.Int) bool

// IsSpeculatable implements [ir.Speculation].
func (safe safeDivisor) IsSpeculatable(op *ir.Operation) bool {
	return constfold.AllInts(ir.ConstantOf(op.Operand(1)), safe)
}

var (
	notZero safeDivisor = func(d apint.Int) bool { return !d.IsZero() }
	// Dividing the smallest number by -1 overflows.
	notZeroOrMinusOne safeDivisor = func(d apint.Int) bool { return !d.IsZero() && !d.IsAllOnes() }
)

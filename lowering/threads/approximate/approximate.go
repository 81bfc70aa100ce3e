// Package approximate is the pass nvvm-approximate: it takes the instructions with which NVIDIA GPUs approximate
// exponentials and reciprocals, ex2.approx.ftz.f32 and rcp.approx.ftz.f32, where what they lack cannot be seen, in the
// program of one thread.
//
// The units compute neither with denormals nor give them as results, so the forms that do, ex2.approx.f32 and
// div.full.f32, come with comparisons, selections and multiplications around them: three for an exponential, seven for
// a reciprocal.
// The pass leaves these out by looking at where numbers go and where they come from; flush.go and quotient.go say when.
// What an exponential is added to is the same in all bits; quotients are those of the flag arcp, which a program has to
// say.
//
// Multiplications by powers of two, as in gelu's 0.5 x (1 + erf(...)), and those that reciprocals need, become part of
// constants, where that is exact; see factor.go.
//
// What is not here: which functions may be approximated at all, which front ends decide, and how elementary functions
// are made of these two, which is for package mathexpand. Start at [Approximate].
package approximate

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/pass"
)

// Pass is nvvm-approximate.
var Pass = &pass.Pass{
	Name:    "nvvm-approximate",
	Summary: "Take the exponentials and reciprocals of NVIDIA GPUs where it cannot be seen that they flush denormals",
	Run: func(_ *pass.Context, op *ir.Operation) error {
		Approximate(op)
		return nil
	},
}

// Approximate rewrites the quotients, the powers of two and the products in f32 inside root. It goes after contraction,
// which makes of sums of products what it looks for.
func Approximate(root *ir.Operation) {
	s := &selector{ctx: root.Context(), b: ir.NewBuilder(root.Context())}
	var quotients, powers, products []*ir.Operation
	root.Walk(func(op *ir.Operation) bool {
		if op.NumResults() == 1 && op.Result(0).Type() == ir.Type(s.ctx.F32()) {
			switch {
			case op.Is(&llvm.FDiv):
				quotients = append(quotients, op)
			case op.Is(&llvm.Exp2):
				powers = append(powers, op)
			case op.Is(&llvm.FMul), op.Is(&llvm.FMA):
				products = append(products, op)
			}
		}
		return true
	})
	s.halves(products)
	for _, op := range powers {
		s.negation(op)
	}
	// Quotients before powers lose their names: they look for exponentials among the terms of the divisor.
	for _, op := range quotients {
		s.quotient(op)
	}
	for _, op := range powers {
		s.power(op)
	}
}

type selector struct {
	ctx *ir.Context
	b   *ir.Builder
}

func (s *selector) f32(v float64) *ir.Value {
	return llvm.NewConstant(s.b, s.ctx.FloatAttr(s.ctx.F32(), v))
}

// instruction emits one of a number, and gives its result.
func (s *selector) instruction(name string, x *ir.Value) *ir.Value {
	return llvm.NewInlineAsm(s.b, name+" $0, $1;", "=f,f", false, s.ctx.F32(), x)
}

func (s *selector) product(x, y *ir.Value) *ir.Value {
	return s.b.Build(&llvm.FMul, []*ir.Value{x, y}).Result(0)
}

// replace puts a value in the place of the result of op, which it erases, and with it what only op used.
func replace(op *ir.Operation, v *ir.Value) {
	op.Result(0).ReplaceAllUsesWith(v)
	eraseDead(op)
}

// eraseDead erases an operation that nothing sees, and those that are left without uses by that.
func eraseDead(op *ir.Operation) {
	if op == nil || !ir.IsTriviallyDead(op) {
		return
	}
	operands := op.OperandValues()
	op.Erase()
	for i, v := range operands {
		if !slices.Contains(operands[:i], v) {
			eraseDead(v.DefiningOp())
		}
	}
}

// number returns the value of a constant of f32, and whether v is one.
func number(v *ir.Value) (float64, bool) {
	c, ok := constfold.FloatOf(ir.ConstantOf(v))
	if !ok || v.Type() != ir.Type(v.DefiningOp().Context().F32()) {
		return 0, false
	}
	return c.Format.Float64(c.Bits), true
}

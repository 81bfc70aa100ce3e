// Package approximate is the pass nvvm-approximate: in the program of one thread, it replaces exponentials and
// reciprocals by the fastest instructions of NVIDIA GPUs, ex2.approx.ftz.f32 and rcp.approx.ftz.f32, where the result
// cannot differ.
//
// These two instructions flush denormals to zero. The instructions that do not flush, ex2.approx.f32 and div.full.f32,
// need additional comparisons, selections and multiplications: three for an exponential, seven for a reciprocal. The
// pass examines where operands come from and where results go, to prove that denormals make no difference; flush.go and
// quotient.go have the conditions. The sum of an exponential and another value has the same bits as before. Quotients
// may change as the fast-math flag arcp permits, which the program must have.
//
// Multiplications by powers of two, as in gelu's 0.5 x (1 + erf(...)), and those that reciprocals need, are merged into
// constants if that is exact; see factor.go.
//
// Quotients with the same divisor share its reciprocal; see divisors.go.
//
// Front ends decide which functions may be approximated. Package mathexpand builds elementary functions from these two
// instructions. Start at [Approximate].
//
// Before:
//
//	llvm.func @f(%x: f32) -> f32 {
//	  %one = llvm.mlir.constant(1.0 : f32) : f32
//	  %e = llvm.intr.exp2(%x) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
//	  %s = llvm.fadd %e, %one : f32
//	  llvm.return %s : f32
//	}
//
// After nvvm-approximate:
//
//	llvm.func @f(%arg0: f32) -> f32 {
//	  %0 = llvm.mlir.constant(1.000000e+00 : f32) : f32
//	  %1 = llvm.inline_asm "ex2.approx.ftz.f32 $0, $1;", "=f,f" %arg0 : (f32) -> f32
//	  %2 = llvm.fadd %1, %0 : f32
//	  llvm.return %2 : f32
//	}
package approximate

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/pass"
)

// Pass is nvvm-approximate.
var Pass = &pass.Pass{
	Name:    "nvvm-approximate",
	Summary: "Use approximate instructions where flushing denormals cannot change the result",
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		return ctx.Finish(Approximate(op))
	},
}

// Approximate rewrites the quotients, the powers of two and the products in f32 inside root, and reports whether there
// are any. It must run after package contract, since it looks for fused operations.
func Approximate(root *ir.Operation) bool {
	s := &selector{ctx: root.Context(), b: ir.NewBuilder(root.Context()), bounds: bounds{}, constants: constants{}}
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
	// Quotients come first. They look for llvm.intr.exp2 among the terms of the divisor, which power replaces by
	// assembly.
	for _, op := range quotients {
		s.quotient(op)
	}
	if len(quotients) > 0 {
		s.commonDivisors(root)
	}
	for _, op := range powers {
		s.power(op)
	}
	return len(quotients)+len(powers)+len(products) > 0
}

type selector struct {
	ctx       *ir.Context
	b         *ir.Builder
	bounds    bounds
	constants constants
}

func (s *selector) f32(v float64) *ir.Value {
	return llvm.NewConstant(s.b, s.ctx.FloatAttr(s.ctx.F32(), v))
}

// instruction emits an instruction with one f32 operand and one f32 result as inline assembly, and returns the result.
func (s *selector) instruction(name string, x *ir.Value) *ir.Value {
	return llvm.NewInlineAsm(s.b, name+" $0, $1;", "=f,f", false, s.ctx.F32(), x)
}

func (s *selector) product(x, y *ir.Value) *ir.Value {
	return s.b.Build(&llvm.FMul, []*ir.Value{x, y}).Result(0)
}

// replace replaces all uses of the result of op by v. It erases op and the operations that are dead afterwards.
func replace(op *ir.Operation, v *ir.Value) {
	op.Result(0).ReplaceAllUsesWith(v)
	ir.EraseDead(op, ir.IsTriviallyDead)
}

// number returns the value of v as a float, and whether v is an f32 constant.
func number(v *ir.Value) (float64, bool) {
	c, ok := constfold.FloatOf(ir.ConstantOf(v))
	if !ok || v.Type() != ir.Type(v.DefiningOp().Context().F32()) {
		return 0, false
	}
	return c.Format.Float64(c.Bits), true
}

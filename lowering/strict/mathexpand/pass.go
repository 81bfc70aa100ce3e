package mathexpand

import (
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	Exponentials bool `opt:"exponentials" help:"expand exp and exp2 in f32 and narrower formats too, which are left to the target's instruction otherwise"`
	SM           int  `opt:"sm" help:"oldest target, such as 90 for sm_90; conversions of 8-bit floats that it has instructions for stay"`
}

// Pass is tile-expand-math.
var Pass = &pass.Pass{
	Name:    "tile-expand-math",
	Summary: "Compute elementary functions and conversions of narrow floats by arithmetic",
	Options: func() any { return new(Options) },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		Expand(op, *ctx.Options.(*Options))
		return nil
	},
}

// expansion makes the arithmetic that computes an operation, and returns the results. Operands and results have the
// format of the builder.
type expansion func(b *builder, args []*ir.Value) []*ir.Value

func unary(f func(b *builder, x *ir.Value) *ir.Value) expansion {
	return func(b *builder, args []*ir.Value) []*ir.Value { return []*ir.Value{f(b, args[0])} }
}

func binary(f func(b *builder, x, y *ir.Value) *ir.Value) expansion {
	return func(b *builder, args []*ir.Value) []*ir.Value { return []*ir.Value{f(b, args[0], args[1])} }
}

var rules = map[*ir.OpDef]expansion{
	&math.Exp:   unary((*builder).exp),
	&math.Exp2:  unary((*builder).exp2),
	&math.ExpM1: unary((*builder).expm1),
	&math.Log:   unary((*builder).log),
	&math.Log2:  unary((*builder).log2),
	&math.Log10: unary((*builder).log10),
	&math.Log1P: unary((*builder).log1p),
	&math.Sin:   unary((*builder).sin),
	&math.Cos:   unary((*builder).cos),
	&math.Tan:   unary((*builder).tan),
	&math.SinCos: func(b *builder, args []*ir.Value) []*ir.Value {
		sin, cos := b.sinCos(args[0])
		return []*ir.Value{sin, cos}
	},
	&math.ASin:  unary((*builder).asin),
	&math.ACos:  unary((*builder).acos),
	&math.ATan:  unary((*builder).atan),
	&math.ATan2: binary((*builder).atan2),
	&math.SinH:  unary((*builder).sinh),
	&math.CosH:  unary((*builder).cosh),
	&math.TanH:  unary((*builder).tanh),
	&math.ASinH: unary((*builder).asinh),
	&math.ACosH: unary((*builder).acosh),
	&math.ATanH: unary((*builder).atanh),
	&math.Erf:   unary((*builder).erf),
	&math.ErfC:  unary((*builder).erfc),
	&math.Cbrt:  unary((*builder).cbrt),
	&math.PowF:  binary((*builder).pow),
	&math.FPowI: binary((*builder).powerOfInteger),
}

// Expand replaces the elementary functions inside op, on scalars, vectors and tensors of static shape. It leaves
// functions that have no rule, or that opts leave to the target.
func Expand(op *ir.Operation, opts Options) {
	for _, f := range collect(op, rounds) {
		roundAsSaid(f)
	}
	for _, f := range collect(op, func(inner *ir.Operation) bool { return expands(inner, opts) }) {
		expand(f)
	}
	expandNarrow(op, opts)
}

func expands(op *ir.Operation, opts Options) bool {
	if rules[op.Def()] == nil {
		return false
	}
	width := ir.BitWidth(ir.ElementOrSelf(op.Result(0).Type()))
	switch {
	case width > 64:
		return false
	case op.Is(&math.FPowI) && ir.IsIndex(ir.ElementOrSelf(op.Operand(1).Type())):
		return false
	case (op.Is(&math.Exp) || op.Is(&math.Exp2)) && width < 64:
		return opts.Exponentials
	}
	return true
}

// expand replaces one function by its rule. It computes formats narrower than f32 in f32, and powers with integer
// exponents in f64.
func expand(op *ir.Operation) {
	b := newBuilder(op)
	if op.Is(&math.FPowI) {
		b = b.inDouble()
	}
	args := op.OperandValues()
	for i, v := range args {
		if ir.IsFloat(ir.ElementOrSelf(v.Type())) {
			args[i] = b.widened(v)
		}
	}
	for i, v := range rules[op.Def()](b, args) {
		op.Result(i).ReplaceAllUsesWith(b.narrowed(v, op.Result(i).Type()))
	}
	op.Erase()
	if b.absorbed != nil {
		b.absorbed.Erase()
	}
}

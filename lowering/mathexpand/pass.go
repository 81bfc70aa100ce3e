package mathexpand

import (
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	Exponentials bool `opt:"exponentials" help:"expand exp and exp2 in f32 and narrower formats too, which are left to the target's instruction otherwise"`
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

// expansion returns the results of an operation, in the format of the builder. Operands are in that format.
type expansion func(b *builder, args []*ir.Value) []*ir.Value

func unary(f func(b *builder, x *ir.Value) *ir.Value) expansion {
	return func(b *builder, args []*ir.Value) []*ir.Value { return []*ir.Value{f(b, args[0])} }
}

func binary(f func(b *builder, x, y *ir.Value) *ir.Value) expansion {
	return func(b *builder, args []*ir.Value) []*ir.Value { return []*ir.Value{f(b, args[0], args[1])} }
}

// rule says how to expand an operation. Those of which only a single-precision form exists leave f64 alone.
type rule struct {
	expand expansion
	single bool
}

var rules = map[*ir.OpDef]rule{
	&math.Exp:   {unary((*builder).exp), false},
	&math.Exp2:  {unary((*builder).exp2), false},
	&math.ExpM1: {unary((*builder).expm1), false},
	&math.Log:   {unary((*builder).log), false},
	&math.Log2:  {unary((*builder).log2), false},
	&math.Log10: {unary((*builder).log10), false},
	&math.Log1P: {unary((*builder).log1p), false},
	&math.Sin:   {unary((*builder).sin), true},
	&math.Cos:   {unary((*builder).cos), true},
	&math.Tan:   {unary((*builder).tan), true},
	&math.SinCos: {func(b *builder, args []*ir.Value) []*ir.Value {
		sin, cos := b.sinCos(args[0])
		return []*ir.Value{sin, cos}
	}, true},
	&math.ASin:  {unary((*builder).asin), false},
	&math.ACos:  {unary((*builder).acos), false},
	&math.ATan:  {unary((*builder).atan), false},
	&math.ATan2: {binary((*builder).atan2), false},
	&math.SinH:  {unary((*builder).sinh), false},
	&math.CosH:  {unary((*builder).cosh), false},
	&math.TanH:  {unary((*builder).tanh), false},
	&math.ASinH: {unary((*builder).asinh), false},
	&math.ACosH: {unary((*builder).acosh), false},
	&math.ATanH: {unary((*builder).atanh), false},
	&math.Erf:   {unary((*builder).erf), true},
	&math.Cbrt:  {unary((*builder).cbrt), false},
	&math.PowF:  {binary((*builder).pow), true},
}

// Expand replaces the elementary functions inside op, on scalars, vectors and tensors of static shape. Functions that
// are not expanded stay.
func Expand(op *ir.Operation, opts Options) {
	for _, f := range collect(op, func(inner *ir.Operation) bool { return expands(inner, opts) }) {
		expand(f)
	}
	expandNarrow(op)
}

func expands(op *ir.Operation, opts Options) bool {
	r, ok := rules[op.Def()]
	if !ok {
		return false
	}
	width := ir.BitWidth(ir.ElementOrSelf(op.Result(0).Type()))
	switch {
	case width > 64 || width == 64 && r.single:
		return false
	case (op.Is(&math.Exp) || op.Is(&math.Exp2)) && width < 64:
		return opts.Exponentials
	}
	return true
}

// expand computes formats narrower than f32 in f32.
func expand(op *ir.Operation) {
	b := newBuilder(op)
	args := op.OperandValues()
	for i, v := range args {
		args[i] = b.widened(v)
	}
	for i, v := range rules[op.Def()].expand(b, args) {
		op.Result(i).ReplaceAllUsesWith(b.narrowed(v, op.Result(i).Type()))
	}
	op.Erase()
}

func hasConstants(t ir.Type) bool {
	shaped, ok := t.(ir.ShapedType)
	if !ok {
		return true
	}
	_, static := ir.NumElements(shaped)
	return static
}

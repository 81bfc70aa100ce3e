package llvmir

import (
	"fmt"
	"strings"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/fastmath"
)

// intrinsic says in which form every compiler accepts a function. Entries by suffix ("f32") take precedence over the
// generic name. An entry is the name of an LLVM intrinsic, or inline assembly if it contains a `;`.
type intrinsic struct {
	generic  string // llvm.NAME.SUFFIX, "" if only the entries work
	bySuffix map[string]string
	// approximate has the forms for operations with the flag afn.
	approximate map[string]string
	compare     *enum.IPred // for an integer minimum or maximum: the comparison for which a select takes the first operand
}

func extremum(p enum.IPred) intrinsic { return intrinsic{compare: &p} }

// intrinsics follows the table of docs/nvptx-consumers.md. Functions without an entry (exp, log) must be lowered first.
var intrinsics = map[*ir.OpDef]intrinsic{
	&llvm.FMA:      {generic: "fma"},
	&llvm.FMulAdd:  {generic: "fmuladd"},
	&llvm.Sqrt:     {generic: "sqrt", approximate: map[string]string{"f32": "llvm.nvvm.sqrt.approx.f"}},
	&llvm.MaxNum:   {generic: "maxnum"},
	&llvm.MinNum:   {generic: "minnum"},
	&llvm.Floor:    {generic: "floor"},
	&llvm.Ceil:     {generic: "ceil"},
	&llvm.CopySign: {generic: "copysign"},
	&llvm.Exp:      {},
	&llvm.Log:      {},
	&llvm.Exp2:     {bySuffix: map[string]string{"f32": "llvm.nvvm.ex2.approx.f"}},
	&llvm.Log2:     {bySuffix: map[string]string{"f32": "llvm.nvvm.lg2.approx.f"}},
	&llvm.Sin:      {bySuffix: map[string]string{"f32": "llvm.nvvm.sin.approx.f"}},
	&llvm.Cos:      {bySuffix: map[string]string{"f32": "llvm.nvvm.cos.approx.f"}},
	// With the intrinsic, libNVVM clears the sign bit. With abs, ptxas can use an operand modifier instead, at no cost.
	&llvm.FAbs:      {bySuffix: map[string]string{"f32": "abs.f32 $0, $1;", "f64": "llvm.nvvm.fabs.d"}},
	&llvm.RInt:      {bySuffix: map[string]string{"f32": "llvm.nvvm.round.f", "f64": "llvm.nvvm.round.d"}},
	&llvm.RoundEven: {bySuffix: map[string]string{"f32": "llvm.nvvm.round.f", "f64": "llvm.nvvm.round.d"}},
	&llvm.TruncF:    {bySuffix: map[string]string{"f32": "llvm.nvvm.trunc.f", "f64": "llvm.nvvm.trunc.d"}},
	&llvm.Maximum:   {bySuffix: map[string]string{"f32": "max.NaN.f32 $0, $1, $2;"}},
	&llvm.Minimum:   {bySuffix: map[string]string{"f32": "min.NaN.f32 $0, $1, $2;"}},
	&llvm.SMax:      extremum(enum.IPredSGT),
	&llvm.SMin:      extremum(enum.IPredSLT),
	&llvm.UMax:      extremum(enum.IPredUGT),
	&llvm.UMin:      extremum(enum.IPredULT),
}

func (in intrinsic) emit(b *body, op *ir.Operation) error {
	args := b.operands(op)
	if in.compare != nil {
		typ, err := b.convert(op, b.ctx.WithElement(op.Result(0).Type(), b.ctx.I(1)))
		if err != nil {
			return err
		}
		cond := add(b, &llir.InstICmp{Pred: *in.compare, X: args[0], Y: args[1], Typ: typ})
		b.emit(op, &llir.InstSelect{Cond: cond, ValueTrue: args[0], ValueFalse: args[1], Typ: args[0].Type()})
		return nil
	}
	suffix := suffixOf(op.Result(0).Type())
	result := args[0].Type()
	text, ok := in.bySuffix[suffix]
	if form, approximate := in.approximate[suffix]; approximate && hasFlag(op, fastmath.AFn) {
		text, ok = form, true
	}
	switch {
	case b.isCarried(op.Result(0).Type()), !ok && in.generic == "":
		return op.Errorf("on %s has no form that all compilers know: lower it first", ir.Quote(op.Result(0).Type()))
	case !ok:
		text = "llvm." + in.generic + "." + suffix
	case text[len(text)-1] == ';' && b.old && len(args) == 2:
		b.extremumOrNaN(op, args)
		return nil
	case text[len(text)-1] == ';':
		b.emit(op, assembly(text, "=f"+strings.Repeat(",f", len(args)), result, args...))
		return nil
	}
	call := llir.NewCall(b.declareIntrinsic(text, result, args...), args...)
	call.FastMathFlags = fastMath(op)
	b.emit(op, call)
	return nil
}

// suffixOf returns the suffix of a type in names of intrinsics, such as "v2f16".
func suffixOf(t ir.Type) string {
	if v, ok := t.(*ir.VectorType); ok {
		return fmt.Sprintf("v%d%s", v.Shape()[0], v.ElementType())
	}
	return t.String()
}

// declareIntrinsic returns the declaration of a function with a given name, and creates it on first use.
func (t *translator) declareIntrinsic(name string, result types.Type, args ...value.Value) *llir.Func {
	if f, ok := t.functions[name]; ok {
		return f
	}
	params := make([]*llir.Param, len(args))
	for i, a := range args {
		params[i] = llir.NewParam(paramName(i), a.Type())
	}
	f := t.module.NewFunc(name, result, params...)
	t.functions[name] = f
	return f
}

// assembly returns a call of an inline assembly snippet without side effects.
func assembly(text, constraints string, result types.Type, args ...value.Value) *llir.InstCall {
	sig := types.NewFunc(result, make([]types.Type, len(args))...)
	for i, a := range args {
		sig.Params[i] = a.Type()
	}
	return llir.NewCall(llir.NewInlineAsm(types.NewPointer(sig), text, constraints), args...)
}

func emitSpecialRegister(b *body, op *ir.Operation) error {
	b.emit(op, llir.NewCall(b.declareIntrinsic("llvm."+op.Name(), types.I32)))
	return nil
}

// emitVoid returns a function that calls an intrinsic without a result on the operation's operands.
func emitVoid(name string) func(b *body, op *ir.Operation) error {
	return func(b *body, op *ir.Operation) error {
		args := b.operands(op)
		b.emit(op, llir.NewCall(b.declareIntrinsic(name, types.Void, args...), args...))
		return nil
	}
}

func emitShflSync(b *body, op *ir.Operation) error {
	kind, ok := op.Inherent("kind").(*nvvm.KindAttr)
	if !ok || op.Inherent("return_value_and_is_valid") != nil {
		return op.Errorf("has no translation to LLVM IR: only its plain form has")
	}
	args := b.operands(op)
	name := "llvm.nvvm.shfl.sync." + kind.Kind + "." + op.Operand(1).Type().String()
	b.emit(op, llir.NewCall(b.declareIntrinsic(name, args[1].Type(), args...), args...))
	return nil
}

// i32 returns a constant, for metadata.
func i32(v int64) constant.Constant { return constant.NewInt(types.I32, v) }

func emitVoteSync(b *body, op *ir.Operation) error {
	typ, err := b.convert(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	mask, predicate := b.operand(op, 0), b.operand(op, 1)
	name := "llvm.nvvm.vote." + op.Inherent("kind").(*nvvm.KindAttr).Kind + ".sync"
	b.emit(op, llir.NewCall(b.declareIntrinsic(name, typ, mask, predicate), mask, predicate))
	return nil
}

// emitWithOverflow calls the intrinsic with the operation's name, which all compilers know.
func emitWithOverflow(b *body, op *ir.Operation) error {
	result, err := b.convert(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	x, y := b.operand(op, 0), b.operand(op, 1)
	name := "llvm." + strings.TrimPrefix(op.Name(), "llvm.intr.") + "." + suffixOf(op.Operand(0).Type())
	b.emit(op, llir.NewCall(b.declareIntrinsic(name, result, x, y), x, y))
	return nil
}

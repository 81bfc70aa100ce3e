package llvmir

import (
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

// binaries creates the instructions with two operands of one type. The flag `disjoint` of an or is dropped, since LLVM
// before 18 does not know it.
var binaries = map[*ir.OpDef]func(op *ir.Operation, x, y value.Value) llir.Instruction{
	&llvm.Add: func(op *ir.Operation, x, y value.Value) llir.Instruction {
		return &llir.InstAdd{X: x, Y: y, OverflowFlags: overflow(op)}
	},
	&llvm.Sub: func(op *ir.Operation, x, y value.Value) llir.Instruction {
		return &llir.InstSub{X: x, Y: y, OverflowFlags: overflow(op)}
	},
	&llvm.Mul: func(op *ir.Operation, x, y value.Value) llir.Instruction {
		if ir.IsInt(ir.ElementOrSelf(op.Result(0).Type()), 1) {
			return llir.NewAnd(x, y) // llc before 15 does not accept mul on i1
		}
		return &llir.InstMul{X: x, Y: y, OverflowFlags: overflow(op)}
	},
	&llvm.Shl: func(op *ir.Operation, x, y value.Value) llir.Instruction {
		return &llir.InstShl{X: x, Y: y, OverflowFlags: overflow(op)}
	},
	&llvm.UDiv: func(op *ir.Operation, x, y value.Value) llir.Instruction {
		return &llir.InstUDiv{X: x, Y: y, Exact: exact(op)}
	},
	&llvm.SDiv: func(op *ir.Operation, x, y value.Value) llir.Instruction {
		return &llir.InstSDiv{X: x, Y: y, Exact: exact(op)}
	},
	&llvm.LShr: func(op *ir.Operation, x, y value.Value) llir.Instruction {
		return &llir.InstLShr{X: x, Y: y, Exact: exact(op)}
	},
	&llvm.AShr: func(op *ir.Operation, x, y value.Value) llir.Instruction {
		return &llir.InstAShr{X: x, Y: y, Exact: exact(op)}
	},
	&llvm.URem: func(_ *ir.Operation, x, y value.Value) llir.Instruction { return llir.NewURem(x, y) },
	&llvm.SRem: func(_ *ir.Operation, x, y value.Value) llir.Instruction { return llir.NewSRem(x, y) },
	&llvm.And:  func(_ *ir.Operation, x, y value.Value) llir.Instruction { return llir.NewAnd(x, y) },
	&llvm.Or:   func(_ *ir.Operation, x, y value.Value) llir.Instruction { return llir.NewOr(x, y) },
	&llvm.XOr:  func(_ *ir.Operation, x, y value.Value) llir.Instruction { return llir.NewXor(x, y) },
	&llvm.FAdd: func(op *ir.Operation, x, y value.Value) llir.Instruction {
		return &llir.InstFAdd{X: x, Y: y, FastMathFlags: fastMath(op)}
	},
	&llvm.FSub: func(op *ir.Operation, x, y value.Value) llir.Instruction {
		return &llir.InstFSub{X: x, Y: y, FastMathFlags: fastMath(op)}
	},
	&llvm.FMul: func(op *ir.Operation, x, y value.Value) llir.Instruction {
		return &llir.InstFMul{X: x, Y: y, FastMathFlags: fastMath(op)}
	},
	&llvm.FRem: func(op *ir.Operation, x, y value.Value) llir.Instruction {
		return &llir.InstFRem{X: x, Y: y, FastMathFlags: fastMath(op)}
	},
}

func emitBinary(make func(op *ir.Operation, x, y value.Value) llir.Instruction) emitter {
	return func(b *body, op *ir.Operation) error {
		if b.isCarried(op.Result(0).Type()) {
			return op.Errorf("arithmetic on bf16 must be lowered before LLVM IR is printed: libNVVM does not know the type")
		}
		b.emit(op, make(op, b.operand(op, 0), b.operand(op, 1)))
		return nil
	}
}

// emitQuotient divides. A quotient in f32 that may be approximated becomes div.full.f32, whose error is at most 2 units
// in the last place over the whole range (PTX ISA, "div"). For an fdiv with fast-math flags, compilers would print an
// exact division or div.approx, which returns 0 for large divisors.
func emitQuotient(b *body, op *ir.Operation) error {
	if op.Result(0).Type() == ir.Type(b.ctx.F32()) && hasFlag(op, fastmath.ARcp|fastmath.AFn) {
		b.emit(op, assembly("div.full.f32 $0, $1, $2;", "=f,f,f", types.Float, b.operand(op, 0), b.operand(op, 1)))
		return nil
	}
	return emitBinary(func(op *ir.Operation, x, y value.Value) llir.Instruction {
		return &llir.InstFDiv{X: x, Y: y, FastMathFlags: fastMath(op)}
	})(b, op)
}

// hasFlag reports whether an operation has any of the given fast-math flags.
func hasFlag(op *ir.Operation, flags uint32) bool {
	bits, _ := llvm.FastMath.Value(op.Inherent("fastmathFlags"))
	return bits&flags != 0
}

// emitFNeg subtracts from -0.0, since libNVVM does not know the instruction fneg. The results differ at most in the
// sign of a NaN.
func emitFNeg(b *body, op *ir.Operation) error {
	typ, err := b.convert(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	if b.isCarried(op.Result(0).Type()) {
		return op.Errorf("arithmetic on bf16 must be lowered before LLVM IR is printed: libNVVM does not know the type")
	}
	zero := constant.Constant(literal{typ, "-0.0"})
	if v, ok := typ.(*types.VectorType); ok {
		elems := make([]constant.Constant, v.Len)
		for i := range elems {
			elems[i] = literal{v.ElemType, "-0.0"}
		}
		zero = constant.NewVector(v, elems...)
	}
	b.emit(op, &llir.InstFSub{X: zero, Y: b.operand(op, 0), FastMathFlags: fastMath(op)})
	return nil
}

// casts creates the conversions. The flags `nneg` and those of trunc are dropped, since older compilers do not know
// them.
var casts = map[*ir.OpDef]func(v value.Value, to types.Type) llir.Instruction{
	&llvm.SExt:          func(v value.Value, to types.Type) llir.Instruction { return llir.NewSExt(v, to) },
	&llvm.ZExt:          func(v value.Value, to types.Type) llir.Instruction { return llir.NewZExt(v, to) },
	&llvm.Trunc:         func(v value.Value, to types.Type) llir.Instruction { return llir.NewTrunc(v, to) },
	&llvm.FPExt:         func(v value.Value, to types.Type) llir.Instruction { return llir.NewFPExt(v, to) },
	&llvm.FPTrunc:       func(v value.Value, to types.Type) llir.Instruction { return llir.NewFPTrunc(v, to) },
	&llvm.SIToFP:        func(v value.Value, to types.Type) llir.Instruction { return llir.NewSIToFP(v, to) },
	&llvm.UIToFP:        func(v value.Value, to types.Type) llir.Instruction { return llir.NewUIToFP(v, to) },
	&llvm.FPToSI:        func(v value.Value, to types.Type) llir.Instruction { return llir.NewFPToSI(v, to) },
	&llvm.FPToUI:        func(v value.Value, to types.Type) llir.Instruction { return llir.NewFPToUI(v, to) },
	&llvm.Bitcast:       func(v value.Value, to types.Type) llir.Instruction { return llir.NewBitCast(v, to) },
	&llvm.PtrToInt:      func(v value.Value, to types.Type) llir.Instruction { return llir.NewPtrToInt(v, to) },
	&llvm.IntToPtr:      func(v value.Value, to types.Type) llir.Instruction { return llir.NewIntToPtr(v, to) },
	&llvm.AddrSpaceCast: func(v value.Value, to types.Type) llir.Instruction { return llir.NewAddrSpaceCast(v, to) },
}

func emitCast(make func(v value.Value, to types.Type) llir.Instruction) emitter {
	return func(b *body, op *ir.Operation) error {
		from, to := op.Operand(0).Type(), op.Result(0).Type()
		if b.isCarried(from) != b.isCarried(to) && !op.Is(&llvm.Bitcast) {
			return b.castBF16(op, from, to)
		}
		if nvvm.IsRemote(op.Result(0)) || nvvm.IsRemote(op.Operand(0)) {
			return emitToCluster(b, op)
		}
		typ, err := b.convert(op, to)
		if err != nil {
			return err
		}
		v, err := b.plain(op, op.Operand(0))
		if err != nil {
			return err
		}
		if sameType(v.Type(), typ) { // bf16 and i16 are the same type here
			b.values.Set(op.Result(0), v)
			return nil
		}
		b.emit(op, make(v, typ))
		return nil
	}
}

// castBF16 converts between f32 and bf16, which is represented by i16.
func (b *body) castBF16(op *ir.Operation, from, to ir.Type) error {
	switch {
	case op.Is(&llvm.FPExt) && to == ir.Type(b.ctx.F32()) && b.isRounding(op):
		x := b.operand(op.Operand(0).DefiningOp(), 0)
		zero := constant.NewFloat(types.Float, 0)
		pair := add(b, assembly("cvt.rn.bf16x2.f32 $0, $1, $2;", "=r,f,f", types.I32, x, zero))
		b.emit(op, llir.NewBitCast(pair, types.Float))
		return nil
	case op.Is(&llvm.FPExt) && to == ir.Type(b.ctx.F32()):
		wide := add(b, llir.NewZExt(b.operand(op, 0), types.I32))
		bits := add(b, llir.NewShl(wide, constant.NewInt(types.I32, 16)))
		b.emit(op, llir.NewBitCast(bits, types.Float))
		return nil
	case op.Is(&llvm.FPTrunc) && from == ir.Type(b.ctx.F32()) && b.old:
		b.roundToBF16(op)
		return nil
	case op.Is(&llvm.FPTrunc) && from == ir.Type(b.ctx.F32()):
		b.emit(op, assembly("cvt.rn.bf16.f32 $0, $1;", "=h,f", types.I16, b.operand(op, 0)))
		return nil
	}
	return op.Errorf("conversion of %s to %s must go through f32", ir.Quote(from), ir.Quote(to))
}

// isRounding reports whether an extension from bf16 to f32 undoes a truncation from f32, so that both together round an
// f32. One fast instruction does that: it converts the f32 and a zero to a pair of bf16 numbers, whose bits are those
// of the rounded f32. A conversion of a single number has a quarter of the throughput.
func (b *body) isRounding(extension *ir.Operation) bool {
	cut := extension.Operand(0).DefiningOp()
	return !b.old && cut != nil && cut.Is(&llvm.FPTrunc) && cut.Operand(0).Type() == ir.Type(b.ctx.F32())
}

func overflow(op *ir.Operation) (flags []enum.OverflowFlag) {
	if llvm.OverflowOf(op)&llvm.NUW != 0 {
		flags = append(flags, enum.OverflowFlagNUW)
	}
	if llvm.OverflowOf(op)&llvm.NSW != 0 {
		flags = append(flags, enum.OverflowFlagNSW)
	}
	return flags
}

func exact(op *ir.Operation) bool { return op.Inherent("isExact") != nil }

var fastMathFlags = []struct {
	bit  uint32
	flag enum.FastMathFlag
}{
	{fastmath.NNaN, enum.FastMathFlagNNaN}, {fastmath.NInf, enum.FastMathFlagNInf}, {fastmath.NSZ, enum.FastMathFlagNSZ},
	{fastmath.ARcp, enum.FastMathFlagARcp}, {fastmath.Contract, enum.FastMathFlagContract},
	{fastmath.AFn, enum.FastMathFlagAFn},
	{fastmath.Reassoc, enum.FastMathFlagReassoc},
}

func fastMath(op *ir.Operation) (flags []enum.FastMathFlag) {
	bits := llvm.FastMathOf(op)
	if bits == fastmath.Fast {
		return []enum.FastMathFlag{enum.FastMathFlagFast}
	}
	for _, f := range fastMathFlags {
		if bits&f.bit != 0 {
			flags = append(flags, f.flag)
		}
	}
	return flags
}

var intPredicates = []enum.IPred{enum.IPredEQ, enum.IPredNE, enum.IPredSLT, enum.IPredSLE, enum.IPredSGT, enum.IPredSGE,
	enum.IPredULT, enum.IPredULE, enum.IPredUGT, enum.IPredUGE}

var floatPredicates = []enum.FPred{enum.FPredFalse, enum.FPredOEQ, enum.FPredOGT, enum.FPredOGE, enum.FPredOLT,
	enum.FPredOLE, enum.FPredONE, enum.FPredORD, enum.FPredUEQ, enum.FPredUGT, enum.FPredUGE, enum.FPredULT,
	enum.FPredULE, enum.FPredUNE, enum.FPredUNO, enum.FPredTrue}

func emitICmp(b *body, op *ir.Operation) error {
	p, _ := llvm.IntPredicate.Value(op.Inherent("predicate"))
	x, err := b.plain(op, op.Operand(0))
	if err != nil {
		return err
	}
	y, err := b.plain(op, op.Operand(1))
	if err != nil {
		return err
	}
	typ, err := b.convert(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	b.emit(op, &llir.InstICmp{Pred: intPredicates[p], X: x, Y: y, Typ: typ})
	return nil
}

func emitFCmp(b *body, op *ir.Operation) error {
	if b.isCarried(op.Operand(0).Type()) {
		return op.Errorf("arithmetic on bf16 must be lowered before LLVM IR is printed: libNVVM does not know the type")
	}
	p, _ := llvm.FloatPredicate.Value(op.Inherent("predicate"))
	typ, err := b.convert(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	b.emit(op, &llir.InstFCmp{Pred: floatPredicates[p], X: b.operand(op, 0), Y: b.operand(op, 1), Typ: typ,
		FastMathFlags: fastMath(op)})
	return nil
}

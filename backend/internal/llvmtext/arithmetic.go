package llvmtext

import (
	"fmt"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// integers prints an operation on two integers, and returns false for others.
func (p *printer) integers(inst ir.Instruction) bool {
	switch i := inst.(type) {
	case *ir.InstAdd:
		binary(p, i, "add", i.OverflowFlags, i.X, i.Y, i.Metadata)
	case *ir.InstSub:
		binary(p, i, "sub", i.OverflowFlags, i.X, i.Y, i.Metadata)
	case *ir.InstMul:
		binary(p, i, "mul", i.OverflowFlags, i.X, i.Y, i.Metadata)
	case *ir.InstShl:
		binary(p, i, "shl", i.OverflowFlags, i.X, i.Y, i.Metadata)
	case *ir.InstUDiv:
		binary(p, i, "udiv", exact(i.Exact), i.X, i.Y, i.Metadata)
	case *ir.InstSDiv:
		binary(p, i, "sdiv", exact(i.Exact), i.X, i.Y, i.Metadata)
	case *ir.InstLShr:
		binary(p, i, "lshr", exact(i.Exact), i.X, i.Y, i.Metadata)
	case *ir.InstAShr:
		binary(p, i, "ashr", exact(i.Exact), i.X, i.Y, i.Metadata)
	case *ir.InstURem:
		binary[word](p, i, "urem", nil, i.X, i.Y, i.Metadata)
	case *ir.InstSRem:
		binary[word](p, i, "srem", nil, i.X, i.Y, i.Metadata)
	case *ir.InstAnd:
		binary[word](p, i, "and", nil, i.X, i.Y, i.Metadata)
	case *ir.InstOr:
		binary[word](p, i, "or", nil, i.X, i.Y, i.Metadata)
	case *ir.InstXor:
		binary[word](p, i, "xor", nil, i.X, i.Y, i.Metadata)
	default:
		return false
	}
	return true
}

// word is the keyword of a flag that llir represents by a bool.
type word string

func (w word) String() string { return string(w) }

// exact returns the keyword of the flag exact if it is set, and nothing otherwise.
func exact(set bool) []word {
	if set {
		return []word{"exact"}
	}
	return nil
}

// binary prints an operation on two values of one type, with flags.
func binary[T fmt.Stringer](p *printer, inst value.Value, name string, list []T, x, y value.Value, m ir.Metadata) {
	p.result(inst, name)
	flags(p, list)
	p.pair(x, y, m)
}

// floats prints arithmetic on floats, and returns false for other operations.
func (p *printer) floats(inst ir.Instruction) bool {
	switch i := inst.(type) {
	case *ir.InstFNeg:
		p.result(i, "fneg")
		flags(p, i.FastMathFlags)
		p.values(i.Metadata, i.X)
	case *ir.InstFAdd:
		binary(p, i, "fadd", i.FastMathFlags, i.X, i.Y, i.Metadata)
	case *ir.InstFSub:
		binary(p, i, "fsub", i.FastMathFlags, i.X, i.Y, i.Metadata)
	case *ir.InstFMul:
		binary(p, i, "fmul", i.FastMathFlags, i.X, i.Y, i.Metadata)
	case *ir.InstFDiv:
		binary(p, i, "fdiv", i.FastMathFlags, i.X, i.Y, i.Metadata)
	default:
		return false
	}
	return true
}

// conversion prints a conversion, and returns false for other operations.
func (p *printer) conversion(inst ir.Instruction) bool {
	switch i := inst.(type) {
	case *ir.InstTrunc:
		p.convert(i, "trunc", i.From, i.To, i.Metadata)
	case *ir.InstZExt:
		p.convert(i, "zext", i.From, i.To, i.Metadata)
	case *ir.InstSExt:
		p.convert(i, "sext", i.From, i.To, i.Metadata)
	case *ir.InstFPTrunc:
		p.convert(i, "fptrunc", i.From, i.To, i.Metadata)
	case *ir.InstFPExt:
		p.convert(i, "fpext", i.From, i.To, i.Metadata)
	case *ir.InstFPToUI:
		p.convert(i, "fptoui", i.From, i.To, i.Metadata)
	case *ir.InstFPToSI:
		p.convert(i, "fptosi", i.From, i.To, i.Metadata)
	case *ir.InstUIToFP:
		p.convert(i, "uitofp", i.From, i.To, i.Metadata)
	case *ir.InstSIToFP:
		p.convert(i, "sitofp", i.From, i.To, i.Metadata)
	case *ir.InstPtrToInt:
		p.convert(i, "ptrtoint", i.From, i.To, i.Metadata)
	case *ir.InstIntToPtr:
		p.convert(i, "inttoptr", i.From, i.To, i.Metadata)
	case *ir.InstBitCast:
		p.convert(i, "bitcast", i.From, i.To, i.Metadata)
	case *ir.InstAddrSpaceCast:
		p.convert(i, "addrspacecast", i.From, i.To, i.Metadata)
	default:
		return false
	}
	return true
}

func (p *printer) convert(inst value.Value, name string, from value.Value, to types.Type, m ir.Metadata) {
	p.result(inst, name)
	p.values(nil, from)
	p.text(" to ")
	p.typ(to)
	p.metadata(m)
}

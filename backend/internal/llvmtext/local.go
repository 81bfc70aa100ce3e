package llvmtext

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/value"
)

// numbered is a value of a function, or a block. It has a name or a number.
type numbered interface {
	value.Value
	IsUnnamed() bool
	ID() int64
	SetID(int64)
}

// local returns a value as a numbered one, or nil for a value that is none. Go finds a type in a list in a few steps.
// To ask for an interface takes ten times as long in a process that compiles few kernels, since Go remembers the answer
// only once in a thousand times.
func local(v any) numbered {
	switch v := v.(type) {
	case *ir.Block:
		return v
	case *ir.Param:
		return v
	case *ir.InstExtractValue:
		return v
	case *ir.InstInsertValue:
		return v
	case *ir.InstAdd:
		return v
	case *ir.InstFAdd:
		return v
	case *ir.InstSub:
		return v
	case *ir.InstFSub:
		return v
	case *ir.InstMul:
		return v
	case *ir.InstFMul:
		return v
	case *ir.InstUDiv:
		return v
	case *ir.InstSDiv:
		return v
	case *ir.InstFDiv:
		return v
	case *ir.InstURem:
		return v
	case *ir.InstSRem:
		return v
	case *ir.InstFRem:
		return v
	case *ir.InstShl:
		return v
	case *ir.InstLShr:
		return v
	case *ir.InstAShr:
		return v
	case *ir.InstAnd:
		return v
	case *ir.InstOr:
		return v
	case *ir.InstXor:
		return v
	case *ir.InstTrunc:
		return v
	case *ir.InstZExt:
		return v
	case *ir.InstSExt:
		return v
	case *ir.InstFPTrunc:
		return v
	case *ir.InstFPExt:
		return v
	case *ir.InstFPToUI:
		return v
	case *ir.InstFPToSI:
		return v
	case *ir.InstUIToFP:
		return v
	case *ir.InstSIToFP:
		return v
	case *ir.InstPtrToInt:
		return v
	case *ir.InstIntToPtr:
		return v
	case *ir.InstBitCast:
		return v
	case *ir.InstAddrSpaceCast:
		return v
	case *ir.InstAlloca:
		return v
	case *ir.InstLoad:
		return v
	case *ir.InstCmpXchg:
		return v
	case *ir.InstAtomicRMW:
		return v
	case *ir.InstGetElementPtr:
		return v
	case *ir.InstICmp:
		return v
	case *ir.InstFCmp:
		return v
	case *ir.InstPhi:
		return v
	case *ir.InstSelect:
		return v
	case *ir.InstFreeze:
		return v
	case *ir.InstCall:
		return v
	case *ir.InstFNeg:
		return v
	case *ir.InstExtractElement:
		return v
	case *ir.InstInsertElement:
		return v
	case *ir.InstShuffleVector:
		return v
	case *ir.InstVAArg:
		return v
	case *ir.InstLandingPad:
		return v
	case *ir.InstCatchPad:
		return v
	case *ir.InstCleanupPad:
		return v
	case *ir.TermInvoke:
		return v
	case *ir.TermCallBr:
		return v
	case *ir.TermCatchSwitch:
		return v
	case *ir.Global, *ir.Func, *ir.Alias, *ir.IFunc: // they have numbers of the module
		return nil
	}
	n, _ := v.(numbered)
	return n
}

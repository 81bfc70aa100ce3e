// Package llvm defines the dialect `llvm`: LLVM IR's types and instructions as operations. Names, syntax and rules are
// upstream's (mlir/Dialect/LLVMIR/LLVMOps.td). The program of one thread of a GPU kernel consists of this dialect and
// dialect nvvm.
//
// The package covers what kernels need: functions, globals, constants, memory, arithmetic, casts, vectors, aggregates,
// branches and numeric intrinsics. Identified structs, exception handling and most metadata are not supported. Package
// backend/llvmir prints LLVM IR.
//
// Start at types.go for the types. Every operation is a variable of type [ir.OpDef] in the file of its subject.
package llvm

import "github.com/girih-ir/girih/ir"

// Dialect is the dialect `llvm`.
var Dialect = &ir.Dialect{
	Name:     "llvm",
	Summary:  "LLVM IR's types and instructions",
	Upstream: 284,
	Inlining: &ir.Inlining{Call: mayInline, Inlined: hoistAllocas},
	Constant: materialize,

	ParseType:       parseUnknown,
	VerifyOpAttr:    verifyModuleAttr,
	VerifyParamAttr: verifyParameter,

	Ops: []*ir.OpDef{
		&FuncOp, &CallOp, &Return, &Br, &CondBr, &Switch, &Unreachable,
		&GlobalOp, &AddressOf, &ConstantOp, &Undef, &Poison, &Zero, &Freeze,
		&Add, &Sub, &Mul, &Shl, &UDiv, &SDiv, &LShr, &AShr, &URem, &SRem, &And, &Or, &XOr, &ICmp,
		&FAdd, &FSub, &FMul, &FDiv, &FRem, &FNeg, &FCmp, &Select,
		&Load, &Store, &GetElementPtr, &AtomicRMW, &CmpXchg, &Fence, &Alloca, &InlineAsm,
		&SExt, &ZExt, &Trunc, &FPExt, &FPTrunc, &SIToFP, &UIToFP, &FPToSI, &FPToUI, &Bitcast, &PtrToInt, &IntToPtr,
		&AddrSpaceCast, &ConstrainedFPTrunc,
		&ExtractElement, &InsertElement, &ExtractValue, &InsertValue,
		&FAbs, &Sqrt, &Exp, &Exp2, &Log, &Log2, &Sin, &Cos, &Floor, &Ceil, &RInt, &RoundEven, &TruncF, &CopySign, &MaxNum,
		&MinNum,
		&Maximum, &Minimum, &FMA, &FMulAdd, &SMax, &SMin, &UMax, &UMin, &Assume,
		&SAddOverflow, &UAddOverflow, &SSubOverflow, &USubOverflow, &SMulOverflow, &UMulOverflow,
		&StackSave, &StackRestore, &LifetimeStart, &LifetimeEnd,
	},
	Types: []*ir.TypeDef{&pointerDef, &structDef, &arrayDef, &functionDef, &voidDef},
	Attrs: []*ir.AttrDef{FastMath.AttrDef(), Linkage.def, callingConvention.def, TailCallKind.def, &constantRangeDef,
		&memoryEffectsDef, &targetFeaturesDef, &loopAnnotationDef, &loopUnrollDef},
	AliasAttr: aliasAttr,
}

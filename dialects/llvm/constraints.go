package llvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Types that operations take (LLVMOpBase.td).
var (
	anyType      = ir.TypeConstraint{Summary: "LLVM dialect-compatible type", Check: IsCompatible}
	loadable     = ir.TypeConstraint{Summary: "LLVM type with size", Check: isLoadable}
	anyPointer   = ir.TypeConstraint{Summary: "LLVM pointer type", Check: isPointer}
	anyVector    = ir.TypeConstraint{Summary: "LLVM dialect-compatible vector type", Check: isVector}
	aggregate    = ir.TypeConstraint{Summary: "LLVM aggregate type", Check: isAggregate}
	nonAggregate = ir.TypeConstraint{Summary: "LLVM-compatible non-aggregate type",
		Check: func(t ir.Type) bool { return IsCompatible(t) && !isAggregate(t) }}
	primitive = ir.TypeConstraint{Summary: "primitive LLVM type", Check: isLoadable}

	integers  = scalarOrVector("signless integer", constraints.IsSignless)
	floats    = scalarOrVector("floating point LLVM type", isFloat)
	pointers  = scalarOrVector("LLVM pointer type", isPointer)
	bools     = scalarOrVector("1-bit signless integer", func(t ir.Type) bool { return ir.IsInt(t, 1) })
	orPointer = ir.TypeConstraint{Summary: integers.Summary + " or " + pointers.Summary,
		Check: func(t ir.Type) bool { return integers.Check(t) || pointers.Check(t) }}
)

func scalarOrVector(summary string, elem func(ir.Type) bool) ir.TypeConstraint {
	return ir.TypeConstraint{
		Summary: summary + " or LLVM dialect-compatible vector of " + summary,
		Check: func(t ir.Type) bool {
			if v, ok := t.(*ir.VectorType); ok {
				return len(v.Shape()) == 1 && elem(v.ElementType())
			}
			return elem(t)
		},
	}
}

func isPointer(t ir.Type) bool {
	_, ok := t.(*PointerType)
	return ok
}

func isVector(t ir.Type) bool {
	_, ok := t.(*ir.VectorType)
	return ok && IsCompatible(t)
}

func isAggregate(t ir.Type) bool {
	switch t.(type) {
	case *StructType, *ArrayType:
		return true
	}
	return false
}

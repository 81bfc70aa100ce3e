package tt

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Type constraints with upstream's names and summaries (TritonTypes.td).
var (
	ptr       = ir.TypeConstraint{Summary: "ptr", Check: isPtr}
	ptrTensor = tensorOf(ptr)
	ptrLike   = anyOf(ptr, ptrTensor)
	tensorPtr = ir.TypeConstraint{Summary: "ptr", Check: isTensorPtr}

	float        = ir.TypeConstraint{Summary: "floating-point", Check: isFloat}
	floatTensor  = tensorOf(float)
	floatLike    = anyOf(float, floatTensor)
	integer      = ir.TypeConstraint{Summary: "integer", Check: isInteger}
	intTensor    = tensorOf(integer)
	intLike      = anyOf(integer, intTensor)
	boolLike     = anyOf(constraints.I1, tensorOf(constraints.I1))
	fpIntTensor  = anyOf(floatTensor, intTensor)
	tensor       = anyOf(fpIntTensor, ptrTensor)
	anyValue     = anyOf(floatLike, intLike, ptrLike, tensorPtr)
	pointerArg   = anyOf(ptrLike, tensorPtr)
	i32Tensor    = tensorOf(constraints.I32)
	scaledTensor = tensorOf(anyOf(float, constraints.I8))
	tensorDesc   = ir.TypeConstraint{
		Summary: "Tensor descriptor type (`::mlir::triton::TensorDescType`) in Triton IR type system",
		Check:   isTensorDesc}
	i64Like = ir.TypeConstraint{Summary: "64-bit signless integer or tensor of 64-bit signless integer values",
		Check: func(t ir.Type) bool { return ir.IsInt(ir.ElementOrSelf(t), 64) }}
)

// anyOf admits the types that at least one of the constraints admits.
func anyOf(all ...ir.TypeConstraint) ir.TypeConstraint {
	summary := ""
	for i, c := range all {
		if i > 0 {
			summary += " or "
		}
		summary += c.Summary
	}
	return ir.TypeConstraint{Summary: summary, Check: func(t ir.Type) bool {
		return slices.ContainsFunc(all, func(c ir.TypeConstraint) bool { return c.Admits(t) })
	}}
}

// tensorOf admits ranked tensors whose elements a constraint admits.
func tensorOf(elem ir.TypeConstraint) ir.TypeConstraint {
	return ir.TypeConstraint{Summary: "ranked tensor of " + elem.Summary + " values", Check: func(t ir.Type) bool {
		tensor, ok := t.(*ir.TensorType)
		return ok && elem.Admits(tensor.ElementType())
	}}
}

func isPtr(t ir.Type) bool {
	_, ok := t.(*PtrType)
	return ok
}

func isTensorPtr(t ir.Type) bool {
	p, ok := t.(*PtrType)
	return ok && tensor.Admits(p.pointee)
}

func isTensorDesc(t ir.Type) bool {
	_, ok := t.(*TensorDescType)
	return ok
}

var floats = []string{"f8E4M3FN", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2", "f8E5M2FNUZ", "f16", "bf16", "f32", "f64"}

func isFloat(t ir.Type) bool {
	f, ok := t.(*ir.FloatType)
	return ok && slices.Contains(floats, f.Format.Name())
}

func isInteger(t ir.Type) bool {
	if !ir.IsInt(t, 0) {
		return false
	}
	switch ir.BitWidth(t) {
	case 1, 4, 8, 16, 32, 64:
		return true
	}
	return false
}

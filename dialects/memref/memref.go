// Package memref defines the part of the dialect `memref` that programs on buffers need before they are lowered:
// allocation, element access, casts, sizes and copies. Names, syntax and rules are upstream's
// (mlir/Dialect/MemRef/IR/MemRefOps.td).
//
// Operations that allocate and free memory are in allocate.go, accesses to elements in access.go, and casts and sizes
// in view.go. The interfaces of ir/effects.go describe slots, which pass mem2reg promotes.
package memref

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/ub"
	"github.com/girih-ir/girih/ir"
)

// Dialect is the dialect `memref`.
var Dialect = &ir.Dialect{
	Name:         "memref",
	Summary:      "Buffers in memory",
	Upstream:     32,
	Ops:          []*ir.OpDef{&Alloc, &Alloca, &Cast, &Copy, &Dealloc, &Dim, &Load, &Store},
	Dependencies: []*ir.Dialect{arith.Dialect, ub.Dialect},
}

// Constraints of types and attributes.
var (
	anyMemRef = ir.TypeConstraint{Summary: "memref of any type values", Check: func(t ir.Type) bool {
		_, ok := t.(*ir.MemRefType)
		return ok
	}}
	anyOrUnranked = ir.TypeConstraint{Summary: "ranked or unranked memref of any type values", Check: isMemRef}
	hasDimensions = ir.TypeConstraint{
		Summary: "unranked.memref of any type values or non-0-ranked.memref of any type values",
		Check: func(t ir.Type) bool {
			m, ranked := t.(*ir.MemRefType)
			return isMemRef(t) && (!ranked || len(m.Shape()) > 0)
		},
	}
	powerOfTwo = ir.AttrConstraint{
		Summary: "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0",
		Check: func(a ir.Attribute) bool {
			i, ok := a.(*ir.IntegerAttr)
			return ok && ir.IsInt(i.Type(), 64) && i.Int64() > 0 && i.Int64()&(i.Int64()-1) == 0
		},
		Storage: func(a ir.Attribute) bool {
			_, ok := a.(*ir.IntegerAttr)
			return ok
		},
	}
)

func isMemRef(t ir.Type) bool {
	switch t.(type) {
	case *ir.MemRefType, *ir.UnrankedMemRefType:
		return true
	}
	return false
}

// name suggests a name for the result of an operation.
func name(text string) func(*ir.Operation, func(*ir.Value, string)) {
	return func(op *ir.Operation, set func(*ir.Value, string)) { set(op.Result(0), text) }
}

// Package builtin defines the operations that every module needs: builtin.module, its top level, and
// builtin.unrealized_conversion_cast, which conversions leave where two type systems meet. Names, syntax and rules are
// upstream's (mlir/IR/BuiltinOps.td).
//
// The builtin types and attributes are part of package ir. Start at [Module] and [NewModule].
package builtin

import "github.com/girih-ir/girih/ir"

// Dialect is the dialect `builtin`.
var Dialect = &ir.Dialect{
	Name:      "builtin",
	Summary:   "The top level of modules, and casts between type systems",
	Ops:       []*ir.OpDef{&ModuleOp, &UnrealizedConversionCast},
	Inlining:  &ir.Inlining{},
	AliasType: aliasType,
	AliasAttr: aliasAttr,
}

// aliasAttr suggests upstream's names for the attributes that printers hoist.
func aliasAttr(a ir.Attribute) string {
	switch a := a.(type) {
	case *ir.DistinctAttr:
		if _, unit := a.Value.(*ir.UnitAttr); !unit {
			return "distinct"
		}
	case *ir.AffineMapAttr:
		return "map"
	case *ir.IntegerSetAttr:
		return "set"
	case ir.Location:
		return "loc"
	}
	return ""
}

// longTuple is the number of elements above which upstream hoists a tuple type.
const longTuple = 16

func aliasType(t ir.Type) string {
	if tuple, ok := t.(*ir.TupleType); ok && len(tuple.Elems) > longTuple {
		return "tuple"
	}
	return ""
}

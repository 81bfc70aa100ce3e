// Package cf defines the dialect `cf`: branches between the blocks of a region, and assertions. Names, syntax and rules
// are upstream's (mlir/Dialect/ControlFlow/IR/ControlFlowOps.td).
//
// See branch.go and switch.go. Structured control flow is package dialects/scf.
package cf

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Dialect is the dialect `cf`.
var Dialect = &ir.Dialect{
	Name:         "cf",
	Summary:      "Branches between blocks",
	Ops:          []*ir.OpDef{&Assert, &Branch, &CondBranch, &Switch},
	Dependencies: []*ir.Dialect{arith.Dialect},
	Inlining:     &ir.Inlining{},
}

// Assert defines `cf.assert`: the program ends with a message if the operand is false.
var Assert = ir.OpDef{
	Name:     "cf.assert",
	Summary:  "Assert operation with message attribute",
	Operands: []ir.ValueDef{{Name: "arg", Type: constraints.I1}},
	Attrs:    []ir.OpAttr{{Name: "msg", Attr: constraints.String}},
	Assembly: `$arg ',' $msg attr-dict`,
}

// NewAssert creates an assertion.
func NewAssert(b *ir.Builder, condition *ir.Value, message string) *ir.Operation {
	return b.Build(&Assert, []*ir.Value{condition}, ir.NamedAttr{Name: "msg", Value: b.Context().StringAttr(message)})
}

package nvvm

import (
	"github.com/girih-ir/girih/ir"
)

// Kinds of nvvm.griddepcontrol.
const (
	WaitForGrids     = "wait"              // waits until the preceding kernels have ended; then their writes are visible
	LaunchDependents = "launch_dependents" // the next kernel may begin once all blocks have executed this or have ended
)

var gridActions = newKinds("grid_dep_action", "Action kind for grid dependency control", "GridDepActionKind",
	WaitForGrids, LaunchDependents)

// GridDependency defines `nvvm.griddepcontrol`. A kernel that is launched with programmatic stream serialization may
// begin before the preceding kernel has ended: when that kernel allows it (launch_dependents). It must wait (wait)
// before it uses what the preceding kernel writes. In other launches the operation has no effect (PTX ISA,
// "griddepcontrol").
var GridDependency = ir.OpDef{
	Name:     "nvvm.griddepcontrol",
	Summary:  "wait for the preceding kernels, or allow the next one to begin",
	Attrs:    []ir.OpAttr{{Name: "kind", Attr: gridActions.constraint()}},
	Assembly: `$kind attr-dict`,
}

// NewGridDependency creates an nvvm.griddepcontrol.
func NewGridDependency(b *ir.Builder, kind string) *ir.Operation {
	return b.Build(&GridDependency, nil, ir.NamedAttr{Name: "kind", Value: gridActions.attr(b.Context(), kind)})
}

// GridDependencyOf returns the kind of an nvvm.griddepcontrol.
func GridDependencyOf(op *ir.Operation) string { return op.Inherent("kind").(*KindAttr).Kind }

package nvvm

import (
	"github.com/girih-ir/girih/ir"
)

// Kinds of nvvm.griddepcontrol: what a thread of a kernel does about kernels before and after its own.
const (
	WaitForGrids     = "wait"              // until the kernels before have ended, and what they wrote is there
	LaunchDependents = "launch_dependents" // the next kernel may begin when all blocks say so, or have ended
)

var gridActions = newKinds("grid_dep_action", "Action kind for grid dependency control", "GridDepActionKind",
	WaitForGrids, LaunchDependents)

// GridDependency defines `nvvm.griddepcontrol`: a kernel that is launched as one that may overlap with the kernel
// before it (programmatic stream serialization) begins when that allows it, and waits before it uses what that writes.
// In other launches it has no effect (PTX ISA, "griddepcontrol").
var GridDependency = ir.OpDef{
	Name:     "nvvm.griddepcontrol",
	Summary:  "Wait for the kernels before, or let the next one begin",
	Attrs:    []ir.OpAttr{{Name: "kind", Attr: gridActions.constraint()}},
	Assembly: `$kind attr-dict`,
}

// NewGridDependency creates an nvvm.griddepcontrol.
func NewGridDependency(b *ir.Builder, kind string) *ir.Operation {
	return b.Build(&GridDependency, nil, ir.NamedAttr{Name: "kind", Value: gridActions.attr(b.Context(), kind)})
}

// GridDependencyOf returns the kind of an nvvm.griddepcontrol.
func GridDependencyOf(op *ir.Operation) string { return op.Inherent("kind").(*KindAttr).Kind }

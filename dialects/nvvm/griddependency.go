package nvvm

import (
	"github.com/girih-ir/girih/dialects/llvm"
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

// IsGridDependency reports whether an operation is an nvvm.griddepcontrol of a kind.
func IsGridDependency(op *ir.Operation, kind string) bool {
	return op.Is(&GridDependency) && GridDependencyOf(op) == kind
}

// WaitsFirst reports whether a kernel waits for the kernels ahead of it before it uses memory.
func WaitsFirst(kernel *ir.Operation) bool {
	return IsGridDependency(FirstAccess(kernel.Region(0).Entry()), WaitForGrids)
}

// FirstAccess returns the first operation of a block that may use memory or act on other threads or kernels, or else
// the last one. Assembly may load from memory whatever it says of its effects.
func FirstAccess(b *ir.Block) *ir.Operation {
	op := b.First()
	for op != b.Last() && ir.HasNoEffect(op) && !op.Is(&llvm.InlineAsm) {
		op = op.Next()
	}
	return op
}

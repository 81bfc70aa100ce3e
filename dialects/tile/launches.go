package tile

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
)

// Discardable attributes by which a kernel tells launchers what a launch of it takes. The program of one thread that is
// made of the kernel keeps them.
const (
	// RequiredPrograms: the number of programs that a grid must have, along all axes together. Each program computes a
	// part of the result that no other one computes, as with `programs = "each"` of tile.contract. Launchers refuse
	// other grids.
	RequiredPrograms = "tile.programs"
	// Before and After are lists of kernels that are launched before and after this one, in order, each when the one
	// before it has ended: with the arguments of this one, and as many programs as they require, or else on the same
	// grid.
	Before = "tile.before"
	After  = "tile.after"
)

// Workspace is the attribute of an argument of a kernel, an array, that is no argument of launches: the launcher
// provides the memory, for all kernels of a launch together. Nothing is known of what is in it before. Its value is a
// tensor type, of the memory's shape and elements.
const Workspace = "tile.workspace"

// ProgramsOf returns how many programs a kernel, or what is made of it, must have; 0 for any number.
func ProgramsOf(op *ir.Operation) int64 {
	if n, ok := op.Attr(RequiredPrograms).(*ir.IntegerAttr); ok {
		return n.Int64()
	}
	return 0
}

// StepsOf returns the names of the kernels that are launched before and after a kernel, or what is made of it.
func StepsOf(op *ir.Operation) (before, after []string) {
	names := func(attr string) (out []string) {
		list, _ := op.Attr(attr).(*ir.ArrayAttr)
		for i := 0; list != nil && i < len(list.Elems); i++ {
			if s, ok := list.Elems[i].(*ir.SymbolRefAttr); ok {
				out = append(out, s.Root())
			}
		}
		return out
	}
	return names(Before), names(After)
}

// WorkspaceOf returns the shape and elements of an argument that launchers provide; nil of another one.
func WorkspaceOf(op *ir.Operation, i int) *ir.TensorType {
	if a, ok := function.ArgAttrsOf(op, i).Get(Workspace).(*ir.TypeAttr); ok {
		t, _ := a.Value.(*ir.TensorType)
		return t
	}
	return nil
}

// verifyLaunch checks what a kernel requires of launches.
func verifyLaunch(op *ir.Operation) error {
	if a := op.Attr(RequiredPrograms); a != nil {
		if n, ok := a.(*ir.IntegerAttr); !ok || !ir.IsInt(n.Type(), 64) || n.Int64() < 1 {
			return op.Errorf("%s must be a positive number of type i64, but got %s", RequiredPrograms, a)
		}
	}
	before, after := StepsOf(op)
	for i, name := range [...]string{Before, After} {
		a := op.Attr(name)
		if list, ok := a.(*ir.ArrayAttr); a != nil && (!ok || len([][]string{before, after}[i]) != len(list.Elems)) {
			return op.Errorf("%s must be a list of names of kernels, but got %s", name, a)
		}
	}
	for i, arg := range op.Region(0).Entry().Args() {
		a := function.ArgAttrsOf(op, i).Get(Workspace)
		if a == nil {
			continue
		}
		if t := WorkspaceOf(op, i); t == nil || slices.Contains(t.Shape(), ir.Dynamic) {
			return op.Errorf("%s of argument #%d must be a tensor type of known sizes, but got %s", Workspace, i, a)
		}
		if !leadsToMemory(arg.Type()) {
			return op.Errorf("%s is about pointers and arrays, but argument #%d is %s", Workspace, i, ir.Quote(arg.Type()))
		}
	}
	return nil
}

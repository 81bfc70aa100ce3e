package tile

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
)

// Discardable attributes of a kernel that say how it must be launched. The function of one thread that the kernel is
// lowered to keeps them.
const (
	// RequiredPrograms is the number of programs that a grid must have, along all axes together. Each program computes
	// a part of the result that no other one computes, as with `programs = "each"` of tile.contract. Launchers reject
	// other grids.
	RequiredPrograms = "tile.programs"
	// Before is a list of kernels that are launched before this one, in order. Each starts when the one before has
	// ended. They have the arguments of this kernel, and run on as many programs as they require, or otherwise on the
	// same grid.
	Before = "tile.before"
	// After is a list of kernels that are launched after this one, in order. Arguments and grids are as for Before.
	After = "tile.after"
	// Resident says that each block runs programs of the grid in a loop, one after the other. Its value is the maximum
	// number of blocks for each multiprocessor. The blocks are along one axis; arguments with [GridSize] have the size
	// of the grid of programs.
	Resident = "tile.resident"
)

// GridSize is the attribute of an i32 argument of a kernel with [Resident]. Callers do not pass the argument: the
// launcher passes the size of the grid of programs along an axis. The attribute's value is the axis, an i32.
const GridSize = "tile.grid_size"

// ResidentOf returns the maximum number of blocks for each multiprocessor in a launch of a kernel, or of the function
// that it is lowered to; 0 if each program has a block of its own.
func ResidentOf(op *ir.Operation) int64 {
	if n, ok := op.Attr(Resident).(*ir.IntegerAttr); ok {
		return n.Int64()
	}
	return 0
}

// gridSizeOf returns the axis along which an argument with some attributes is the size of the grid; ok is false for
// other arguments.
func gridSizeOf(attrs *ir.DictAttr) (axis int, ok bool) {
	n, ok := attrs.Get(GridSize).(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	return int(n.Int64()), true
}

// Workspace is the attribute of an array argument for which the launcher provides the memory. Callers do not pass the
// argument. All kernels of a launch use the same memory. Its initial contents are undefined. The value is a tensor type
// with the shape and elements of the memory.
const Workspace = "tile.workspace"

// KeepsZeros is the unit attribute of a [Workspace] that begins as zeros, and that is all zeros again at the end of
// each launch. A launcher clears it once. Launches that run at the same time must not share it.
const KeepsZeros = "tile.keeps_zeros"

// ProgramsOf returns the number of programs that a kernel, or the function it is lowered to, requires; 0 for any
// number.
func ProgramsOf(op *ir.Operation) int64 {
	if n, ok := op.Attr(RequiredPrograms).(*ir.IntegerAttr); ok {
		return n.Int64()
	}
	return 0
}

// StepsOf returns the names of the kernels that are launched before and after a kernel, or the function it is lowered
// to.
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

// WorkspaceOf returns the shape and elements of a [Workspace] argument; nil for other arguments.
func WorkspaceOf(op *ir.Operation, i int) *ir.TensorType {
	if a, ok := function.ArgAttrsOf(op, i).Get(Workspace).(*ir.TypeAttr); ok {
		t, _ := a.Value.(*ir.TensorType)
		return t
	}
	return nil
}

// verifyLaunch checks the attributes about launches.
func verifyLaunch(op *ir.Operation) error {
	if a := op.Attr(RequiredPrograms); a != nil {
		if n, ok := a.(*ir.IntegerAttr); !ok || !ir.IsInt(n.Type(), 64) || n.Int64() < 1 {
			return op.Errorf("%s must be a positive number of type i64, but got %s", RequiredPrograms, a)
		}
	}
	if a := op.Attr(Resident); a != nil {
		if n, ok := a.(*ir.IntegerAttr); !ok || !ir.IsInt(n.Type(), 32) || n.Int64() < 1 {
			return op.Errorf("%s must be a positive number of type i32, but got %s", Resident, a)
		}
	}
	before, after := StepsOf(op)
	for i, name := range [...]string{Before, After} {
		a := op.Attr(name)
		if list, ok := a.(*ir.ArrayAttr); a != nil && (!ok || len([][]string{before, after}[i]) != len(list.Elems)) {
			return op.Errorf("%s must be a list of names of kernels, but got %s", name, a)
		}
	}
	return verifyProvided(op)
}

// verifyProvided checks the arguments that launchers provide.
func verifyProvided(op *ir.Operation) error {
	for i, arg := range op.Region(0).Entry().Args() {
		attrs := function.ArgAttrsOf(op, i)
		if axis, ok := gridSizeOf(attrs); attrs.Get(GridSize) != nil &&
			(!ok || axis < 0 || axis >= GridAxes || !ir.IsInt(arg.Type(), 32) || ResidentOf(op) == 0) {
			return op.Errorf("%s of argument #%d must be an axis, 0 to %d, of an i32 of a kernel with %s", GridSize, i,
				GridAxes-1, Resident)
		}
		a, zeros := attrs.Get(Workspace), attrs.Get(KeepsZeros)
		if zeros != nil && (a == nil || zeros != ir.Attribute(op.Context().Unit())) {
			return op.Errorf("%s of argument #%d must be a unit attribute of a %s", KeepsZeros, i, Workspace)
		}
		if a == nil {
			continue
		}
		if t := WorkspaceOf(op, i); t == nil || slices.Contains(t.Shape(), ir.Dynamic) {
			return op.Errorf("%s of argument #%d must be a tensor type of known sizes, but got %s", Workspace, i, a)
		}
		if !leadsToMemory(arg.Type()) {
			return op.Errorf("%s is only allowed on pointers and arrays, but argument #%d is %s", Workspace, i,
				ir.Quote(arg.Type()))
		}
	}
	return nil
}

// Discardable attributes of loops.
const (
	// InAnyOrder is the unit attribute of a loop whose iterations are programs of the grid, or tiles that programs share.
	// They may run in any order, or at the same time.
	InAnyOrder = "tile.in_any_order"
	// NumStages is the attribute of a loop that multiplies tiles. Its value, an i32, is the maximum number of tiles of a
	// factor in shared memory: the one that is multiplied, and those that are copied ahead. It is set by Triton's
	// tl.range(num_stages=...).
	NumStages = "tile.num_stages"
)

// RunsPrograms reports whether an operation is a loop over programs of the grid.
func RunsPrograms(op *ir.Operation) bool { return op.Attr(InAnyOrder) != nil }

func verifyNumStages(op *ir.Operation, value ir.Attribute) error {
	if len(ir.LoopRegions(op)) == 0 {
		return op.Errorf("attribute '%s' is only allowed on loops", NumStages)
	}
	n, ok := value.(*ir.IntegerAttr)
	if !ok || n.Type() != ir.Type(op.Context().I(32)) || n.Int64() < 0 {
		return op.Errorf("attribute '%s' must be a number of tiles, an i32 that is at least 0, but got %s", NumStages, value)
	}
	return nil
}

// StagesOf returns how many tiles of a factor a loop may have in shared memory; ok is false if it does not say.
func StagesOf(loop *ir.Operation) (n int64, ok bool) {
	a, ok := loop.Attr(NumStages).(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	return a.Int64(), true
}

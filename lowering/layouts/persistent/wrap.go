package persistent

import (
	"errors"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
	"github.com/girih-ir/girih/lowering/layouts/rings"
)

// persist has the blocks of a kernel run one program after the other, if that pays, and reports whether it did. The
// remark says so, or why not; it is nil for kernels without products of rings.
func persist(k tile.Kernel, opts Options) (*ir.Diagnostic, bool) {
	if !independent(k) {
		return nil, false
	}
	b := ir.NewBuilder(k.Context()).Before(k.Operation)
	w := &wrapper{kernel: tile.Kernel{Operation: b.Clone(k.Operation, new(ir.Mapping))}, b: b}
	w.wrap()
	blocks, err := rings.Resident(w.kernel, opts.NumWarps, opts.SharedMemory)
	var why *ir.Diagnostic
	switch {
	case errors.Is(err, rings.ErrNoProducts):
	case err != nil:
		why = k.Errorf("has a block for each program: %v", err)
	case blocks > 1 && opts.Persistent != "always":
		why = k.Errorf("has a block for each program: %d have room on a multiprocessor, so that one works while another "+
			"one begins or ends", blocks)
	case blocks < 1 && opts.Persistent != "always":
		why = k.Errorf("has a block for each program: its threads hold so many values that a loop around the program " +
			"may not fit in their registers")
	default:
		blocks = max(blocks, 1)
		w.kernel.SetAttr(tile.Resident, k.Context().Integer(k.Context().I(32), int64(blocks)))
		k.Erase()
		return w.kernel.Errorf("has %d blocks for each multiprocessor that run one program after the other: tiles of the "+
			"next one are copied while one ends", blocks), true
	}
	w.kernel.Erase()
	return why, false
}

// independent reports whether a kernel has products, and its programs may run in any order and do not count each other.
func independent(k tile.Kernel) bool {
	if !k.Region(0).HasOneBlock() || tile.ResidentOf(k.Operation) > 0 {
		return false
	}
	numbered, products, ok := false, false, true
	k.Walk(func(op *ir.Operation) bool {
		numbered, products = numbered || op.Is(&tile.ProgramID), products || op.Is(&tile.Dot)
		ok = ok && !op.Is(&tile.NumPrograms) && !op.Is(&tile.AtomicRMW) && !op.Is(&tile.AtomicCAS) && !op.Is(&fn.CallOp)
		return ok
	})
	return ok && numbered && products
}

// wrapper puts the program of a kernel into a loop.
type wrapper struct {
	kernel tile.Kernel
	b      *ir.Builder
	axes   []int       // along which programs ask for their index
	sizes  []*ir.Value // of the grid along them
	uneven bool        // how often a loop with products runs depends on the program
}

// wrap has the kernel run all programs from its block's number on, in steps of the number of blocks. What is the same
// for all of them stays in front.
func (w *wrapper) wrap() {
	w.addSizes()
	entry := w.kernel.Entry()
	end := entry.Last()
	var program []*ir.Operation
	varies := make(map[*ir.Operation]bool)
	for op := range entry.Ops() {
		if op != end && !isInvariant(op, varies) {
			program = append(program, op)
			varies[op] = true
		}
	}
	w.uneven = slices.ContainsFunc(program, func(op *ir.Operation) bool { return isUneven(op, varies) })
	w.b.Before(end).SetLoc(w.kernel.Loc())
	total := w.sizes[0]
	for _, n := range w.sizes[1:] {
		total = arith.Binary(w.b, &arith.MulI, total, n)
	}
	if endsInBranch(program) {
		w.loop(program, total, 0)
		w.loop(program, total, 1)
	} else {
		w.loop(program, total, -1)
	}
	for _, op := range slices.Backward(program) {
		op.Erase()
	}
}

// addSizes gives the kernel an argument for the size of the grid along each axis along which programs ask for their
// index.
func (w *wrapper) addSizes() {
	k, ctx := w.kernel, w.kernel.Context()
	var attrs []ir.Attribute
	for i := range k.Entry().NumArgs() {
		one := function.ArgAttrsOf(k.Operation, i)
		if one == nil {
			one = ctx.Dict()
		}
		attrs = append(attrs, one)
	}
	used := [tile.GridAxes]bool{}
	k.Walk(func(op *ir.Operation) bool {
		if op.Is(&tile.ProgramID) {
			used[tile.Axis(op)] = true
		}
		return true
	})
	for axis, u := range used {
		if !u {
			continue
		}
		w.axes = append(w.axes, axis)
		w.sizes = append(w.sizes, k.Entry().AddArg(ctx, ctx.I(32), k.Loc()))
		attrs = append(attrs, ctx.Dict(ir.NamedAttr{Name: tile.GridSize, Value: ctx.Integer(ctx.I(32), int64(axis))}))
	}
	k.SetAttr(function.ArgAttrs, ctx.Array(attrs...))
	k.UpdateType()
}

// isInvariant reports whether an operation computes numbers that are the same for all programs, or is a constant.
func isInvariant(op *ir.Operation, varies map[*ir.Operation]bool) bool {
	if !ir.HasNoEffect(op) || op.NumRegions() > 0 || op.Is(&tile.ProgramID) ||
		slices.ContainsFunc(op.OperandValues(), func(v *ir.Value) bool { return varies[v.DefiningOp()] }) {
		return false
	}
	return op.HasTrait(ir.ConstantLike) || !slices.ContainsFunc(op.ResultTypes(), isTensor)
}

func isTensor(t ir.Type) bool {
	_, ok := t.(*ir.TensorType)
	return ok
}

// endsInBranch reports whether a program does one of two things at its end, both with products, and nothing before but
// to compute and to read.
func endsInBranch(program []*ir.Operation) bool {
	branch, ok := scf.AsIf(program[len(program)-1])
	return ok && branch.NumResults() == 0 && branch.Else() != nil && multiplies(branch.Then()) &&
		multiplies(branch.Else()) && !slices.ContainsFunc(program[:len(program)-1], func(op *ir.Operation) bool {
		return !ir.HasNoEffect(op) && !op.Is(&tile.Load) && !op.Is(&tile.LoadView) &&
			!op.Is(&tile.LoadPixels) && !op.Is(&tile.Assume)
	})
}

// multiplies reports whether there are products in a block.
func multiplies(b *ir.Block) (found bool) {
	for op := range b.Ops() {
		op.Walk(func(inner *ir.Operation) bool {
			found = found || inner.Is(&tile.Dot)
			return !found
		})
	}
	return found
}

// loop creates a loop that runs programs; with only one region of the branch at the end, unless that is -1.
func (w *wrapper) loop(program []*ir.Operation, total *ir.Value, region int) {
	first, step := tile.NewProgramID(w.b, 0), tile.NewNumPrograms(w.b, 0)
	loop := scf.NewFor(w.b, first, total, step, nil, func(b *ir.Builder, number *ir.Value, _ []*ir.Value) []*ir.Value {
		if w.uneven {
			number = mirrored(b, number, first, step, total)
		}
		indices, rest := make([]*ir.Value, tile.GridAxes), number
		for i, axis := range w.axes {
			if indices[axis] = rest; i+1 < len(w.axes) {
				indices[axis] = arith.Binary(b, &arith.RemUI, rest, w.sizes[i])
				rest = arith.Binary(b, &arith.DivUI, rest, w.sizes[i])
			}
		}
		m := new(ir.Mapping)
		for _, op := range program {
			if op.Is(&tile.ProgramID) {
				m.Map(op.Result(0), indices[tile.Axis(op)])
				continue
			}
			copied := b.Clone(op, m)
			replaceIDs(copied, indices)
			if region >= 0 && op == program[len(program)-1] {
				keep(b, scf.If{Operation: copied}, region)
			}
		}
		return nil
	})
	loop.SetAttr(tile.InAnyOrder, loop.Context().Unit())
}

// replaceIDs puts the indices of the program in place of queries inside an operation.
func replaceIDs(op *ir.Operation, indices []*ir.Value) {
	var queries []*ir.Operation
	op.Walk(func(inner *ir.Operation) bool {
		if inner.Is(&tile.ProgramID) {
			queries = append(queries, inner)
		}
		return true
	})
	for _, query := range queries {
		query.Result(0).ReplaceAllUsesWith(indices[tile.Axis(query)])
		query.Erase()
	}
}

// keep leaves one region of a branch, which runs when that did.
func keep(b *ir.Builder, branch scf.If, region int) {
	condition := branch.Condition()
	if region == 1 {
		yes := arith.NewConstant(b, b.Context().Bool(true))
		condition = arith.Binary(b, &arith.XOrI, condition, yes)
	}
	only := scf.NewIf(b, condition, nil, nil)
	body := only.Region(0)
	body.Remove(body.Entry())
	body.TakeBlocks(branch.Region(region))
	branch.Erase()
}

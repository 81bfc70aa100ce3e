// Package overlaplaunches is the pass nvvm-overlap-launches: each kernel of a launch of several kernels (tile.before
// and tile.after) may begin before the previous kernel has ended.
//
// From sm_90 on, a kernel may be launched while the previous one still runs (programmatic dependent launch). Its blocks
// are then ready when the other kernel ends, instead of some microseconds later. Each kernel permits this to the next
// one at its beginning; only the main one begins when all blocks ahead of it have ended (permits). A kernel that uses
// what an earlier one writes, or writes what an earlier one uses, waits until the earlier ones have ended before it
// uses any memory. Other kernels, such as copies of different operands, run at the same time, and wait at their ends.
// So when a kernel has ended, all kernels before it have ended.
//
// On each path, the wait comes right ahead of the first operation that may use memory of other kernels, so that
// addresses of the first loads may be known, and barriers in shared memory be set up, when the wait ends (waits.go).
//
// Memory that earlier kernels write loses the attribute llvm.readonly, since it changes while the kernel waits.
//
// With the option early, the first kernel of a launch, or the only one, may also begin before the previous work on its
// stream has ended. It waits for that work, ahead of the first operation of the entry block that may use memory or at
// the end of that block, and only then permits the next kernel to begin. If much is computed there, it waits first, as
// that permission would come too late. So the next kernel never begins before the work that precedes both has ended.
// This saves the time in which blocks start, which matters for kernels of a few microseconds. In large grids, only the
// first blocks permit it, so that the next kernel begins when the others end: on an H100, each explicit permission
// takes 1.2 ns of the whole GPU, while waiting costs nothing.
// Each block decides this by its own index. The size of the grid would decide it better, but reading that takes 0.5 to
// 1 per cent of kernels of up to 16 MB on an H200.
// Pointers lose the attribute llvm.noalias, since compilers could otherwise load before the kernel has waited. The
// option is always, never, or auto, which leaves kernels with such pointers as they are.
//
// Launchers that run each kernel after the previous one has ended need no change: the operations then have no effect.
// Start at [Overlap].
//
// Before:
//
//	llvm.func @copy(%x: !llvm.ptr<1>, %w: !llvm.ptr<1>) attributes {nvvm.kernel} {
//	  %0 = llvm.load %x : !llvm.ptr<1> -> f32
//	  llvm.store %0, %w : f32, !llvm.ptr<1>
//	  llvm.return
//	}
//	llvm.func @main(%x: !llvm.ptr<1>, %w: !llvm.ptr<1> {llvm.readonly}) attributes {nvvm.kernel, tile.before = [@copy]} {
//	  %0 = nvvm.read.ptx.sreg.tid.x : i32
//	  %1 = llvm.getelementptr %w[%0] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
//	  %2 = llvm.load %1 : !llvm.ptr<1> -> f32
//	  llvm.return
//	}
//
// After nvvm-overlap-launches:
//
//	llvm.func @copy(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<1>) attributes {nvvm.kernel} {
//	  %0 = llvm.load %arg0 : !llvm.ptr<1> -> f32
//	  llvm.store %0, %arg1 : f32, !llvm.ptr<1>
//	  llvm.return
//	}
//	llvm.func @main(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<1>) attributes {nvvm.kernel, tile.before = [@copy]} {
//	  %0 = nvvm.read.ptx.sreg.tid.x : i32
//	  %1 = llvm.getelementptr %arg1[%0] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
//	  nvvm.griddepcontrol  wait
//	  %2 = llvm.load %1 : !llvm.ptr<1> -> f32
//	  llvm.return
//	}
package overlaplaunches

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	// Early is never, auto or always; "" stands for never.
	Early string `opt:"early" help:"when launches also begin before the previous work on their stream has ended" values:"never,auto,always"`
}

// Pass is nvvm-overlap-launches.
var Pass = &pass.Pass{
	Name:    "nvvm-overlap-launches",
	Summary: "Let the kernels of a launch begin before the previous kernel has ended",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{} },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		return ctx.Finish(Overlap(op, *ctx.Options.(*Options)))
	},
}

// Overlap lets the kernels of each launch in a module overlap, and reports whether it changed any. It skips launches
// with a kernel that has nvvm.griddepcontrol already, or that also is a kernel of another launch, since what it has to
// wait for differs, and launches with names that are not those of kernels of the module.
func Overlap(module *ir.Operation, opts Options) (changed bool) {
	symbols := map[string]*ir.Operation{}
	launches := map[string]int{} // of several kernels, in which a kernel runs
	for op := range module.Region(0).Entry().Ops() {
		if op.Is(&llvm.FuncOp) && nvvm.IsKernel(op) && !op.Region(0).IsEmpty() {
			symbols[ir.SymbolNameOf(op)] = op
			if names := launchOf(op); len(names) > 1 {
				for _, name := range names {
					launches[name]++
				}
			}
		}
	}
	for op := range module.Region(0).Entry().Ops() {
		before, _ := tile.StepsOf(op)
		var launch []*ir.Operation
		several := false
		for _, name := range launchOf(op) {
			launch, several = append(launch, symbols[name]), several || launches[name] > 1
		}
		if several || slices.Contains(launch, nil) || slices.ContainsFunc(launch, saysWhen) {
			continue
		}
		isStep := len(launch) == 1 && launches[ir.SymbolNameOf(op)] > 0
		early := !isStep && (opts.Early == "always" || opts.Early == "auto" && !promises(launch[0]))
		if len(launch) > 1 || early {
			changed = true
			for i, kernel := range launch {
				if i > 0 || !early {
					place(kernel, launch[:i], permits(i, len(before), len(launch)))
				}
			}
			if early { // at last, since the others ask what the first one only reads
				placeFirst(launch[0], len(launch) == 1 || permits(0, len(before), len(launch)))
			}
		}
	}
	return changed
}

// launchOf returns the names of the kernels that a launch of a kernel runs, in this order.
func launchOf(kernel *ir.Operation) []string {
	before, after := tile.StepsOf(kernel)
	return slices.Concat(before, []string{ir.SymbolNameOf(kernel)}, after)
}

// permits reports whether kernel i of a launch of all kernels, with before kernels ahead of the main one, lets the next
// kernel begin while it runs. A block of the main one may need a whole multiprocessor, for which it has to wait until
// the blocks there have ended. On an H200, convolutions take 0.5 to 2.5 per cent longer if the kernel that copies their
// operands permits them to begin at once, and 0 to 1.5 if it does so behind its loads.
func permits(i, before, all int) bool { return i+1 < all && i+1 != before }

// placeFirst has the first kernel of a launch wait for everything ahead of it on its stream, and then lets the next
// kernel begin, if it permits this. Whether a block does so is known before it waits. What the kernel reads may be
// written by the kernel ahead, so none of it is marked as read-only any longer.
func placeFirst(kernel *ir.Operation, permits bool) {
	entry := kernel.Region(0).Entry()
	for i := range entry.Args() {
		forget(kernel, i)
	}
	behind := behindWait(entry)
	b := ir.NewBuilder(kernel.Context()).Before(behind)
	if !permits {
		nvvm.NewGridDependency(b, nvvm.WaitForGrids)
		return
	}
	first := isFirst(b, kernel)
	nvvm.NewGridDependency(b, nvvm.WaitForGrids)
	if first != nil {
		begin, rest := &ir.Block{}, entry.SplitBefore(behind)
		kernel.Region(0).InsertAfter(begin, entry)
		llvm.NewCondBr(b.AtEnd(entry), first, begin, nil, rest, nil)
		llvm.NewBr(b.AtEnd(begin), rest)
		b.Before(begin.First())
	}
	nvvm.NewGridDependency(b, nvvm.LaunchDependents)
}

// mostAhead is the number of operations, besides constants, up to which a kernel computes what comes ahead of its first
// access before it waits. On an H200, kernels of 1 MB with up to 35 instructions of PTX there take 2 per cent less time
// in the median than if they waited first, and one with 85, which are more operations, takes 9 per cent more.
const mostAhead = 80

// behindWait returns the operation of an entry block ahead of which a kernel waits.
func behindWait(entry *ir.Block) *ir.Operation {
	access, ahead := nvvm.FirstAccess(entry), 0
	for op := entry.First(); op != access; op = op.Next() {
		if !op.HasTrait(ir.ConstantLike) {
			ahead++
		}
	}
	if ahead > mostAhead {
		return entry.First()
	}
	return access
}

// fewBlocks is the number of blocks up to which all blocks of a grid permit the next kernel to begin.
const fewBlocks = 512

// isFirst creates the question whether a block is one of the first of its grid: the smallest grid that has a block of
// this index, of (x + 1) * (y + 1) * (z + 1) blocks, has at most fewBlocks. So it holds for all blocks of small grids.
// It returns nil if there is one block: along axes of which a kernel does not read its index, there is one.
func isFirst(b *ir.Builder, kernel *ir.Operation) *ir.Value {
	var read [3]bool
	kernel.Walk(func(op *ir.Operation) bool {
		for axis := range read {
			read[axis] = read[axis] || op.Is(nvvm.BlockID[axis]) || op.Is(nvvm.ClusterID[axis])
		}
		return true
	})
	i32, most := b.Context().I(32), int64(fewBlocks)
	var blocks []*ir.Value
	for axis, is := range read {
		if is {
			blocks = append(blocks, nvvm.ReadRegister(b, nvvm.BlockID[axis], 0))
		}
	}
	switch len(blocks) {
	case 0:
		return nil
	case 1: // as x + 1 <= 512, but for the sum
		most--
	default:
		for i := range blocks {
			blocks[i] = b.Build(&llvm.Add, []*ir.Value{blocks[i], llvm.NewInt(b, i32, 1)}).Result(0)
		}
	}
	least := blocks[0]
	for _, n := range blocks[1:] {
		least = b.Build(&llvm.Mul, []*ir.Value{least, n}).Result(0)
	}
	atMost, _ := llvm.IntPredicate.Parse("ule")
	return b.Build(&llvm.ICmp, []*ir.Value{least, llvm.NewInt(b, i32, most)},
		ir.NamedAttr{Name: "predicate", Value: llvm.IntPredicate.Attr(b.Context(), atMost)}).Result(0)
}

// promises reports whether the memory that some pointer of a kernel leads to is promised to belong to it alone.
func promises(kernel *ir.Operation) bool {
	for i := range kernel.Region(0).Entry().Args() {
		if function.ArgAttrsOf(kernel, i).Get(llvm.NoAlias) != nil {
			return true
		}
	}
	return false
}

// saysWhen reports whether a kernel waits for others, or lets others begin.
func saysWhen(kernel *ir.Operation) (found bool) {
	kernel.Walk(func(op *ir.Operation) bool {
		found = found || op.Is(&nvvm.GridDependency)
		return !found
	})
	return found
}

// place has a kernel of a launch wait for those ahead, and, unless it is the last one, lets the next one begin.
func place(kernel *ir.Operation, ahead []*ir.Operation, more bool) {
	if len(ahead) > 0 && needs(kernel, ahead) {
		waitLate(kernel)
	} else if len(ahead) > 0 {
		waitLast(kernel)
	}
	if more {
		entry := kernel.Region(0).Entry()
		nvvm.NewGridDependency(ir.NewBuilder(kernel.Context()).Before(entry.First()), nvvm.LaunchDependents)
	}
}

// waitLast has a kernel wait for those ahead of it at its ends.
func waitLast(kernel *ir.Operation) {
	for block := range kernel.Region(0).Blocks() {
		if last := block.Last(); last.Is(&llvm.Return) {
			nvvm.NewGridDependency(ir.NewBuilder(kernel.Context()).Before(last), nvvm.WaitForGrids)
		}
	}
}

// needs reports whether a kernel uses what kernels ahead write, which is then not read-only, or writes what they use.
// Tensor maps are further arguments, of which it is not known here what they lead to.
func needs(kernel *ir.Operation, ahead []*ir.Operation) (found bool) {
	args := kernel.Region(0).Entry().Args()
	for _, other := range ahead {
		theirs := other.Region(0).Entry().Args()
		found = found || len(args) != len(theirs)
		for i := range theirs {
			for j := range args {
				switch {
				case !uses(kernel, j) && len(args) == len(theirs), !uses(other, i),
					i != j && !(overlaps(other, i) && overlaps(kernel, j)):
				case writes(other, i):
					found = true
					forget(kernel, j)
				case writes(kernel, j):
					found = true
				}
			}
		}
	}
	return found
}

// overlaps reports whether an argument is a pointer that may lead to the same memory as another argument.
func overlaps(kernel *ir.Operation, arg int) bool {
	_, pointer := kernel.Region(0).Entry().Arg(arg).Type().(*llvm.PointerType)
	return pointer && function.ArgAttrsOf(kernel, arg).Get(llvm.NoAlias) == nil
}

// writes reports whether a kernel may write what an argument leads to.
func writes(kernel *ir.Operation, arg int) bool {
	_, pointer := kernel.Region(0).Entry().Arg(arg).Type().(*llvm.PointerType)
	return pointer && uses(kernel, arg) && function.ArgAttrsOf(kernel, arg).Get(llvm.ReadOnly) == nil
}

// uses reports whether a kernel uses an argument, itself or through a tensor map that launchers make of it.
func uses(kernel *ir.Operation, arg int) bool {
	args := kernel.Region(0).Entry().Args()
	if args[arg].HasUses() {
		return true
	}
	for i := range args {
		if d, ok := function.ArgAttrsOf(kernel, i).Get(tilegpu.TensorMap).(*ir.DictAttr); ok {
			if base, ok := d.Get("base").(*ir.IntegerAttr); ok && base.Int64() == int64(arg) {
				return true
			}
		}
	}
	return false
}

// forget takes from an argument what says that nobody else writes what it leads to.
func forget(kernel *ir.Operation, arg int) {
	ctx := kernel.Context()
	attrs := make([]ir.Attribute, kernel.Region(0).Entry().NumArgs())
	for i := range attrs {
		of := function.ArgAttrsOf(kernel, i).All()
		if i == arg {
			of = slices.DeleteFunc(slices.Clone(of), func(a ir.NamedAttr) bool {
				return a.Name == llvm.ReadOnly || a.Name == llvm.NoAlias
			})
		}
		attrs[i] = ctx.Dict(of...)
	}
	kernel.SetAttr(function.ArgAttrs, ctx.Array(attrs...))
}

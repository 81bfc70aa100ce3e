// Package tiletollvm is the pass convert-tile-to-llvm: it turns kernels with layouts (level 3) into what a single
// thread does, in the dialects llvm and nvvm (level 4).
//
// A tensor becomes the values of the thread's registers, one for each register of its layout; elementwise operations
// are repeated for each. Indices come from the thread's lane and warp through the linear layout. Memory is accessed
// only where masks allow it, in vectors where addresses are known to be consecutive and aligned, and where threads hold
// copies of an element only one of them stores it. Reductions go through registers, then shuffles, then shared memory;
// operations that move elements, such as a transposition or gather, through shared memory unless each thread has what
// it needs. Floats of 8 bits are bytes; targets from sm_89 on convert them, and pairs of 16 bits are computed at once.
//
// Loops and branches become blocks; all threads take the same way through them, but for regions on single elements. Of
// threads with copies, one updates an element atomically. A barrier comes where a thread might otherwise access global
// memory before another thread of the program has done what comes first. Functions that kernels call pass what a thread
// holds of tensors. Output and assertions are calls of the driver's functions.
//
// Start at [Convert]. table.go has the rule of each operation. The rules are in packages under
// lowering/threads/internal, one for each family of operations, on top of package emit, which has what they share.
package tiletollvm

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/control"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	SM int `opt:"sm" help:"least target that must run the program, such as 90 for sm_90: what it lacks is computed otherwise"`
	// SharedMemory is 0 for the most that a target has.
	SharedMemory int `opt:"shared-memory" help:"bytes of shared memory that a block can have; 0 for the most of any target"`
}

// DefaultSM is the least target that programs are made for unless something else is asked for.
const DefaultSM = 80

// Pass is convert-tile-to-llvm.
var Pass = &pass.Pass{
	Name:    "convert-tile-to-llvm",
	Summary: "Turn kernels with layouts into functions of one thread in llvm and nvvm",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{SM: DefaultSM} },
	Run:     func(ctx *pass.Context, op *ir.Operation) error { return Convert(op, *ctx.Options.(*Options)) },
}

// Convert replaces every kernel of a module by an llvm.func. An error carries the location of an operation that has no
// rule; kernels before it have been converted then.
func Convert(module *ir.Operation, opts Options) error {
	for op := range module.Region(0).Entry().Ops() {
		kernel, ok := tile.AsKernel(op)
		if !ok {
			continue
		}
		warps, ok := tilegpu.WarpsOf(op)
		if !ok {
			return op.Errorf("has no layouts: run gpu-assign-layouts first")
		}
		if err := convertKernel(kernel, warps, opts.target()); err != nil {
			return err
		}
		kernel.DropAllReferences()
		kernel.Erase()
	}
	module.SetAttr(tile.SemanticsName, nil)
	if err := functions(module, opts); err != nil {
		return err
	}
	nvvm.MarkConvergent(module)
	return nil
}

func (o Options) target() emit.Target {
	return emit.Target{SM: o.SM, SharedMemory: int64(o.SharedMemory)}
}

// convertKernel converts a kernel with layouts.
func convertKernel(kernel tile.Kernel, warps int, to emit.Target) error {
	c, err := emit.NewKernel(kernel, warps, to, lower)
	if err != nil {
		return err
	}
	err = control.Blocks(c, kernel.Region(0), func(*ir.Operation) { c.B.Build(&llvm.Return, nil) })
	if err != nil {
		return err
	}
	return c.Finish()
}

// Package emit builds what one thread of a kernel does, in the dialects llvm and nvvm. It has what the packages that
// lower families of operations share: the values that a thread holds of each tensor, the place of its elements,
// accesses to shared memory, exchanges between lanes, blocks that only some threads enter, and barriers.
//
// Start at [Code]. The methods of build.go build operations on numbers, those of values.go find what a thread holds,
// index.go computes where its elements are, and shared.go and vectors.go have buffers of shared memory.
package emit

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/axisinfo"
	"github.com/girih-ir/girih/internal/analysis/overlap"
	"github.com/girih-ir/girih/internal/analysis/stages"
	"github.com/girih-ir/girih/internal/analysis/tilesize"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// Rule lowers one operation.
type Rule func(c *Code, op *ir.Operation) error

// Target is what a program is made for.
type Target struct {
	SM           int   // the least target that must run the program, such as 90 for sm_90
	SharedMemory int64 // bytes of shared memory that a block can have; 0 for the most of any target
}

// Code is the program of one thread while it is built from a kernel, or from a function that kernels call.
type Code struct {
	Ctx *ir.Context
	// B builds operations at the end of the present block.
	B *ir.Builder
	// Fn is the function that is built.
	Fn llvm.Func
	// Info is what is known of the values of the kernel.
	Info *axisinfo.Info
	// Overlaps has the loads of the kernel that read what others have read.
	Overlaps *overlap.Info
	// Warps is the number of warps of a block.
	Warps int
	// SM is the least target that must run the program, such as 90 for sm_90.
	SM int
	// Parts is how many blocks, which are a cluster, run a program.
	Parts int64

	// Thread is the number of the thread in its block, Lane that in its warp, and Warp the number of the warp, as i32.
	Thread, Lane, Warp *ir.Value
	// Values has, for each value of the kernel, what the thread holds of it: one value per register of a tensor's
	// layout, one for a scalar.
	Values map[*ir.Value][]*ir.Value
	// Running has, for each asynchronous product that has not been waited for, the registers that pass through the
	// wait: the accumulators of its result, and other registers that it reads.
	Running map[*ir.Value][]*ir.Value
	// Accesses are those to global memory since the last barrier.
	Accesses []Access

	bulkStores  bool          // whether there are any
	waitedFor   *ir.Operation // the bulk store before which earlier ones have been waited for
	kernel      tile.Kernel
	lower       Rule
	callee      bool          // whether kernels call the function
	current     *ir.Operation // that is being lowered
	aliases     alias.Analysis
	barriers    int // how many were created
	sharedLimit int64
	scratch     scratch
	layouts     map[ir.Type]layout.Layout // that were asked for
	parts       map[*ir.Value]Part        // of words
	undefined   map[*ir.Value]bool        // whether elements may be
}

// newCode returns the program of one thread before anything is in it.
func newCode(kernel tile.Kernel, warps int, to Target, lower Rule) *Code {
	ctx := kernel.Context()
	return &Code{Ctx: ctx, B: ir.NewBuilder(ctx), kernel: kernel, Info: axisinfo.Analyze(kernel), Warps: warps, SM: to.SM,
		Overlaps: overlap.Analyze(kernel.Operation), Parts: tilegpu.PartsOf(kernel.Operation),
		sharedLimit: to.sharedMemory(), lower: lower, layouts: make(map[ir.Type]layout.Layout),
		parts: make(map[*ir.Value]Part), undefined: make(map[*ir.Value]bool),
		Values: make(map[*ir.Value][]*ir.Value), Running: make(map[*ir.Value][]*ir.Value),
		scratch: scratch{enters: make(map[*ir.Block]*ir.Block),
			tiles: make(map[*ir.Operation]*tilesize.Tile)}}
}

// Block lowers the operations of a block but its terminator, where the builder is.
func (c *Code) Block(b *ir.Block) error {
	for op := range b.Ops() {
		if op.HasTrait(ir.Terminator) {
			return nil
		}
		c.B.SetLoc(op.Loc())
		if err := c.operation(op); err != nil {
			return err
		}
	}
	return nil
}

func (c *Code) operation(op *ir.Operation) (err error) {
	defer func() {
		r := recover()
		if large, ok := r.(tooMuch); ok {
			err = large.err
		} else if r != nil {
			panic(r)
		}
	}()
	defer func(outer *ir.Operation) { c.current = outer }(c.current)
	c.current = op
	t, touches := c.touchOf(op)
	if touches {
		c.order(op, t)
		before := c.barriers
		defer func() {
			if c.barriers == before { // else the operation itself made threads meet after the access
				c.Accesses = append(c.Accesses, t)
			}
		}()
	}
	return c.lower(c, op)
}

// NoRule is the error that nothing lowers an operation.
func NoRule(op *ir.Operation) error {
	return op.Errorf("has no rule in the conversion to one thread's program%s", stages.Hint(op))
}

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
	"github.com/girih-ir/girih/internal/analysis/splats"
	"github.com/girih-ir/girih/internal/analysis/stages"
	"github.com/girih-ir/girih/internal/analysis/tilesize"
	"github.com/girih-ir/girih/internal/pointermap"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// Rule lowers one operation of a kernel.
type Rule func(c *Code, op *ir.Operation) error

// Target describes the GPUs that a program must run on.
type Target struct {
	SM           int   // the oldest target that must run the program, such as 90 for sm_90
	SharedMemory int64 // bytes of shared memory that a block can have; 0 for the largest of any target
}

// Code is the program of one thread while it is built from a kernel, or from a function that kernels call.
type Code struct {
	Ctx *ir.Context
	// B builds operations at the end of the current block.
	B *ir.Builder
	// Fn is the function being built.
	Fn llvm.Func
	// Info has what the axis analysis knows of the kernel's values.
	Info *axisinfo.Info
	// Overlaps has, for each load of the kernel, the elements that an earlier load has read already.
	Overlaps *overlap.Info
	// Splats knows which tensors of the kernel have equal elements.
	Splats splats.Info
	// Warps is the number of warps of a block.
	Warps int
	// SM is the oldest target that must run the program, such as 90 for sm_90.
	SM int
	// Parts is the number of blocks that run a program together, as a cluster; usually 1.
	Parts int64

	// Thread is the thread's index in its block, Lane its index in its warp, and Warp the index of the warp, all i32.
	Thread, Lane, Warp *ir.Value
	// Values has, for each value of the kernel, what the thread holds of it: one value per register of a tensor's
	// layout, one for a scalar.
	Values pointermap.Map[ir.Value, []*ir.Value]
	// Running has, for each asynchronous product that has not been waited for, the registers that must pass through the
	// wait: the accumulators of the result, and other registers that the product reads.
	Running map[*ir.Value][]*ir.Value
	// Accesses are the accesses to global memory since the last barrier.
	Accesses []Access

	bulkStores  bool          // whether there are any bulk stores
	groupStores bool          // whether warp groups start some of them
	apart       *bool         // see [Code.GroupsApart]; nil until somebody asks
	waitedFor   *ir.Operation // the bulk store for which earlier ones have already been waited for
	kernel      tile.Kernel
	lower       Rule
	layouts     pointermap.Map[ir.TensorType, layout.Layout] // of the types of tensors
	callee      bool                                         // whether kernels call the function
	current     *ir.Operation                                // the operation being lowered
	aliases     alias.Analysis
	addresses   *overlap.Addresses
	barriers    int // how many barriers were created
	sharedLimit int64
	scratch     scratch
	parts       map[*ir.Value]Part  // the places of narrow numbers in words
	constants   map[int64]*ir.Value // those that [Code.once] has created
	undefined   map[*ir.Value]bool  // the values that may be undefined; nil until somebody asks
	// groupBarriers are the barriers of warp groups.
	groupBarriers map[*ir.Operation]bool
}

// newCode returns an empty program of one thread.
func newCode(kernel tile.Kernel, info *axisinfo.Info, warps int, to Target, lower Rule) *Code {
	ctx := kernel.Context()
	return &Code{Ctx: ctx, B: ir.NewBuilder(ctx), kernel: kernel, Info: info, Warps: warps, SM: to.SM,
		Values:   pointermap.Of[ir.Value, []*ir.Value](kernel.NumValues()),
		Overlaps: overlap.Analyze(kernel.Operation), addresses: overlap.NewAddresses(),
		Parts:       tilegpu.PartsOf(kernel.Operation),
		sharedLimit: to.sharedMemory(), lower: lower,
		parts: make(map[*ir.Value]Part), groupBarriers: make(map[*ir.Operation]bool),
		Running: make(map[*ir.Value][]*ir.Value), constants: make(map[int64]*ir.Value),
		scratch: scratch{enters: make(map[*ir.Block]*ir.Block),
			tiles: make(map[*ir.Operation]*tilesize.Tile)}}
}

// Block lowers the operations of a block, except its terminator, at the builder's position.
func (c *Code) Block(b *ir.Block) error {
	for op := range b.Ops() {
		if err := c.checkOperands(op); err != nil {
			return err
		}
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

// checkOperands returns an error if the thread has no registers of an operand, because nothing before op defines it.
func (c *Code) checkOperands(op *ir.Operation) error {
	for i, v := range op.Operands() {
		if _, ok := c.Values.Lookup(v); !ok {
			return op.Errorf("operand #%d has no value: it must be defined before the operation", i)
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
			if c.barriers == before { // otherwise the operation itself has a barrier behind its access
				c.Accesses = append(c.Accesses, t)
			}
		}()
	}
	return c.lower(c, op)
}

// NoRule is the error for an operation that no rule lowers.
func NoRule(op *ir.Operation) error {
	return op.Errorf("has no rule in the conversion to one thread's program%s", stages.Hint(op))
}

package streams

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/layouts/bulkstores"
	"github.com/girih-ir/girih/lowering/layouts/internal/room"
	"github.com/girih-ir/girih/lowering/layouts/internal/tensormaps"
)

// contraction is a loop that does nothing but add up products of tiles.
type contraction struct {
	kernel      tile.Kernel
	loop        scf.For
	dot         *ir.Operation
	loads       [2]*ir.Operation
	transposed  [2]bool   // factors that are transposes of the loaded tiles
	row, column *ir.Value // the row of the left tiles, and the column of the right ones, counted in tiles
	step        int64     // the step of the loop
	anywhere    [2]bool   // row, or column, may be outside of the matrix
	far         bool      // the loop may go so far beyond the matrices that indices of elements do not fit in 32 bits
	factors     [2]layout.WgmmaFactor
	stages      int // the number of slots in shared memory, each for a left and a right tile
}

func (c *contraction) tiles() (t [2]*ir.TensorType) {
	for i, load := range c.loads {
		t[i] = load.Result(0).Type().(*ir.TensorType)
	}
	return t
}

// size returns the size of factor i along a dimension.
func (c *contraction) size(i, dimension int) int64 {
	if c.transposed[i] {
		dimension = 1 - dimension
	}
	return c.tiles()[i].Shape()[dimension]
}

// match returns an operation as a contraction; nil if it is none.
func match(kernel tile.Kernel, op *ir.Operation, opts Options) *contraction {
	loop, ok := scf.AsFor(op)
	if !ok || len(loop.Inits()) != 1 || loop.IsUnsigned() || !ir.IsInt(loop.InductionVar().Type(), 32) {
		return nil
	}
	step, constant := arith.ConstantInt(loop.Step())
	if !constant || step < 1 {
		return nil
	}
	if first, constant := arith.ConstantInt(loop.LowerBound()); step > 1 && (!constant || first != 0) {
		return nil
	}
	dot := loop.Yield().Operand(0).DefiningOp()
	if dot == nil || !dot.Is(&tile.Dot) || dot.Block() != loop.Body() || dot.Operand(2) != loop.IterArgs()[0] ||
		!dot.Result(0).HasOneUse() || !loop.IterArgs()[0].HasOneUse() {
		return nil
	}
	c := &contraction{kernel: kernel, loop: loop, dot: dot, step: step}
	for i := range c.loads {
		c.loads[i] = dot.Operand(i).DefiningOp()
		if c.isTranspose(c.loads[i]) {
			c.loads[i], c.transposed[i] = c.loads[i].Operand(0).DefiningOp(), true
		}
		if c.loads[i] == nil || !c.isTile(c.loads[i], i) {
			return nil
		}
	}
	if c.others() || !c.suits(opts) {
		return nil
	}
	return c
}

// isTranspose reports whether an operation in the loop transposes a matrix for the product alone.
func (c *contraction) isTranspose(op *ir.Operation) bool {
	return op != nil && op.Is(&tile.Permute) && slices.Equal(tile.OrderOf(op), []int64{1, 0}) &&
		op.Block() == c.loop.Body() && op.Result(0).HasOneUse()
}

// isTile reports whether an operation loads the left (i = 0) or right (i = 1) tile of an iteration from an array that a
// tensor map can describe. Tiles must be adjacent: the tile of the next iteration, and that of the next row or column,
// each start where the tile ends.
func (c *contraction) isTile(load *ir.Operation, i int) bool {
	if !load.Is(&tile.LoadView) || load.Block() != c.loop.Body() || load.NumOperands() != 3 ||
		tile.PaddingOf(load) > tile.PadZero || !load.Result(0).HasOneUse() {
		return false
	}
	t := load.Result(0).Type().(*ir.TensorType)
	array, view := tensormaps.ArrayOf(load.Operand(0)), tile.ViewOf(c.kernel.Context(), load.Operand(0).Type(), t)
	if view.Array().ElementType() != t.ElementType() || !slices.IsSorted(view.Order()) {
		return false
	}
	k, line, steps := 1-i, i, view.Steps() // dimensions of the tile
	if c.transposed[i] {
		k, line = line, k
	}
	if c.step*steps[k] != t.Shape()[k] || steps[line] != t.Shape()[line] {
		return false
	}
	along, other := load.Operand(1+k), load.Operand(1+line)
	if along != c.loop.InductionVar() || other == along || !ir.IsInt(other.Type(), 32) || !c.outside(other) {
		return false
	}
	c.anywhere[i] = tile.IsAnywhere(load)
	c.far = c.far || tile.IsAnywhere(load) && steps[k] > 1
	if i == 0 {
		c.row = other
	} else {
		c.column = other
	}
	return tensormaps.Possible(c.kernel, array, load) && !tensorcores.IsTransposed(view.Array())
}

// outside reports whether a value is defined before the loop.
func (c *contraction) outside(v *ir.Value) bool {
	for b := v.ParentBlock(); b != nil; {
		if b == c.loop.Body() {
			return false
		}
		parent := b.ParentOp()
		if parent == nil {
			break
		}
		b = parent.Block()
	}
	return true
}

// unaligned returns an array, from which a product in a loop loads tiles, whose rows are not known to be aligned, so
// that it can have no tensor map. It returns nil if there is none, or if the product could not be a stream anyway.
func unaligned(kernel tile.Kernel, op *ir.Operation) *ir.Value {
	if !op.Is(&tile.Dot) || !op.Parent().Is(&scf.ForOp) {
		return nil
	}
	for i := range 2 {
		load := op.Operand(i).DefiningOp()
		if load == nil || !load.Is(&tile.LoadView) {
			return nil
		}
		array := tensormaps.ArrayOf(load.Operand(0))
		t, ok := array.Type().(*tile.ArrayType)
		if ok && array.ArgumentOf() == kernel.Entry() && len(t.Strides()) == 2 && ir.BitWidth(t.ElementType()) == 16 &&
			!tensorcores.Aligned(kernel, array) {
			return array
		}
	}
	return nil
}

// others reports whether the loop has operations besides the product, its loads and views.
func (c *contraction) others() bool {
	for op := range c.loop.Body().Ops() {
		if op != c.dot && op != c.loads[0] && op != c.loads[1] && !c.isTranspose(op) && !op.Is(&tile.MakeView) &&
			!op.HasTrait(ir.Terminator) {
			return true
		}
	}
	return false
}

// suits reports whether warp groups can compute the product from tiles as bulk copies place them in shared memory. It
// chooses the number of stages.
func (c *contraction) suits(opts Options) bool {
	accumulator, err := tensorcores.WarpGroupLayout(c.dot, opts.NumWarps)
	if err != nil {
		return false
	}
	if c.factors, err = tensorcores.StreamFactors(c.tiles(), c.transposed); err != nil {
		return false
	}
	if c.factors[0].Check(nvvm.WgmmaRows) != nil || c.factors[1].Check(accumulator.Spec.N) != nil {
		return false
	}
	c.stages = c.mostStages(opts)
	return c.stages >= tensorcores.MinStages && ir.BitWidth(c.tiles()[0].ElementType()) == 16 &&
		ir.ElementOrSelf(c.dot.Result(0).Type()) == ir.Type(c.kernel.Context().F32())
}

// enough is the number of stages for which threads store what bulk copies would store while the loop runs.
const enough = 3

// mostStages returns for how many stages shared memory has room; 0 if it is for fewer than the least number.
func (c *contraction) mostStages(opts Options) int {
	plan := room.Plan{Kernel: c.kernel, Warps: opts.NumWarps,
		Inside: map[*ir.Operation]bool{c.dot: true, c.loads[0]: true, c.loads[1]: true}}
	limit := room.Limit(opts.SharedMemory) / int64(max(1, opts.Blocks))
	stage := tensorcores.SlotBytes(c.tiles()[0]) + tensorcores.SlotBytes(c.tiles()[1])
	most := tensorcores.MostStages(c.loop.Operation, tensorcores.MaxStages)
	stores, least := bulkstores.Wanted(plan), min(most, enough)
	for _, plan.Stores = range []map[*ir.Operation]room.Store{stores, nil} {
		for n := most; n >= least; n-- {
			plan.Rings = []room.Ring{{From: c.loop.Operation, To: c.loop.Operation, Slots: n, SlotBytes: stage}}
			if plan.Bytes() <= limit {
				return int(n)
			}
		}
		least = tensorcores.MinStages
	}
	return 0
}

package registers

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/internal/pointermap"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/pass/analysis/liveness"
)

// Point is an operation of a function with the values that each thread holds in registers while it runs.
type Point struct {
	Op        *ir.Operation
	Registers int64  // a lower bound of the registers of 32 bits that a thread needs for all values
	Live      []Live // the values, the largest first
}

// Live is a value that threads hold in registers.
type Live struct {
	Value     *ir.Value
	Registers int64 // registers of 32 bits in one thread
}

// Estimate returns the point of a kernel, or of a function that kernels call, at which the live values of a thread need
// most registers. The function must have layouts. The number of registers is a lower bound; the package comment says
// what is not counted.
func Estimate(function tile.Kernel) (Point, error) {
	e, err := newEstimator(function)
	if err != nil {
		return Point{}, err
	}
	most, at := newHeld(e), function.Operation
	e.enter = func(op *ir.Operation, live *held) {
		if live.registers >= most.registers { // the function is visited backwards, so >= takes the first such point
			most, at = live, op
		}
	}
	e.region(function.Region(0), newHeld(e))
	return most.point(at), nil
}

// over returns all points of a function at which a thread needs more than limit registers.
func over(function tile.Kernel, limit int64) (points []Point, err error) {
	e, err := newEstimator(function)
	if err != nil {
		return nil, err
	}
	e.enter = func(op *ir.Operation, live *held) {
		if live.registers > limit {
			points = append(points, live.point(op))
		}
	}
	e.region(function.Region(0), newHeld(e))
	return points, nil
}

// estimator visits the operations of a function backwards, from the end to the beginning, and follows which values are
// live.
type estimator struct {
	function tile.Kernel
	flow     *liveness.Blocks
	distinct pointermap.Map[ir.TensorType, int64] // how many different elements of a tensor each thread has
	values   pointermap.Map[ir.Value, measured]
	own      []*ir.Value // what values have as roots that are their own
	// enter is called for each operation that compilers do not move others across (see fences), with the values that
	// are live while it runs.
	enter func(op *ir.Operation, live *held)
}

// measured is a value that has been measured.
type measured struct {
	size  int64       // registers in one thread
	roots []*ir.Value // see rootsOf; nil if nobody asked for them yet
}

func newEstimator(function tile.Kernel) (*estimator, error) {
	if _, ok := tilegpu.WarpsOf(function.Operation); !ok {
		return nil, function.Errorf("has no layouts: run gpu-assign-layouts first")
	}
	e := &estimator{function: function, flow: liveness.New(function.Operation),
		values: pointermap.Of[ir.Value, measured](function.NumValues())}
	var err error
	function.Walk(func(op *ir.Operation) bool {
		for _, v := range op.Results() {
			err = cmp.Or(err, e.measure(op, v))
		}
		for i := range op.NumRegions() {
			for b := range op.Region(i).Blocks() {
				for _, v := range b.Args() {
					err = cmp.Or(err, e.measure(op, v))
				}
			}
		}
		return err == nil
	})
	return e, err
}

// measure finds how many registers a value takes in a thread. Elements of less than 32 bits are counted as packed.
func (e *estimator) measure(op *ir.Operation, v *ir.Value) error {
	elements := int64(1)
	if tensor, isTensor := v.Type().(*ir.TensorType); isTensor {
		if tilegpu.EncodingOf(tensor) == nil {
			return nil // the tensor has no layout, such as one in the region of a reduction
		}
		if _, copied := tilegpu.CopiedTileOf(v); copied {
			return nil // a product reads the tile in shared memory
		}
		known := e.distinct.At(tensor)
		if *known == 0 {
			l, err := tilegpu.LinearOf(tensor)
			if err != nil {
				return op.Errorf("%w", err)
			}
			*known = distinct(l)
		}
		elements = *known
	}
	switch t := ir.ElementOrSelf(v.Type()).(type) {
	case *tile.PtrType:
		if elements > 1 { // one pointer for each vector of elements that one access moves
			elements = max(1, elements*int64(max(8, ir.BitWidth(t.Pointee())))/8/costs.VectorBytes)
		}
		e.values.At(v).size = 2 * elements
	case *ir.IndexType:
		e.values.At(v).size = 2 * elements
	default:
		e.values.At(v).size = (elements*int64(ir.BitWidth(t)) + costs.RegisterBits - 1) / costs.RegisterBits
	}
	return nil
}

// distinct returns how many different elements each thread has in a layout.
func distinct(l layout.Layout) int64 {
	return int64(l.InSize(layout.Register) >> bits.OnesCount(uint(l.FreeMask(layout.Register))))
}

// region visits the blocks of a region. The values in through are live in the whole region.
func (e *estimator) region(r *ir.Region, through *held) {
	for b := range r.Blocks() {
		live := through.clone()
		for _, v := range e.flow.Out(b) {
			live.add(v)
		}
		for op := b.Last(); op != nil; op = op.Prev() {
			e.operation(op, live)
		}
	}
}

// operation updates live from the values that are live after an operation to those that are live before it.
func (e *estimator) operation(op *ir.Operation, live *held) {
	for _, v := range op.Results() {
		live.remove(v)
	}
	if fences(op) {
		during := live.clone()
		for _, v := range keeps(op) {
			during.add(v)
		}
		during.registers += e.reads(op)
		e.enter(op, during)
	}
	uses := op.OperandValues()
	if op.NumRegions() > 0 && !combines(op) {
		captured := e.captured(op)
		inside := live
		if op.Is(&scf.ForOp) || op.Is(&scf.WhileOp) { // every iteration needs them
			inside = live.clone()
			for _, v := range captured {
				inside.add(v)
			}
			if f, ok := scf.AsFor(op); ok {
				inside.add(f.UpperBound())
			}
		}
		for i := range op.NumRegions() {
			e.region(op.Region(i), inside)
		}
		uses = append(uses, captured...)
	}
	for _, v := range uses {
		live.add(v)
	}
}

// captured returns the values from outside that the regions of an operation use.
func (e *estimator) captured(op *ir.Operation) (out []*ir.Value) {
	op.Walk(func(inner *ir.Operation) bool {
		if inner == op {
			return true
		}
		for _, v := range inner.Operands() {
			at := v.ParentBlock().ParentOp()
			if at != op && !op.IsAncestorOf(at) {
				out = append(out, v)
			}
		}
		return true
	})
	return out
}

// combines reports whether the region of an operation computes single elements, so that it holds no tensors.
func combines(op *ir.Operation) bool {
	return op.Is(&tile.Reduce) || op.Is(&tile.Scan) || op.Is(&tile.Map)
}

// fences reports whether compilers do not move other operations across an operation. It writes to memory, leaves the
// block or the function, or makes threads exchange elements or wait for each other.
func fences(op *ir.Operation) bool {
	switch op.Def() {
	case &tile.Reduce, &tile.Scan, &tile.Sort, &tile.Dot, &tile.Histogram, &tile.Gather, &tile.Flip, &tile.Extract,
		&tile.Insert,
		&tilegpu.ConvertLayout, &fn.CallOp:
		return true
	case &tile.Load:
		return op.Inherent(tile.VolatileName) != nil
	case &tile.Assert, &tile.Assume:
		return false
	}
	return op.HasTrait(ir.Terminator) || op.NumRegions() > 0 || !ir.HasNoEffect(op)
}

// keeps returns the operands and results of which all elements are live during an operation. Other operands are
// consumed, and other results produced, one element at a time.
func keeps(op *ir.Operation) []*ir.Value {
	switch op.Def() {
	case &tile.Dot, &tile.Scan:
		return op.ResultValues()
	case &tile.Gather:
		return op.OperandValues()[1:]
	case &tile.Print:
		return op.OperandValues()
	case &tilegpu.RingDot: // threads may add the result to the accumulator, and need both
		if p := (tilegpu.RingProduct{Operation: op}); tensorcores.Promotes(p.Tile(0).ElementType()) {
			return append(op.ResultValues(), p.Accumulator())
		}
		return op.ResultValues()
	case &fn.CallOp:
		return slices.Concat(op.OperandValues(), op.ResultValues())
	}
	if op.HasTrait(ir.Terminator) {
		return op.OperandValues()
	}
	return nil
}

// reads returns how many registers a product needs for a left factor that it reads from a slot of a ring: those of its
// elements, and as many for addresses and descriptors. With 128 sums and 16 elements in a thread, ptxas says that 168
// registers are too few (C7512).
func (e *estimator) reads(op *ir.Operation) int64 {
	p, ok := tilegpu.AsRingProduct(op)
	if !ok {
		return 0
	}
	t := p.Tile(0)
	if p.LHSInRegisters() {
		if load := p.Operand(0).DefiningOp(); load == nil || !load.Is(&tilegpu.RingLoad) {
			return 0
		} else if _, ok := tilegpu.WindowsOf(load); !ok {
			return 0
		}
	} else if !tensorcores.ThroughRegisters(tensorcores.RingFactor(t, p.Transposed(0), 0), 0) {
		return 0
	}
	warps, _ := tilegpu.WarpsOf(e.function.Operation)
	return 2 * tensorcores.TileBytes(t) * 8 / costs.RegisterBits / int64(warps*tilegpu.WarpSize)
}

// rootsOf returns the values that must be in registers so that a value is available. That is the value itself, or, if
// it is cheap to compute again (see madeAgain), the roots of its operands. Each root is listed once.
func (e *estimator) rootsOf(v *ir.Value) []*ir.Value {
	out := e.values.Get(v).roots
	if out == nil {
		n := len(e.own)
		e.own = append(e.own, v)
		if out = e.own[n : n+1 : n+1]; e.madeAgain(v) {
			out = []*ir.Value{}
			for _, w := range v.DefiningOp().Operands() {
				for _, root := range e.rootsOf(w) {
					if !slices.Contains(out, root) {
						out = append(out, root)
					}
				}
			}
		}
		e.values.At(v).roots = out
	}
	return out
}

// madeAgain reports whether a value is cheap to compute again where it is needed: an operation that rearranges elements
// which the thread has, or elementwise arithmetic on tensors that are made of scalars and indices alone.
func (e *estimator) madeAgain(v *ir.Value) bool {
	op := v.DefiningOp()
	if op == nil {
		return false
	}
	switch op.Def() {
	case &arith.ConstantOp, &tile.Iota, &tile.Splat, &tile.ExpandDims, &tile.Broadcast, &tile.Hint, &tile.PtrCast,
		&tile.AddPtr:
		return true
	}
	if _, isTensor := v.Type().(*ir.TensorType); !isTensor || op.NumRegions() > 0 || !op.HasTrait(ir.Elementwise) ||
		!ir.IsPure(op) {
		return false
	}
	for _, w := range op.Operands() {
		for _, root := range e.rootsOf(w) {
			if _, isTensor := root.Type().(*ir.TensorType); isTensor {
				return false
			}
		}
	}
	return true
}

// held is a set of values that are live at the same time, with the registers that they take.
type held struct {
	*estimator
	live      pointermap.Map[ir.Value, struct{}]
	registers int64
}

func newHeld(e *estimator) *held { return &held{estimator: e} }

func (h *held) clone() *held { return &held{h.estimator, h.live.Clone(), h.registers} }

// add adds the roots of a value.
func (h *held) add(v *ir.Value) {
	for _, root := range h.rootsOf(v) {
		if h.live.Add(root) {
			h.registers += h.values.Get(root).size
		}
	}
}

// remove removes a value. It is called at the operation that defines the value.
func (h *held) remove(v *ir.Value) {
	if _, is := h.live.Lookup(v); is {
		h.live.Delete(v)
		h.registers -= h.values.Get(v).size
	}
}

// point lists the values by size. Values of the same size are in the order of the program.
func (h *held) point(op *ir.Operation) Point {
	p := Point{Op: op, Registers: h.registers}
	h.function.Walk(func(inner *ir.Operation) bool {
		for i := range inner.NumRegions() {
			for b := range inner.Region(i).Blocks() {
				p.list(h, b.Args())
			}
		}
		p.list(h, inner.ResultValues())
		return true
	})
	slices.SortStableFunc(p.Live, func(a, b Live) int { return cmp.Compare(b.Registers, a.Registers) })
	return p
}

func (p *Point) list(h *held, values []*ir.Value) {
	for _, v := range values {
		if _, is := h.live.Lookup(v); is {
			p.Live = append(p.Live, Live{v, h.values.Get(v).size})
		}
	}
}

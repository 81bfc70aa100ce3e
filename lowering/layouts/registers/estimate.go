package registers

import (
	"cmp"
	"maps"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/pass/analysis/liveness"
)

// Point is a place in a function with the values that every thread has to hold there.
type Point struct {
	Op        *ir.Operation // during which the values are held
	Registers int64         // of 32 bits, that a thread needs for all of them, at least
	Live      []Live        // the largest first
}

// Live is a value that is held.
type Live struct {
	Value     *ir.Value
	Registers int64 // of 32 bits, in one thread
}

// Estimate returns the point of a kernel, or of a function that kernels call, at which the live values of a thread need
// most registers. The function must have layouts. The number is a lower bound: see the package comment for what is not
// counted.
func Estimate(function tile.Kernel) (Point, error) {
	e, err := newEstimator(function)
	if err != nil {
		return Point{}, err
	}
	most, at := newHeld(e), function.Operation
	e.enter = func(op *ir.Operation, live *held) {
		if live.registers >= most.registers { // the first such place in the text, which is followed from its end
			most, at = live, op
		}
	}
	e.region(function.Region(0), newHeld(e))
	return most.point(at), nil
}

// over returns all places where the threads of a function need more than limit registers.
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

// estimator follows a function from its end to its beginning.
type estimator struct {
	function tile.Kernel
	flow     *liveness.Blocks
	sizes    map[*ir.Value]int64
	distinct map[ir.Type]int64 // how many different elements of a tensor each thread has
	roots    map[*ir.Value][]*ir.Value
	// enter is told what is held during operations that the compiler does not move others across.
	enter func(op *ir.Operation, live *held)
}

func newEstimator(function tile.Kernel) (*estimator, error) {
	if _, ok := tilegpu.WarpsOf(function.Operation); !ok {
		return nil, function.Errorf("has no layouts: run gpu-assign-layouts first")
	}
	e := &estimator{function: function, flow: liveness.New(function.Operation), sizes: make(map[*ir.Value]int64),
		distinct: make(map[ir.Type]int64), roots: make(map[*ir.Value][]*ir.Value)}
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

// measure finds how many registers a value takes in a thread: numbers of less than 32 bits may be packed.
func (e *estimator) measure(op *ir.Operation, v *ir.Value) error {
	elements := int64(1)
	if _, isTensor := v.Type().(*ir.TensorType); isTensor {
		if tilegpu.EncodingOf(v.Type()) == nil {
			return nil // of the combiner of a reduction, say
		}
		if _, copied := tilegpu.CopiedTileOf(v); copied {
			return nil // a product reads it where it is
		}
		known, ok := e.distinct[v.Type()]
		if !ok {
			l, err := tilegpu.LinearOf(v.Type())
			if err != nil {
				return op.Errorf("%w", err)
			}
			known = distinct(l)
			e.distinct[v.Type()] = known
		}
		elements = known
	}
	switch t := ir.ElementOrSelf(v.Type()).(type) {
	case *tile.PtrType:
		if elements > 1 { // of vectors, the first
			// one pointer for each access
			elements = max(1, elements*int64(max(8, ir.BitWidth(t.Pointee())))/8/costs.VectorBytes)
		}
		e.sizes[v] = 2 * elements
	case *ir.IndexType:
		e.sizes[v] = 2 * elements
	default:
		e.sizes[v] = (elements*int64(ir.BitWidth(t)) + costs.RegisterBits - 1) / costs.RegisterBits
	}
	return nil
}

// distinct returns how many different elements each thread has in a layout.
func distinct(l layout.Layout) int64 {
	n := int64(1)
	if len(l.Ins()) == 0 {
		return n
	}
	free := l.FreeMasks()[layout.Register]
	for i := range l.Bases(layout.Register) {
		if free>>i&1 == 0 {
			n *= 2
		}
	}
	return n
}

// region visits the blocks of a region, during which through is held, too.
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

// operation goes from what is live behind an operation to what is live before it.
func (e *estimator) operation(op *ir.Operation, live *held) {
	for _, v := range op.Results() {
		live.remove(v)
	}
	if fences(op) {
		during := live.clone()
		for _, v := range keeps(op) {
			during.add(v)
		}
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

// combines reports whether an operation's region is about single elements.
func combines(op *ir.Operation) bool {
	return op.Is(&tile.Reduce) || op.Is(&tile.Scan) || op.Is(&tile.Map)
}

// fences reports whether what comes before an operation stays before it, and what comes behind stays there: it writes
// to memory, leaves the function or a block, or threads exchange elements or wait for each other.
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

// keeps returns the operands and results that are held all through an operation, rather than taken or made one element
// after the other.
func keeps(op *ir.Operation) []*ir.Value {
	switch op.Def() {
	case &tile.Dot, &tile.Scan:
		return op.ResultValues()
	case &tile.Gather:
		return op.OperandValues()[1:]
	case &tile.Print:
		return op.OperandValues()
	case &tilegpu.RingDot: // whose accumulator may be added by threads
		if p := (tilegpu.RingProduct{Operation: op}); tensorcores.Promotes(p.Tile(0).ElementType()) {
			return append(op.ResultValues(), p.Accumulator())
		}
	case &fn.CallOp:
		return slices.Concat(op.OperandValues(), op.ResultValues())
	}
	if op.HasTrait(ir.Terminator) {
		return op.OperandValues()
	}
	return nil
}

// rootsOf returns the values to hold for a value to be had: itself, or what it is made of without a load or an
// exchange, if that is scalars and indices, or the same elements. Each is listed once, however often it is used.
func (e *estimator) rootsOf(v *ir.Value) []*ir.Value {
	out, known := e.roots[v]
	if !known {
		if out = []*ir.Value{v}; e.madeAgain(v) {
			out = nil
			for _, w := range v.DefiningOp().Operands() {
				for _, root := range e.rootsOf(w) {
					if !slices.Contains(out, root) {
						out = append(out, root)
					}
				}
			}
		}
		e.roots[v] = out
	}
	return out
}

// madeAgain reports whether a value costs little to make again where it is needed.
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

// held is a set of values that are held at once.
type held struct {
	*estimator
	values    map[*ir.Value]bool
	registers int64
}

func newHeld(e *estimator) *held { return &held{e, make(map[*ir.Value]bool), 0} }

func (h *held) clone() *held { return &held{h.estimator, maps.Clone(h.values), h.registers} }

// add adds a value, or what it is made of.
func (h *held) add(v *ir.Value) {
	for _, root := range h.rootsOf(v) {
		if !h.values[root] {
			h.values[root] = true
			h.registers += h.sizes[root]
		}
	}
}

// remove removes a value, where it is made.
func (h *held) remove(v *ir.Value) {
	if h.values[v] {
		delete(h.values, v)
		h.registers -= h.sizes[v]
	}
}

// point lists the values, of the same size in the order of the program.
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
		if h.values[v] {
			p.Live = append(p.Live, Live{v, h.sizes[v]})
		}
	}
}

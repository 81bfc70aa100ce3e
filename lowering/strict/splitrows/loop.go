package splitrows

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/iterations"
	"github.com/girih-ir/girih/ir"
)

// loop is the loop whose iterations are split.
type loop struct {
	scf.For
	carried []*carried
	// own has the values of the body that depend on carried values other than counters.
	own map[*ir.Value]bool
	// scalars has scalar copies of operations, by which the model computes.
	scalars map[*ir.Operation]*ir.Operation
}

// carried is a value that the loop carries, and how parts of it are combined.
type carried struct {
	index       int
	arg, yield  *ir.Value
	init, after *ir.Value // before the first iteration, and after the last one
	kind        kind
	// by is the operation that combines two parts, and element is the value that an iteration combines with the carried
	// value.
	by      *ir.OpDef
	element *ir.Value
	factor  *ir.Value        // the factor of a rescaled value
	mover   iterations.Mover // of a counter
}

// kind says how an iteration changes a carried value.
type kind uint8

const (
	unknown  kind = iota
	counter       // a fixed amount is added, and something in the loop uses the value
	plain         // an operation of arith combines the value with an element
	selected      // the value stays, or is replaced by an element
	rescaled      // the value is multiplied by a factor, which depends on plain values, and an element is added
	reduced       // a reduction after the loop says how parts are combined
)

func newLoop(f scf.For) *loop {
	l := &loop{For: f, own: map[*ir.Value]bool{}, scalars: map[*ir.Operation]*ir.Operation{}}
	for i, arg := range f.IterArgs() {
		c := &carried{index: i, arg: arg, yield: f.Yield().Operand(i), init: f.Inits()[i], after: f.Result(i)}
		l.carried = append(l.carried, c)
		if !l.matchCounter(c) {
			l.own[arg] = true
		}
	}
	for op := range f.Body().Ops() {
		if slices.ContainsFunc(l.captured(op), func(v *ir.Value) bool { return l.own[v] }) {
			for _, r := range op.Results() {
				l.own[r] = true
			}
		}
	}
	l.classify()
	return l
}

// captured returns the operands of an operation and of those in its regions.
func (l *loop) captured(op *ir.Operation) (out []*ir.Value) {
	op.Walk(func(inner *ir.Operation) bool {
		out = append(out, inner.OperandValues()...)
		return true
	})
	return out
}

// inside reports whether a value is defined in the loop's body.
func (l *loop) inside(v *ir.Value) bool { return iterations.Inside(l.For, v) }

// classify finds the kinds of carried values, except for kind reduced, which depends on operations after the loop.
func (l *loop) classify() {
	for _, c := range l.carried {
		if c.kind == unknown {
			l.matchPlain(c)
		}
	}
	for _, c := range l.carried {
		if c.kind == unknown {
			_ = l.matchRescaled(c) || l.matchSelected(c)
		}
	}
}

// accumulations maps operations that add a product to an accumulator to the index of the accumulator operand.
var accumulations = map[*ir.OpDef]int{&math.FMA: 2, &tile.Dot: 2}

// matchCounter recognizes a pointer or an integer to which each iteration adds the same amount, and that the body also
// uses otherwise.
func (l *loop) matchCounter(c *carried) bool {
	m, ok := iterations.MoverOf(l.For, c.index)
	if !ok || m.By == &arith.AddI && c.arg.HasOneUse() {
		return false
	}
	c.kind, c.mover, c.by, c.element = counter, m, m.By, m.Step
	return true
}

// matchPlain recognizes a value that is combined with an element by an operation that has a neutral element, or to
// which a product is added.
func (l *loop) matchPlain(c *carried) {
	op := c.yield.DefiningOp()
	if op == nil || op.Block() != l.Body() {
		return
	}
	at, sums := accumulations[op.Def()]
	if sums && op.Operand(at) == c.arg && !l.own[op.Operand(0)] && !l.own[op.Operand(1)] {
		if c.by = sumOf(c.arg.Type()); c.by != nil {
			c.kind = plain
		}
		return
	}
	elem := ir.ElementOrSelf(c.arg.Type())
	if op.NumOperands() != 2 || arith.Neutral(op.Context(), op.Def(), elem) == nil {
		return
	}
	for i := range 2 {
		if op.Operand(i) == c.arg && !l.own[op.Operand(1-i)] {
			c.kind, c.by, c.element = plain, op.Def(), op.Operand(1-i)
			return
		}
	}
}

// sumOf returns the addition for a type; nil if there is none.
func sumOf(t ir.Type) *ir.OpDef {
	switch ir.ElementOrSelf(t).(type) {
	case *ir.FloatType:
		return &arith.AddF
	case *ir.IntegerType:
		return &arith.AddI
	}
	return nil
}

// matchRescaled recognizes a value that is multiplied by a factor, and to which something is added. The factor depends
// on plain values before and after the iteration, as in exp(old maximum - new maximum).
func (l *loop) matchRescaled(c *carried) bool {
	product := c.arg.FirstUse()
	if product == nil || !c.arg.HasOneUse() {
		return false
	}
	op := product.Owner()
	factor := -1
	switch {
	case op.Is(&math.FMA) && product.Index() < 2 && op.Result(0) == c.yield:
		factor = 1 - product.Index()
	case op.Is(&arith.MulF) && op.Result(0).HasOneUse():
		sum := op.Result(0).FirstUse().Owner()
		if sum.NumResults() != 1 || sum.Result(0) != c.yield {
			return false
		}
		if at, ok := accumulations[sum.Def()]; !sum.Is(&arith.AddF) && (!ok || sum.Operand(at) != op.Result(0)) {
			return false
		}
		factor = 1 - product.Index()
	}
	if factor < 0 || !l.followsFrom(op.Operand(factor), func(of *carried) bool { return of.kind == plain }) {
		return false
	}
	c.kind, c.by, c.factor = rescaled, &arith.AddF, op.Operand(factor)
	return true
}

// followsFrom reports whether a value is computed only from wanted carried values, before or after the iteration, and
// from values that are the same in all iterations.
func (l *loop) followsFrom(v *ir.Value, wanted func(*carried) bool) bool {
	if c := l.carriedBy(v); c != nil {
		return wanted(c)
	}
	if !l.inside(v) || ir.ConstantOf(v) != nil {
		return true
	}
	op := v.DefiningOp()
	if op == nil || !cloneable(op) {
		return false
	}
	return !slices.ContainsFunc(op.OperandValues(), func(w *ir.Value) bool { return !l.followsFrom(w, wanted) })
}

// carriedBy returns the carried value that v is, before or after the iteration; nil if it is none.
func (l *loop) carriedBy(v *ir.Value) *carried {
	for _, c := range l.carried {
		if v == c.arg || v == c.yield {
			return c
		}
	}
	return nil
}

// cloneable reports whether an operation can be computed again for other values of the same types.
func cloneable(op *ir.Operation) bool { return op.NumRegions() == 0 && ir.IsPure(op) }

// matchSelected recognizes an arith.select between the carried value and an element.
func (l *loop) matchSelected(c *carried) bool {
	op := c.yield.DefiningOp()
	if op == nil || !op.Is(&arith.Select) || op.Block() != l.Body() {
		return false
	}
	for i := 1; i < 3; i++ {
		if op.Operand(i) == c.arg && !l.own[op.Operand(3-i)] {
			c.kind, c.element = selected, op.Operand(3-i)
			return true
		}
	}
	return false
}

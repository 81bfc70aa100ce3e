package splitrows

import (
	gomath "math"
	"math/rand/v2"
	"slices"

	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// model executes a loop on random numbers, to test whether parts of the loop are combined correctly. One number stands
// for a whole tensor. The model computes elementwise operations and products; the results of loads and other operations
// are random.
type model struct {
	*loop
	ctx     *ir.Context
	random  *rand.Rand
	outside map[*ir.Value]ir.Attribute
}

// iteration has the random values of one iteration.
type iteration map[*ir.Value]ir.Attribute

const (
	trials     = 48 // executions that are tried
	conclusive = 16 // executions that must give results that can be compared
	longest    = 3  // the largest number of iterations of a part
)

// combination combines two parts. ok is false if the result cannot be computed for these numbers.
type combination func(m *model, left, right []ir.Attribute) (combined []ir.Attribute, ok bool)

// differs compares two combined parts with an execution of the whole loop, many times. It returns the first of the
// carried values in of that differs; nil if none does. If the trials are not conclusive, it returns the first value.
// start returns the initial value of a carried value in parts other than the first.
func (l *loop) differs(of []*carried, start func(m *model, c *carried) ir.Attribute, combine combination) *carried {
	random, numbers := rand.New(rand.NewPCG(1, 2)), 0
	for range trials {
		m := &model{l, l.Context(), random, map[*ir.Value]ir.Attribute{}}
		first, second := make([]iteration, 1+random.IntN(longest)), make([]iteration, random.IntN(longest+1))
		for _, part := range [][]iteration{first, second} {
			for i := range part {
				part[i] = iteration{}
			}
		}
		begin := m.begin(func(c *carried) ir.Attribute { return m.value(nil, c.init) })
		left, ok := m.run(begin, first, 0)
		if !ok {
			return of[0]
		}
		right, ok := m.run(m.begin(func(c *carried) ir.Attribute { return start(m, c) }), second, len(first))
		whole, ok2 := m.run(left, second, len(first))
		if !ok || !ok2 {
			return of[0]
		}
		combined, ok := combine(m, only(left, of), only(right, of))
		if !ok {
			continue
		}
		some := false
		for i, c := range of {
			same, known := near(combined[i], whole[c.index])
			if known && !same {
				return c
			}
			some = some || known
		}
		if some {
			numbers++
		}
	}
	if numbers < conclusive {
		return of[0]
	}
	return nil
}

func only(all []ir.Attribute, of []*carried) (out []ir.Attribute) {
	for _, c := range of {
		out = append(out, all[c.index])
	}
	return out
}

// begin returns the initial values of a part. Counters have none, since run makes them up in each iteration.
func (m *model) begin(start func(c *carried) ir.Attribute) (out []ir.Attribute) {
	for _, c := range m.carried {
		if c.kind == counter {
			out = append(out, nil)
		} else {
			out = append(out, start(c))
		}
	}
	return out
}

// run executes iterations, of which the first has the given number, and returns the carried values after the last one.
func (m *model) run(from []ir.Attribute, list []iteration, number int) ([]ir.Attribute, bool) {
	for i, it := range list {
		env := map[*ir.Value]ir.Attribute{m.InductionVar(): m.inductionValue(number + i)}
		for _, c := range m.carried {
			env[c.arg] = from[c.index]
			if c.kind == counter {
				env[c.arg] = m.randomIn(it, c.arg)
			}
		}
		next := make([]ir.Attribute, len(from))
		for _, c := range m.carried {
			if c.kind == counter {
				continue
			}
			if next[c.index] = m.compute(env, it, c.yield); next[c.index] == nil {
				return nil, false
			}
		}
		from = next
	}
	return from, true
}

// inductionValue returns the value of the induction variable in an iteration.
func (m *model) inductionValue(number int) ir.Attribute {
	from, ok := m.value(nil, m.LowerBound()).(*ir.IntegerAttr)
	step, ok2 := m.value(nil, m.Step()).(*ir.IntegerAttr)
	if !ok || !ok2 {
		return nil
	}
	return m.ctx.Integer(m.InductionVar().Type(), from.Int64()+int64(number)*max(1, step.Int64()))
}

// compute returns a value in an iteration; nil if it cannot be computed.
func (m *model) compute(env map[*ir.Value]ir.Attribute, it iteration, v *ir.Value) ir.Attribute {
	if a, ok := env[v]; ok {
		return a
	}
	if !m.inside(v) {
		return m.value(nil, v)
	}
	a := m.operation(v, func(w *ir.Value) ir.Attribute { return m.compute(env, it, w) })
	if a == nil && !m.own[v] {
		a = m.randomIn(it, v)
	}
	env[v] = a
	return a
}

// randomIn returns the random number for v in an iteration.
func (m *model) randomIn(it iteration, v *ir.Value) ir.Attribute {
	if it[v] == nil {
		it[v] = m.number(v.Type())
	}
	return it[v]
}

// value returns the number for a value outside of the loop: the one in env, a computed one, or a random one.
func (m *model) value(env map[*ir.Value]ir.Attribute, v *ir.Value) ir.Attribute {
	if a, ok := env[v]; ok {
		return a
	}
	if a, ok := m.outside[v]; ok {
		return a
	}
	a := m.operation(v, func(w *ir.Value) ir.Attribute { return m.value(env, w) })
	if a == nil {
		a = m.number(v.Type())
	}
	if env == nil {
		m.outside[v] = a
	}
	return a
}

// block returns the values that a block yields for the given arguments. ok is false if one of them cannot be computed.
func (m *model) block(b *ir.Block, args []ir.Attribute) (out []ir.Attribute, ok bool) {
	env := map[*ir.Value]ir.Attribute{}
	for i, a := range args {
		env[b.Arg(i)] = a
	}
	var of func(v *ir.Value) ir.Attribute
	of = func(v *ir.Value) ir.Attribute {
		if a, ok := env[v]; ok {
			return a
		}
		if at := v.ParentBlock(); at != b && !b.ParentOp().IsAncestorOf(at.ParentOp()) {
			return m.value(nil, v)
		}
		env[v] = m.operation(v, of)
		return env[v]
	}
	for _, v := range b.Last().Operands() {
		out = append(out, of(v))
	}
	return out, !slices.Contains(out, nil)
}

// operation evaluates the operation that defines v on one number for each operand. It returns nil if it has no rule for
// the operation. Operations that only rearrange elements return the number of their operand, and so do reductions,
// since a number stands for a tensor of one element.
func (m *model) operation(v *ir.Value, of func(*ir.Value) ir.Attribute) ir.Attribute {
	op := v.DefiningOp()
	switch {
	case op == nil:
		return nil
	case op.HasTrait(ir.ConstantLike):
		return m.element(ir.ConstantOf(v))
	case op.Is(&tile.Splat), op.Is(&tile.Broadcast), op.Is(&tile.ExpandDims), op.Is(&tile.Reshape), op.Is(&tile.Permute):
		return of(op.Operand(0))
	case op.Is(&tile.Reduce):
		return of(op.Operand(v.Index()))
	case op.Is(&scf.IfOp):
		chosen, ok := of(op.Operand(0)).(*ir.IntegerAttr)
		if !ok {
			return nil
		}
		side := (scf.If{Operation: op}).Then()
		if !chosen.Bool() {
			side = (scf.If{Operation: op}).Else()
		}
		return of(side.Last().Operand(v.Index()))
	case op.Is(&tile.Dot), op.Is(&math.FMA):
		return m.multiplyAdd(v, of(op.Operand(0)), of(op.Operand(1)), of(op.Operand(2)))
	case op.NumRegions() > 0 || op.NumResults() != 1 || op.NumOperands() == 0 || !op.HasTrait(ir.Elementwise):
		return nil
	}
	f := ir.Folding{ConstantsOnly: true}
	for _, w := range op.Operands() {
		a := of(w)
		if a == nil {
			return nil
		}
		f.Operands = append(f.Operands, a)
	}
	scalar := m.scalarOf(op)
	if scalar.Fold(&f) != ir.Folded {
		return nil
	}
	if w := f.Results[0].Value; w != nil {
		return f.Operands[slices.Index(scalar.OperandValues(), w)]
	}
	return f.Results[0].Constant
}

// scalarOf returns a scalar copy of an elementwise operation. Its operands are the arguments of a new block.
func (l *loop) scalarOf(op *ir.Operation) *ir.Operation {
	if l.scalars[op] == nil {
		var r ir.Region
		block := r.AppendNew()
		var m ir.Mapping
		for _, v := range op.Operands() {
			if m.Lookup(v) == v {
				m.Map(v, block.AddArg(op.Context(), ir.ElementOrSelf(v.Type()), op.Loc()))
			}
		}
		l.scalars[op] = onShape(ir.NewBuilder(op.Context()).AtEnd(block), op, nil, m.Lookup).DefiningOp()
	}
	return l.scalars[op]
}

func (m *model) multiplyAdd(v *ir.Value, x, y, z ir.Attribute) ir.Attribute {
	a, ok := number(x)
	b, ok2 := number(y)
	c, ok3 := number(z)
	if !ok || !ok2 || !ok3 {
		return nil
	}
	return m.attr(ir.ElementOrSelf(v.Type()), a*b+c)
}

// element returns the value of a scalar or splat constant; nil for other constants.
func (m *model) element(a ir.Attribute) ir.Attribute {
	switch a := a.(type) {
	case *ir.DenseElementsAttr:
		if !a.IsSplat() {
			return nil
		}
		return a.SplatValue(m.ctx)
	case *ir.IntegerAttr, *ir.FloatAttr:
		return a
	}
	return nil
}

// number returns a random number of a type; nil if the type has no numbers. It chooses among few numbers, so that equal
// ones are likely.
func (m *model) number(t ir.Type) ir.Attribute {
	if t == ir.Type(m.ctx.I(1)) || ir.ElementOrSelf(t) == ir.Type(m.ctx.I(1)) {
		return m.ctx.Bool(m.random.IntN(2) == 1)
	}
	if _, ok := ir.ElementOrSelf(t).(*ir.FloatType); ok {
		return m.attr(ir.ElementOrSelf(t), float64(m.random.IntN(33)-16)/8)
	}
	return m.attr(ir.ElementOrSelf(t), float64(m.random.IntN(17)))
}

func (m *model) attr(t ir.Type, v float64) ir.Attribute {
	switch t := t.(type) {
	case *ir.FloatType:
		return m.ctx.FloatAttr(t, v)
	case *ir.IntegerType, *ir.IndexType:
		return m.ctx.Integer(t, int64(v))
	}
	return nil
}

func number(a ir.Attribute) (float64, bool) {
	switch a := a.(type) {
	case *ir.FloatAttr:
		return a.Float64(), true
	case *ir.IntegerAttr:
		return float64(a.Int64()), true
	}
	return 0, false
}

// near reports whether two numbers are equal up to rounding errors. known is false if one of them is NaN or not a
// number.
func near(x, y ir.Attribute) (same, known bool) {
	a, ok := number(x)
	b, ok2 := number(y)
	if !ok || !ok2 || gomath.IsNaN(a) || gomath.IsNaN(b) {
		return false, false
	}
	f, isFloat := x.(*ir.FloatAttr)
	if !isFloat || a == b {
		return a == b, true
	}
	error := gomath.Exp2(-float64(f.Format().Precision()) / 2)
	return gomath.Abs(a-b) <= error*max(1, gomath.Abs(a), gomath.Abs(b)), true
}

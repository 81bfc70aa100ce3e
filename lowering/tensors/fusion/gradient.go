package fusion

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/internal/pairs"
)

// gradient is the part of a program that needs the weights of an attention besides its result, such as its gradients.
// It consists of products that sum over pairs of rows and columns, and are computed from the weights and from other
// products. The part becomes a region of its own. It computes the weights again, from the logarithm of their sum in
// each row, so that they are never stored.
//
// The gradient of a softmax needs a sum for each row: the sum of the weights times their cotangents (gradients of the
// loss). It equals the dot product of the row of the result and its cotangent, and is computed from these beforehand
// (Dao, "FlashAttention-2").
type gradient struct {
	*attention
	forward *pairs.Pairs
	softmax *pairs.Softmax
	last    *ir.Operation // the last operation of the forward region

	set      map[*ir.Operation]bool // the operations of the new region
	b        *ir.Builder
	made     []*ir.Operation
	again0   int // index in made of the first operation that computes weights again
	replaced []replaced
	dead     []*ir.Operation         // operations that the region does not need
	copies   map[*ir.Value]*ir.Value // of values of the forward region
	lse      *ir.Value               // the logarithms of the sums, broadcast to all pairs
	err      error
}

// outlineGradient outlines the operations that need weights of the forward region. escaping are the values of the
// forward region that they use.
func (a *attention) outlineGradient(ops []*ir.Operation, last *ir.Operation, escaping []*ir.Value,
	names func(base string) string) error {
	found, err := pairs.Find(a.withIndices(ops))
	if err != nil {
		return err
	}
	softmax, err := found.Softmax()
	if err != nil {
		return err
	}
	if softmax.Norm == nil {
		return fmt.Errorf("%w: weights that are not divided by their sum are needed elsewhere", prim.ErrApart)
	}
	for _, v := range escaping {
		if found.Place(v) != pairs.Pair {
			return fmt.Errorf("%w: %s is needed elsewhere", prim.ErrApart, v.DefiningOp().Name())
		}
	}
	g := &gradient{attention: a, forward: found, softmax: softmax, last: last, set: map[*ir.Operation]bool{},
		b: ir.NewBuilder(a.f.Context()), copies: map[*ir.Value]*ir.Value{}}
	if err := g.collectUsers(escaping); err != nil {
		return err
	}
	err = g.build(escaping)
	if err == nil {
		err = g.outline(names)
	}
	if err != nil {
		g.undo()
	}
	return err
}

// outline outlines the region as a function, and calls it.
func (g *gradient) outline(names func(base string) string) error {
	for _, op := range g.made[g.again0:] {
		g.set[op] = true
	}
	ops := inOrder(g.set)
	if err := areStatic(ops); err != nil {
		return err
	}
	results, end := g.results(ops), ops[len(ops)-1]
	all := g.withIndices(ops)
	found, err := pairs.Find(all)
	if err == nil {
		err = suitsGradient(found)
	}
	if err != nil {
		return err
	}
	for _, v := range results {
		if found.Place(v) != pairs.Result {
			return fmt.Errorf("%w: %s is needed elsewhere", prim.ErrApart, v.DefiningOp().Name())
		}
		for use := range v.Uses() {
			if !g.set[use.Owner()] && !end.IsBefore(use.Owner()) {
				return fmt.Errorf("%w: a gradient is needed before the others", prim.ErrApart)
			}
		}
	}
	g.call(end, names, all, results)
	for _, op := range g.dead {
		op.Erase()
	}
	for _, op := range slices.Backward(all) {
		if g.set[op] || !op.Result(0).HasUses() {
			op.Erase()
		}
	}
	return nil
}

// results returns the values of the region that are used outside of it.
func (g *gradient) results(ops []*ir.Operation) []*ir.Value {
	return slices.DeleteFunc(escaping(ops), func(v *ir.Value) bool {
		for use := range v.Uses() {
			if !g.set[use.Owner()] && !slices.Contains(g.dead, use.Owner()) {
				return false
			}
		}
		return true
	})
}

// collectUsers adds the operations that need escaping values of the forward region to the new one.
func (g *gradient) collectUsers(escaping []*ir.Value) error {
	todo := slices.Clone(escaping)
	for len(todo) > 0 {
		v := todo[0]
		todo = todo[1:]
		for use := range v.Uses() {
			op := use.Owner()
			switch {
			case g.ops[op] || g.set[op]:
				continue
			case len(g.set) > maxBetween:
				return fmt.Errorf("%w: more than %d operations need its weights", prim.ErrApart, maxBetween)
			case op.Is(&prim.Dot) && slices.Contains(op.OperandValues(), v):
				g.set[op] = true
				for next := onlyUser(op.Result(0)); next != nil && next.Is(&prim.ConvertElementType); {
					g.set[next] = true
					next = onlyUser(next.Result(0))
				}
			case isConstant(op):
				g.set[op] = true
			case isBetween(op):
				g.set[op] = true
				todo = append(todo, op.Result(0))
			default:
				return fmt.Errorf("%w: %s needs its weights", prim.ErrApart, op.Name())
			}
		}
	}
	return g.collectOperands()
}

// collectOperands adds products that compute pairs, constants, and operations whose results only the region uses.
func (g *gradient) collectOperands() error {
	for _, op := range slices.Backward(inOrder(g.set)) {
		if !g.last.IsBefore(op) && !isConstant(op) {
			return fmt.Errorf("%w: %s needs its weights before its result", prim.ErrApart, op.Name())
		}
		if !isConstant(op) {
			g.addOperands(op)
		}
	}
	return nil
}

func (g *gradient) addOperands(op *ir.Operation) {
	for _, v := range op.Operands() {
		p := v.DefiningOp()
		if p == nil || g.ops[p] || g.set[p] {
			continue
		}
		own := true
		for use := range v.Uses() {
			own = own && g.set[use.Owner()]
		}
		isScore := p.Is(&prim.Dot) && slices.Equal(typeShape(v), g.forward.Shape)
		if !own || !isScore && !(prim.IsElementwise(p) && slices.Equal(typeShape(v), g.forward.Shape)) && !isConstant(p) {
			continue
		}
		g.set[p] = true
		if !isConstant(p) && !isScore {
			g.addOperands(p)
		}
	}
}

func typeShape(v *ir.Value) []int64 {
	t, _ := prim.TensorOf(v.Type())
	return t.Shape
}

// build makes the region's operations use weights that are computed again.
func (g *gradient) build(escaping []*ir.Value) error {
	ordered := inOrder(g.set)
	at := slices.IndexFunc(ordered, func(op *ir.Operation) bool { return !isConstant(op) })
	if err := g.rowSums(ordered); err != nil {
		return err
	}
	norm := g.softmax.Norm
	g.b.After(norm).CopyLoc(norm)
	log := g.apply(&prim.Log, norm.Result(0))
	lse := g.apply(&prim.Add, g.softmax.Maximum.Result(0), log)
	g.b.Before(ordered[at]).CopyLoc(ordered[at])
	var kept []int64
	for d := range g.forward.Shape {
		if d != g.forward.Column {
			kept = append(kept, int64(d))
		}
	}
	x := g.softmax.Exponents
	g.lse = g.make(&prim.BroadcastInDim, x.Type(), lse, prim.IntsAttr(g.f.Context(), "dims", kept))
	g.again0 = len(g.made)
	for _, v := range escaping {
		again := g.again(v)
		if g.err != nil {
			return g.err
		}
		for _, use := range slices.Collect(v.Uses()) {
			if g.set[use.Owner()] {
				use.Set(again)
				g.replaced = append(g.replaced, replaced{use, v})
			}
		}
	}
	g.ops[log.DefiningOp()], g.ops[lse.DefiningOp()] = true, true
	return nil
}

func (g *gradient) apply(def *ir.OpDef, operands ...*ir.Value) *ir.Value {
	results, err := prim.Apply(g.b, def, operands)
	if err != nil {
		g.err = cmp.Or(g.err, err)
		return operands[0]
	}
	g.made = append(g.made, results[0].DefiningOp())
	return results[0]
}

func (g *gradient) make(def *ir.OpDef, t ir.Type, x *ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	v, err := prim.Make(g.b, def, t, []*ir.Value{x}, attrs...)
	if err != nil {
		g.err = cmp.Or(g.err, err)
		return x
	}
	g.made = append(g.made, v.DefiningOp())
	return v
}

// again returns a copy of a value of the forward region that the new region computes. Values of rows are not computed
// again: they become results of the forward region.
func (g *gradient) again(v *ir.Value) *ir.Value {
	op := v.DefiningOp()
	switch {
	case g.copies[v] != nil:
		return g.copies[v]
	case op == nil || !g.ops[op] || g.forward.Place(v) == pairs.Row:
		return v
	case op == g.softmax.Exp:
		g.err = cmp.Or(g.err, fmt.Errorf("%w: exponentials are needed that are not divided by their sum", prim.ErrApart))
		return v
	case g.isNormed(op):
		g.copies[v] = g.apply(&prim.Exp, g.apply(&prim.Sub, g.again(g.softmax.Exponents), g.lse))
		return g.copies[v]
	}
	m := new(ir.Mapping)
	for _, x := range op.Operands() {
		m.Map(x, g.again(x))
	}
	made := g.b.Clone(op, m)
	g.made = append(g.made, made)
	g.copies[v] = made.Result(0)
	return made.Result(0)
}

// isNormed reports whether op divides the exponentials by their sum.
func (g *gradient) isNormed(op *ir.Operation) bool {
	return op.Is(&prim.Div) && op.Operand(0) == g.softmax.Exp.Result(0) &&
		g.forward.ReductionOf(op.Operand(1)) == g.softmax.Norm
}

// undo reverts all changes of the function.
func (g *gradient) undo() {
	for _, r := range slices.Backward(g.replaced) {
		r.use.Set(r.before)
	}
	for _, op := range slices.Backward(g.made) {
		delete(g.ops, op)
		op.Erase()
	}
}

// replaced is an operand that was changed, and its value before.
type replaced struct {
	use    *ir.Operand
	before *ir.Value
}

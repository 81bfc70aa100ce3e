package assign

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/accesses"
	"github.com/girih-ir/girih/internal/pointermap"
	"github.com/girih-ir/girih/ir"
)

// class is a set of tensors for which one layout is chosen: those of an operation, of several operations whose tensors
// are best kept in the same registers, or the values that loops and branches pass on.
type class struct {
	tensor     *ir.TensorType // a tensor of the class, without an encoding; the layout is for its shape
	candidates []candidate
	chosen     int             // index in candidates
	ops        []*ir.Operation // the operations whose cost depends on the layout
	weight     []float64       // how often each of ops runs
	edges      []*edge
	pack       int64            // how many neighbors a thread must have in consecutive registers
	fixed      tilegpu.Encoding // the only candidate; nil if there is a choice
	// multiplies says that the class has matrix products. The layouts in products let tensor cores compute all of them.
	multiplies bool
	products   []tilegpu.Encoding
	parent     *class // in the forest of merged classes; nil for a root
}

// candidate is a layout that a class may have.
type candidate struct {
	layout tilegpu.Encoding
	origin int     // the number, in network.origins, of the layout that it was derived from along edges
	own    float64 // what the operations of the class cost in it
}

// edge is a value between its producer and one of its users. If the layouts differ, the value is converted.
type edge struct {
	tensor   *ir.TensorType
	from, to *class   // of the producer and of the user
	out, in  relation // from the layout of from and to to the layout of the value
	weight   float64  // how often the value is computed
	// costs are those of the conversion for each pair of candidates, by number of from's and of to's, while network
	// searches; negative where they are not known yet.
	costs []float64
}

func (c *class) root() *class {
	for c.parent != nil {
		c = c.parent
	}
	return c
}

// encoding returns the chosen layout.
func (c *class) encoding() tilegpu.Encoding {
	c = c.root()
	return c.candidates[c.chosen].layout
}

// network is the graph of classes and edges of a kernel.
type network struct {
	*assigner
	classes []*class
	edges   []*edge
	ops     pointermap.Map[ir.Operation, *node] // of operations with a rule
	ofPass  map[*ir.Value]*class                // of results and block arguments that control flow or calls pass values to
	uses    map[use]*class                      // of operands whose values control flow or calls pass on
	origins map[tilegpu.Encoding]int            // numbers of the layouts that operations ask for
}

// node is an operation with a rule.
type node struct {
	rule  rule
	class *class // nil if the operation has none
	cheap bool   // whether the results are computed again in each layout that is needed
	// takes lists the operands of a cheap operation that has got a layout, before they were replaced by versions in the
	// layout. It is nil before that.
	takes []*ir.Value
}

// of returns what is known about an operation, which may have no rule.
func (n *network) of(op *ir.Operation) *node {
	if x := n.ops.Get(op); x != nil {
		return x
	}
	return &noRule
}

var noRule node

// isCheap reports whether a value is computed again in each layout that is needed.
func (n *network) isCheap(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && n.of(op).cheap
}

// use is an operand of an operation.
type use struct {
	op *ir.Operation
	i  int
}

// build collects classes and edges of everything in a kernel.
func (n *network) build(root *ir.Operation) (err error) {
	var ops []*ir.Operation
	if err := n.agreedValues(root.Region(0).Entry().Args()); err != nil {
		return root.Errorf("%w", err)
	}
	root.Walk(func(op *ir.Operation) bool {
		if err == nil && op != root {
			err = n.operation(op)
			ops = append(ops, op)
		}
		return err == nil
	})
	if err != nil {
		return err
	}
	for _, op := range ops {
		n.connect(op)
	}
	return nil
}

// operation makes the class of an operation, and those of the values that it passes on.
func (n *network) operation(op *ir.Operation) error {
	n.passedOn(op)
	if err := n.agreed(op); err != nil {
		return op.Errorf("%w", err)
	}
	if !hasTensors(op) {
		return nil
	}
	r, err := ruleOf(op)
	if err != nil || r.tensor == nil {
		return err
	}
	x := &node{rule: r, cheap: r.cheap && n.operandsAreCheap(op, r)}
	n.ops.Set(op, x)
	if x.cheap {
		return nil
	}
	c := n.newClass(r.tensor)
	c.ops, c.weight, c.pack = []*ir.Operation{op}, []float64{frequency(op)}, r.pack
	if isProduct(op) {
		c.multiplies, c.products = true, n.tensorCores(op)
	}
	x.class = c
	return nil
}

func (n *network) newClass(t *ir.TensorType) *class {
	c := &class{tensor: n.ctx.TensorType(t.Shape(), t.ElementType(), nil)}
	n.classes = append(n.classes, c)
	return c
}

func (n *network) operandsAreCheap(op *ir.Operation, r rule) bool {
	for _, v := range op.Operands() {
		if _, ok := v.Type().(*ir.TensorType); ok && !n.isCheap(v) {
			return false
		}
	}
	return len(r.results) > 0
}

// passedOn makes the classes of values that pass along edges of control flow. An operand and all results and block
// arguments that get its value are in the same class.
func (n *network) passedOn(op *ir.Operation) {
	if op.NumRegions() == 0 && op.NumSuccessors() == 0 {
		return
	}
	pass := func(point *ir.Operation, i int, to *ir.Value) {
		t, ok := to.Type().(*ir.TensorType)
		if !ok {
			return
		}
		here, there := n.uses[use{point, i}], n.ofPass[to]
		switch {
		case there == nil && here == nil:
			here = n.newClass(t)
		case here == nil:
			here = there
		case there != nil:
			here = n.merge(here, there)
		}
		n.uses[use{point, i}], n.ofPass[to] = here, here
	}
	if b, ok := ir.InterfaceOf[ir.RegionBranch](op); ok {
		b.RegionEdges(op, func(e ir.RegionEdge) bool {
			for i := range e.To - e.From {
				pass(e.Point, e.From+i, e.Input(op, i))
			}
			return true
		})
	}
	if b, ok := ir.InterfaceOf[ir.Branch](op); ok {
		for s := range op.NumSuccessors() {
			from, to := b.SuccessorOperands(op, s)
			for i := range to - from {
				pass(op, from+i, op.Successor(s).Arg(i))
			}
		}
	}
}

// merge makes one class of two.
func (n *network) merge(a, b *class) *class {
	a, b = a.root(), b.root()
	if a == b {
		return a
	}
	b.parent = a
	a.ops, a.weight = append(a.ops, b.ops...), append(a.weight, b.weight...)
	a.pack = max(a.pack, b.pack)
	if b.multiplies {
		if a.multiplies {
			a.products = common(a.products, b.products)
		} else {
			a.products = b.products
		}
		a.multiplies = true
	}
	return a
}

// common returns the layouts that are in both lists.
func common(a, b []tilegpu.Encoding) (list []tilegpu.Encoding) {
	for _, e := range a {
		if slices.Contains(b, e) {
			list = append(list, e)
		}
	}
	return list
}

// disagree reports whether two classes have products that no common layout suits: tensor cores can compute the products
// of at least one class, and no layout lets them compute the products of both.
func disagree(a, b *class) bool {
	a, b = a.root(), b.root()
	return a.multiplies && b.multiplies && len(a.products)+len(b.products) > 0 && len(common(a.products, b.products)) == 0
}

// producer returns the class that determines a value's layout, and how; nil for a value without a class.
func (n *network) producer(v *ir.Value) (*class, relation) {
	if c := n.ofPass[v]; c != nil {
		return c, same
	}
	op := v.DefiningOp()
	if op == nil || n.of(op).class == nil {
		return nil, relation{}
	}
	x := n.of(op)
	return x.class, x.rule.results[v.Index()]
}

// consumer returns the class that determines the layout of an operand, and how; nil if any layout will do.
func (n *network) consumer(op *ir.Operation, i int) (*class, relation) {
	if c := n.uses[use{op, i}]; c != nil {
		return c, same
	}
	if x := n.of(op); x.class != nil {
		return x.class, x.rule.operands[i]
	}
	return nil, relation{}
}

// connect adds the edges of an operation's operands. If an arithmetic operation uses the result of another one in the
// same block, and their elements have the same width, both get the same class: a conversion between them would gain
// nothing.
func (n *network) connect(op *ir.Operation) {
	for i, v := range op.Operands() {
		t, ok := v.Type().(*ir.TensorType)
		if !ok || n.isCheap(v) {
			continue
		}
		from, out := n.producer(v)
		to, in := n.consumer(op, i)
		if from == nil || to == nil {
			continue
		}
		if out.same && in.same && from.fixed == nil && to.fixed == nil && n.inseparable(v, op, i) && !disagree(from, to) {
			n.merge(from, to)
			continue
		}
		n.edges = append(n.edges, &edge{tensor: t, from: from, to: to, out: out, in: in, weight: weightOf(v)})
	}
}

// inseparable reports whether v, which is operand i of user, should have the same layout as the result of user. This is
// so for elementwise operations in one block whose elements have the same width, and for operands of terminators.
func (n *network) inseparable(v *ir.Value, user *ir.Operation, i int) bool {
	def := v.DefiningOp()
	switch {
	case v.ParentBlock() != user.Block(), accesses.IsAccess(user), user.NumRegions() > 0 && n.of(user).class == nil:
		return false
	case def != nil && (accesses.IsAccess(def) || n.of(def).class == nil):
		return false
	case n.uses[use{user, i}] != nil: // a terminator passes it on
		return true
	case user.NumResults() == 0:
		return false
	}
	return sameShape(v.Type(), n.of(user).class.tensor) &&
		ir.BitWidth(ir.ElementOrSelf(v.Type())) == ir.BitWidth(ir.ElementOrSelf(user.Result(0).Type()))
}

func sameShape(a, b ir.Type) bool {
	return slices.Equal(a.(*ir.TensorType).Shape(), b.(*ir.TensorType).Shape())
}

// loopWeight is the assumed number of iterations of a loop.
const loopWeight = 8

// frequency returns how often an operation is assumed to run.
func frequency(op *ir.Operation) float64 {
	w := 1.0
	for p := op.Parent(); p != nil && w < loopWeight*loopWeight*loopWeight; p = p.Parent() {
		if len(ir.LoopRegions(p)) > 0 {
			w *= loopWeight
		}
	}
	return w
}

// weightOf returns how often a value is assumed to be computed, and so to be converted.
func weightOf(v *ir.Value) float64 {
	if op := v.DefiningOp(); op != nil {
		return frequency(op)
	}
	w := 1.0
	if parent := v.ParentBlock().ParentOp(); parent != nil {
		w = frequency(parent)
		if len(ir.LoopRegions(parent)) > 0 {
			w *= loopWeight
		}
	}
	return w
}

func hasTensors(op *ir.Operation) bool {
	for i := range op.NumOperands() {
		if _, ok := op.Operand(i).Type().(*ir.TensorType); ok {
			return true
		}
	}
	for i := range op.NumResults() {
		if _, ok := op.Result(i).Type().(*ir.TensorType); ok {
			return true
		}
	}
	return false
}

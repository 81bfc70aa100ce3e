package stripmine

import (
	"cmp"
	"iter"
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// axis is a dimension of a tensor.
type axis struct {
	v *ir.Value
	d int
}

// analysis partitions the dimensions of the tensors of a block into classes. The dimensions of a class must be divided
// together. The analysis is a union-find structure, whose trees are the classes. Flips make some dimensions of a class
// run in reverse: their first strip belongs to the last strip of the others.
//
// The bodies of scf.for belong to the block that holds the loops, since carried tensors are divided together with the
// operations that compute them.
type analysis struct {
	block  *ir.Block
	loops  map[*ir.Block]bool // bodies of loops
	index  map[*ir.Value]int  // index of a tensor's first dimension in nodes; the others follow
	nodes  []node             // all dimensions, in the order of the program
	atMost map[axis]int64     // the number of strips that an operation allows
}

// node is a dimension in the union-find structure.
type node struct {
	axis
	parent   int  // index of the parent; of itself for a root
	mirrored bool // whether it runs in reverse of its parent
	whole    bool // of roots: whether an operation needs a dimension of the class whole
	opposed  bool // of roots: whether a dimension would have to be divided in both directions
}

// class is a set of dimensions that are divided together.
type class struct {
	axes     []axis
	size     int64              // size of the shortest dimension, which is the largest number of strips
	of       map[*ir.Value]int  // for each tensor, which of its dimensions is in the class
	mirrored map[*ir.Value]bool // whether the strips of a tensor are in reverse order
	repeated bool               // whether a tensor has several dimensions in the class
	opposed  bool               // whether a tensor would have to be divided in both directions
}

func analyze(b *ir.Block) *analysis {
	a := &analysis{block: b, loops: make(map[*ir.Block]bool), index: make(map[*ir.Value]int), atMost: make(map[axis]int64)}
	dims := 0
	for op := range a.ops() {
		if op.Is(&scf.ForOp) {
			a.loops[op.Region(0).Entry()] = true
		}
		for _, v := range op.Results() {
			dims += len(shapeOf(v))
		}
	}
	a.nodes = make([]node, 0, dims)
	for op := range a.ops() {
		a.operation(op)
	}
	return a
}

// ops yields the operations of the block and of the loops in it.
func (a *analysis) ops() iter.Seq[*ir.Operation] {
	return func(yield func(*ir.Operation) bool) {
		var visit func(b *ir.Block) bool
		visit = func(b *ir.Block) bool {
			for op := range b.Ops() {
				if !yield(op) || op.Is(&scf.ForOp) && !visit(op.Region(0).Entry()) {
					return false
				}
			}
			return true
		}
		visit(a.block)
	}
}

// node returns the index of a dimension. It is kept whole if the tensor is computed or used outside the block.
func (a *analysis) node(x axis) int {
	if first, ok := a.index[x.v]; ok {
		return first + x.d
	}
	first := len(a.nodes)
	a.index[x.v] = first
	at := x.v.ParentBlock()
	whole := !a.loops[at] && (at != a.block || x.v.DefiningOp() == nil) || a.leaves(x.v)
	for d := range shapeOf(x.v) {
		a.nodes = append(a.nodes, node{axis: axis{x.v, d}, parent: first + d, whole: whole})
	}
	return first + x.d
}

// leaves reports whether a value is used in a block that does not belong to the analysis.
func (a *analysis) leaves(v *ir.Value) bool {
	for use := range v.Uses() {
		if at := use.Owner().Block(); at != a.block && !a.loops[at] {
			return true
		}
	}
	return false
}

// root returns the dimension that represents the class of dimension i, and whether i runs in reverse of it. It
// compresses the path: all dimensions on the path get the root as their parent.
func (a *analysis) root(i int) (root int, mirrored bool) {
	for root = i; a.nodes[root].parent != root; root = a.nodes[root].parent {
		mirrored = mirrored != a.nodes[root].mirrored
	}
	for rest := mirrored; i != root; {
		n := &a.nodes[i]
		next, one := n.parent, n.mirrored
		n.parent, n.mirrored = root, rest
		i, rest = next, rest != one
	}
	return root, mirrored
}

// together joins two dimensions that run in the same direction.
func (a *analysis) together(x, y axis) { a.join(x, y, false) }

// join puts two dimensions into one class; mirrored says that they run in opposite directions. If they are in one class
// already and their directions there contradict mirrored, the class is opposed.
func (a *analysis) join(x, y axis, mirrored bool) {
	i := a.node(x)
	a.joinNodes(i, a.node(y), mirrored)
}

// joinNodes does what join does, for indices of dimensions.
func (a *analysis) joinNodes(i, j int, mirrored bool) {
	i, against := a.root(i)
	j, too := a.root(j)
	mirrored = mirrored != (against != too)
	x, y := &a.nodes[i], &a.nodes[j]
	if i == j {
		x.opposed = x.opposed || mirrored
		return
	}
	y.parent, y.mirrored = i, mirrored
	x.whole, x.opposed = x.whole || y.whole, x.opposed || y.opposed
}

// keep marks all dimensions of a tensor as not divisible.
func (a *analysis) keep(v *ir.Value) {
	for d := range shapeOf(v) {
		a.keepOne(axis{v, d})
	}
}

// keepOne marks one dimension as not divisible.
func (a *analysis) keepOne(x axis) {
	root, _ := a.root(a.node(x))
	a.nodes[root].whole = true
}

func shapeOf(v *ir.Value) []int64 {
	if t, ok := v.Type().(*ir.TensorType); ok {
		return t.Shape()
	}
	return nil
}

// classes returns the classes that can be divided. Classes of outer dimensions come first.
func (a *analysis) classes() (out []*class) {
	byRoot := make(map[int]*class)
	for i := range a.nodes {
		x := a.nodes[i].axis
		root, mirrored := a.root(i)
		if a.nodes[root].whole {
			continue
		}
		size := shapeOf(x.v)[x.d]
		if most, limited := a.atMost[x]; limited {
			size = min(size, most)
		}
		c := byRoot[root]
		if c == nil {
			c = &class{size: size, opposed: a.nodes[root].opposed, of: make(map[*ir.Value]int),
				mirrored: make(map[*ir.Value]bool)}
			byRoot[root] = c
			out = append(out, c)
		}
		if _, has := c.of[x.v]; has {
			c.repeated = true
		}
		c.axes, c.of[x.v], c.size = append(c.axes, x), x.d, min(c.size, size)
		c.mirrored[x.v] = mirrored
	}
	slices.SortStableFunc(out, func(x, y *class) int { return cmp.Compare(x.outermost(), y.outermost()) })
	return out
}

// inTurn returns the classes in the order in which they are divided: rows and columns of products before the contracted
// dimension, dimensions of gathered tensors before those of indices alone, and dimensions along which tensors are
// concatenated last.
func (a *analysis) inTurn() []*class {
	all := a.classes()
	turn := make(map[*class]int)
	for op := range a.ops() {
		for _, c := range all {
			if op.Is(&tile.Dot) && c.closes(op) || c.picks(op) {
				turn[c] = max(turn[c], 1)
			}
			if c.concatenates(op) {
				turn[c] = 2
			}
		}
	}
	slices.SortStableFunc(all, func(x, y *class) int { return cmp.Compare(turn[x], turn[y]) })
	return all
}

// picks reports whether an operation is a gather whose indices, but not the gathered tensor, are divided along the
// class. Each strip of indices then gathers from the whole tensor.
func (c *class) picks(op *ir.Operation) bool {
	if !op.Is(&tile.Gather) {
		return false
	}
	_, from := c.of[op.Operand(0)]
	_, by := c.of[op.Operand(1)]
	return by && !from
}

// concatenates reports whether an operation concatenates two tensors along the class.
func (c *class) concatenates(op *ir.Operation) bool {
	if !op.Is(&tile.Cat) {
		return false
	}
	d, has := c.of[op.Result(0)]
	return has && d == tile.Axis(op)
}

// outermost returns the position of the class's outermost dimension, counted from the end of its tensor's shape: -1 for
// the last dimension, -2 for the one before it, and so on.
func (c *class) outermost() int {
	least := 0
	for _, x := range c.axes {
		least = min(least, x.d-len(shapeOf(x.v)))
	}
	return least
}

// touches reports whether an operation, or one in the body of a loop, has a tensor of the class.
func (c *class) touches(op *ir.Operation) bool {
	has := func(v *ir.Value) bool { _, ok := c.of[v]; return ok }
	if slices.ContainsFunc(op.OperandValues(), has) || slices.ContainsFunc(op.ResultValues(), has) {
		return true
	}
	if op.Is(&scf.ForOp) {
		for inner := range op.Region(0).Entry().Ops() {
			if c.touches(inner) {
				return true
			}
		}
	}
	return false
}

// load returns how many elements of the class's largest tensor each thread has, and of all its tensors together. The
// latter estimates the number of instructions.
func (c *class) load(threads int64) (elements, instructions int64) {
	elements = 1
	for _, x := range c.axes {
		n := perThread(x.v, threads)
		elements, instructions = max(elements, n), instructions+n
	}
	return elements, instructions
}

// perThread returns how many elements of a tensor each thread has.
func perThread(v *ir.Value, threads int64) int64 { return max(1, elementsOf(v)/threads) }

func elementsOf(v *ir.Value) int64 {
	n := int64(1)
	for _, d := range shapeOf(v) {
		n *= d
	}
	return n
}

// exchanged returns the most bytes of shared memory that an operation takes for tensors of a class. If the operation
// also takes shared memory for other tensors, which are divided later, its bytes count twice.
func (a *analysis) exchanged(c *class) (bytes int64) {
	for op := range a.ops() {
		if !c.touches(op) {
			continue
		}
		n, others := int64(0), int64(0)
		for _, v := range op.Operands() {
			if _, has := c.of[v]; has {
				n += elementsOf(v) * exchangedBytes(op, v)
			} else {
				others += exchangedBytes(op, v)
			}
		}
		if others > 0 {
			n *= 2
		}
		bytes = max(bytes, n)
	}
	return bytes
}

// exchangedBytes returns how many bytes of shared memory an operation takes for each element of an operand, 0 if it
// needs none or goes through it in parts.
func exchangedBytes(op *ir.Operation, v *ir.Value) int64 {
	place := int64(0)
	switch op.Def() {
	case &tile.Sort:
		if v == op.Operand(0) {
			place = 4 // beside the key
		}
	case &tile.Flip:
	case &tile.Dot:
		if v == op.Operand(2) && (v.DefiningOp() == nil || addsTo(v.DefiningOp(), op)) {
			return 0 // an accumulator that a loop carries, or that goes from product to product, stays in registers
		}
	case &tile.Gather, &tile.Extract, &tile.Insert:
		if v != op.Operand(0) {
			return 0
		}
	default:
		return 0
	}
	return int64(max(8, ir.BitWidth(ir.ElementOrSelf(v.Type()))))/8 + place
}

// addsTo reports whether op is a product of the same types as next, whose accumulator it makes.
func addsTo(op, next *ir.Operation) bool {
	return op.Is(&tile.Dot) && op.Operand(0).Type() == next.Operand(0).Type() &&
		op.Operand(1).Type() == next.Operand(1).Type()
}

// factors returns the size of the shortest dimension of a product in a class: rows, columns or the contracted one; 0 if
// there is none.
func (a *analysis) factors(c *class) (shortest int64) {
	for op := range a.ops() {
		if !op.Is(&tile.Dot) {
			continue
		}
		for i, v := range []*ir.Value{op.Result(0), op.Operand(0)} {
			d, has := c.of[v]
			if n := len(shapeOf(v)); has && d >= n-2+i && (shortest == 0 || shapeOf(v)[d] < shortest) {
				shortest = shapeOf(v)[d]
			}
		}
	}
	return shortest
}

// carried reports whether loops carry tensors of a class.
func (a *analysis) carried(c *class) bool {
	return slices.ContainsFunc(c.axes, func(x axis) bool { return a.loops[x.v.ParentBlock()] && x.v.DefiningOp() == nil })
}

// strips returns into how many strips to divide a class: 1 if it is not too large, or cannot be smaller.
func (a *analysis) strips(c *class, l limits) int64 {
	elements, instructions := c.load(l.threads)
	bytes, factors := a.exchanged(c), a.factors(c)
	if factors > 0 || a.carried(c) { // strips are larger, since each reads the other factor, or repeats the loop
		l.elements, l.strip = 2*l.elements, 4*l.strip
	}
	if elements <= l.elements && instructions <= l.instructions && bytes <= l.shared {
		return 1
	}
	strips := int64(1)
	for strips < c.size {
		fits := elements/strips <= l.least || elements/strips <= l.strip && instructions/strips <= l.instructions
		if bytes/strips <= l.shared && (fits || factors > 0 && factors/strips <= l.product) {
			break
		}
		strips *= 2
	}
	return strips
}

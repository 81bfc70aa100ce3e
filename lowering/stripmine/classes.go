package stripmine

import (
	"cmp"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// axis is a dimension of a tensor.
type axis struct {
	v *ir.Value
	d int
}

// analysis says which dimensions of the tensors of a block have to be divided together.
type analysis struct {
	block  *ir.Block
	index  map[axis]int
	axes   []axis // by index, in the order of the program
	parent []int
	whole  []bool // of roots: whether something takes the dimension whole
}

// class is dimensions that are divided together.
type class struct {
	axes []axis
	size int64
	of   map[*ir.Value]int // the dimension, by tensor
	twin bool              // whether a tensor has several of them
}

func analyze(b *ir.Block) *analysis {
	a := &analysis{block: b, index: make(map[axis]int)}
	for op := range b.Ops() {
		a.operation(op)
	}
	return a
}

// node returns the index of a dimension. What is not computed in the block, or used in others, is whole.
func (a *analysis) node(x axis) int {
	if i, ok := a.index[x]; ok {
		return i
	}
	i := len(a.axes)
	a.index[x] = i
	a.axes = append(a.axes, x)
	a.parent = append(a.parent, i)
	a.whole = append(a.whole, x.v.DefiningOp() == nil || x.v.ParentBlock() != a.block || a.leaves(x.v))
	return i
}

// leaves reports whether a value is used in another block.
func (a *analysis) leaves(v *ir.Value) bool {
	for use := range v.Uses() {
		if use.Owner().Block() != a.block {
			return true
		}
	}
	return false
}

func (a *analysis) root(i int) int {
	for a.parent[i] != i {
		a.parent[i] = a.parent[a.parent[i]]
		i = a.parent[i]
	}
	return i
}

func (a *analysis) together(x, y axis) {
	i, j := a.root(a.node(x)), a.root(a.node(y))
	if i != j {
		a.parent[j] = i
		a.whole[i] = a.whole[i] || a.whole[j]
	}
}

func (a *analysis) keep(v *ir.Value) {
	for d := range shapeOf(v) {
		a.whole[a.root(a.node(axis{v, d}))] = true
	}
}

func shapeOf(v *ir.Value) []int64 {
	if t, ok := v.Type().(*ir.TensorType); ok {
		return t.Shape()
	}
	return nil
}

// operation says how the dimensions of an operation's tensors hang together.
func (a *analysis) operation(op *ir.Operation) {
	switch {
	case op.Is(&tile.Splat), op.Is(&tile.Iota), isSplat(op):
		for d := range shapeOf(op.Result(0)) {
			a.node(axis{op.Result(0), d})
		}
	case op.Is(&tile.ExpandDims):
		a.aligned(op, func(d int) int {
			switch added := tile.Axis(op); {
			case d == added:
				return -1
			case d > added:
				return d - 1
			}
			return d
		})
	case op.Is(&tile.Broadcast):
		from, to := shapeOf(op.Operand(0)), shapeOf(op.Result(0))
		a.aligned(op, func(d int) int {
			if at := d - len(to) + len(from); at >= 0 && from[at] == to[d] {
				return at
			}
			return -1
		})
	case op.Is(&tile.Permute):
		order := tile.OrderOf(op)
		a.aligned(op, func(d int) int { return int(order[d]) })
	case op.Is(&tile.Reduce):
		a.alike(op.OperandValues())
		for _, v := range op.Results() {
			for d := range shapeOf(v) {
				from := d
				if d >= tile.Axis(op) {
					from++
				}
				a.together(axis{v, d}, axis{op.Operand(0), from})
			}
		}
	case elementwise(op):
		a.alike(slices.Concat(op.OperandValues(), op.ResultValues()))
	default:
		a.takesWhole(op)
	}
}

// aligned puts each dimension of the result together with the operand's that from returns, if it is one.
func (a *analysis) aligned(op *ir.Operation, from func(d int) int) {
	for d := range shapeOf(op.Result(0)) {
		a.node(axis{op.Result(0), d})
		if at := from(d); at >= 0 {
			a.together(axis{op.Result(0), d}, axis{op.Operand(0), at})
		}
	}
}

// alike puts the dimensions of all tensors among values together.
func (a *analysis) alike(values []*ir.Value) {
	var first *ir.Value
	for _, v := range values {
		for d := range shapeOf(v) {
			if first == nil {
				first = v
			}
			a.together(axis{first, d}, axis{v, d})
		}
	}
}

// takesWhole keeps all tensors of an operation and of those in its regions.
func (a *analysis) takesWhole(op *ir.Operation) {
	op.Walk(func(inner *ir.Operation) bool {
		for _, v := range inner.Operands() {
			a.keep(v)
		}
		return true
	})
	for _, v := range op.Results() {
		a.keep(v)
	}
}

// elementwise reports whether an operation makes each element of its results of those of its operands at the same place.
func elementwise(op *ir.Operation) bool {
	switch op.Def() {
	case &tile.AddPtr, &tile.Load, &tile.Store, &tile.AtomicRMW, &tile.Add, &tile.Sub, &tile.Mul, &tile.Div, &tile.FMA, &tile.Sqrt:
		return true
	}
	return op.HasTrait(ir.Elementwise) && op.NumRegions() == 0
}

// isSplat reports whether op is a constant tensor of equal elements.
func isSplat(op *ir.Operation) bool {
	dense, ok := op.Inherent("value").(*ir.DenseElementsAttr)
	return op.Is(&arith.ConstantOp) && ok && dense.IsSplat()
}

// classes returns what can be divided, the slowest dimensions first.
func (a *analysis) classes() (out []*class) {
	byRoot := make(map[int]*class)
	for i, x := range a.axes {
		root := a.root(i)
		if a.whole[root] {
			continue
		}
		c := byRoot[root]
		if c == nil {
			c = &class{size: shapeOf(x.v)[x.d], of: make(map[*ir.Value]int)}
			byRoot[root] = c
			out = append(out, c)
		}
		if _, has := c.of[x.v]; has {
			c.twin = true
		}
		c.axes, c.of[x.v] = append(c.axes, x), x.d
	}
	slices.SortStableFunc(out, func(x, y *class) int { return cmp.Compare(x.outermost(), y.outermost()) })
	return out
}

// outermost returns the place of the dimensions, counted from the last ones, negated.
func (c *class) outermost() int {
	least := 0
	for _, x := range c.axes {
		least = min(least, x.d-len(shapeOf(x.v)))
	}
	return least
}

// load returns how many elements of the largest tensor of a class each thread has, and how many of all of them.
func (c *class) load(threads int64) (elements, instructions int64) {
	elements = 1
	for _, x := range c.axes {
		n := int64(1)
		for _, d := range shapeOf(x.v) {
			n *= d
		}
		n = max(1, n/threads)
		elements, instructions = max(elements, n), instructions+n
	}
	return elements, instructions
}

// strips returns into how many strips to divide a class: 1 if it is not too large, or cannot be smaller.
func (c *class) strips(l limits) int64 {
	elements, instructions := c.load(l.threads)
	if elements <= l.elements && instructions <= l.instructions {
		return 1
	}
	strips := int64(1)
	for strips < c.size && elements/strips > l.least && (elements/strips > l.strip || instructions/strips > l.instructions) {
		strips *= 2
	}
	return strips
}

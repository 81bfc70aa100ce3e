package stripmine

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// operation puts the dimensions of an operation's tensors into classes.
func (a *analysis) operation(op *ir.Operation) {
	if rule, ok := rules[op.Def()]; ok {
		rule(a, op)
		return
	}
	switch {
	case isSplat(op):
		a.made(op)
	case elementwise(op):
		a.alike(slices.Concat(op.OperandValues(), op.ResultValues()))
	default:
		a.takesWhole(op)
	}
}

// rules are the rules for operations that are not elementwise.
var rules = map[*ir.OpDef]func(a *analysis, op *ir.Operation){
	&tile.Splat:      (*analysis).made,
	&tile.Iota:       (*analysis).made,
	&tile.ExpandDims: (*analysis).expandDims,
	&tile.Broadcast:  (*analysis).broadcast,
	&tile.Permute: func(a *analysis, op *ir.Operation) {
		order := tile.OrderOf(op)
		a.aligned(op, func(d int) int { return int(order[d]) })
	},
	&tile.Reshape:   (*analysis).reshape,
	&tile.Reduce:    (*analysis).reduce,
	&tile.Scan:      (*analysis).everyDimension,
	&tile.Sort:      (*analysis).acrossAxis,
	&tile.Flip:      (*analysis).flip,
	&tile.Cat:       (*analysis).cat,
	&tile.Gather:    (*analysis).gather,
	&tile.Join:      func(a *analysis, op *ir.Operation) { a.pairs(op.OperandValues(), op.ResultValues()) },
	&tile.Split:     func(a *analysis, op *ir.Operation) { a.pairs(op.ResultValues(), op.OperandValues()) },
	&tile.Extract:   func(a *analysis, op *ir.Operation) { a.part(op.Result(0), op.Operand(0)) },
	&tile.Insert:    (*analysis).insert,
	&tile.Histogram: (*analysis).histogram,
	&tile.Dot:       (*analysis).dot,
	&tile.Print:     (*analysis).print,
	&tile.Map:       (*analysis).packs,
	&tile.InlineAsm: (*analysis).packs,
	&scf.ForOp:      (*analysis).loop,
	&scf.Yield:      func(*analysis, *ir.Operation) {}, // the rule of scf.for covers its operands
}

// made is the rule of tensors made of scalars and indices: any dimension can be divided.
func (a *analysis) made(op *ir.Operation) {
	for d := range shapeOf(op.Result(0)) {
		a.node(axis{op.Result(0), d})
	}
}

func (a *analysis) expandDims(op *ir.Operation) {
	a.aligned(op, func(d int) int {
		switch added := tile.Axis(op); {
		case d == added:
			return -1
		case d > added:
			return d - 1
		}
		return d
	})
}

func (a *analysis) broadcast(op *ir.Operation) {
	from, to := shapeOf(op.Operand(0)), shapeOf(op.Result(0))
	a.aligned(op, func(d int) int {
		if at := d - len(to) + len(from); at >= 0 && from[at] == to[d] {
			return at
		}
		return -1
	})
}

// aligned joins each dimension of the result with the operand's dimension that from returns, if it returns one.
func (a *analysis) aligned(op *ir.Operation, from func(d int) int) {
	for d := range shapeOf(op.Result(0)) {
		a.node(axis{op.Result(0), d})
		if at := from(d); at >= 0 {
			a.together(axis{op.Result(0), d}, axis{op.Operand(0), at})
		}
	}
}

// alike joins the same dimensions of all tensors among values.
func (a *analysis) alike(values []*ir.Value) {
	first := -1
	for _, v := range values {
		rank := len(shapeOf(v))
		if rank == 0 {
			continue
		}
		at := a.node(axis{v, 0})
		if first < 0 {
			first = at
		}
		for d := range rank {
			a.joinNodes(first+d, at+d, false)
		}
	}
}

func (a *analysis) everyDimension(op *ir.Operation) {
	a.alike(slices.Concat(op.OperandValues(), op.ResultValues()))
}

// acrossAxis is the rule of operations, such as sorts, that need their axis whole and treat all positions along the
// other dimensions alike.
func (a *analysis) acrossAxis(op *ir.Operation) {
	first := op.Operand(0)
	for _, v := range slices.Concat(op.OperandValues(), op.ResultValues()) {
		for d := range shapeOf(v) {
			if d == tile.Axis(op) {
				a.keepOne(axis{v, d})
			} else {
				a.together(axis{first, d}, axis{v, d})
			}
		}
	}
}

// cat is the rule of concatenations. Along the axis, operands are kept whole; the result can be divided into its two
// operands.
func (a *analysis) cat(op *ir.Operation) {
	for d := range shapeOf(op.Result(0)) {
		for _, v := range op.Operands() {
			if d == tile.Axis(op) {
				a.keepOne(axis{v, d})
				a.node(axis{op.Result(0), d})
			} else {
				a.together(axis{op.Result(0), d}, axis{v, d})
			}
		}
	}
}

// flip joins the dimensions of operand and result. Along the axis, the strips are in opposite order.
func (a *analysis) flip(op *ir.Operation) {
	for d := range shapeOf(op.Result(0)) {
		a.join(axis{op.Operand(0), d}, axis{op.Result(0), d}, d == tile.Axis(op))
	}
}

func (a *analysis) reduce(op *ir.Operation) {
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
}

// gather keeps the tensor whole along the axis. The result has the dimensions of the indices.
func (a *analysis) gather(op *ir.Operation) {
	for d := range shapeOf(op.Result(0)) {
		a.together(axis{op.Operand(1), d}, axis{op.Result(0), d})
		if d == tile.Axis(op) {
			a.keepOne(axis{op.Operand(0), d})
		} else {
			a.together(axis{op.Operand(1), d}, axis{op.Operand(0), d})
		}
	}
}

// pairs is the rule of tile.join and tile.split. It joins the dimensions of both halves with those of the whole, except
// for its last dimension, of size 2.
func (a *analysis) pairs(halves, whole []*ir.Value) {
	a.alike(halves)
	last := len(shapeOf(whole[0])) - 1
	for d := range last {
		a.together(axis{halves[0], d}, axis{whole[0], d})
	}
	a.keepOne(axis{whole[0], last})
}

// part joins the dimensions along which a part is as long as the whole tensor, and keeps the others whole.
func (a *analysis) part(part, of *ir.Value) {
	sizes := shapeOf(part)
	for d, n := range shapeOf(of) {
		switch {
		case d < len(sizes) && sizes[d] == n:
			a.together(axis{of, d}, axis{part, d})
		case d < len(sizes):
			a.keepOne(axis{part, d})
			a.keepOne(axis{of, d})
		default:
			a.keepOne(axis{of, d})
		}
	}
}

func (a *analysis) insert(op *ir.Operation) {
	a.alike([]*ir.Value{op.Operand(1), op.Result(0)})
	a.part(op.Operand(0), op.Operand(1))
}

// reshape divides the dimensions of operand and result into groups with the same number of elements, such as (4, 8) and
// (32) in 4x8x16 -> 32x16. It joins the first dimensions of corresponding groups, since strips along them have the same
// elements. It keeps the other dimensions whole.
func (a *analysis) reshape(op *ir.Operation) {
	in, out := op.Operand(0), op.Result(0)
	from, to := shapeOf(in), shapeOf(out)
	i, j := 0, 0
	for i < len(from) || j < len(to) {
		switch {
		case i < len(from) && from[i] == 1:
			a.keepOne(axis{in, i})
			i++
			continue
		case j < len(to) && to[j] == 1:
			a.keepOne(axis{out, j})
			j++
			continue
		}
		a.together(axis{in, i}, axis{out, j})
		m, n := from[i], to[j]
		for i, j = i+1, j+1; m != n; {
			if m < n {
				m *= from[i]
				a.keepOne(axis{in, i})
				i++
			} else {
				n *= to[j]
				a.keepOne(axis{out, j})
				j++
			}
		}
	}
}

func (a *analysis) histogram(op *ir.Operation) {
	a.alike(op.OperandValues())
	a.keep(op.Result(0))
}

// dot joins the rows, columns and batches of factors and result, and the contracted dimension of both factors. Along
// the contracted dimension, the loop adds up the products of strips.
func (a *analysis) dot(op *ir.Operation) {
	lhs, rhs, out := op.Operand(0), op.Operand(1), op.Result(0)
	a.alike([]*ir.Value{op.Operand(2), out})
	n := len(shapeOf(out))
	a.together(axis{out, n - 2}, axis{lhs, n - 2})
	a.together(axis{out, n - 1}, axis{rhs, n - 1})
	a.together(axis{lhs, n - 1}, axis{rhs, n - 2})
	if n == 3 {
		a.together(axis{out, 0}, axis{lhs, 0})
		a.together(axis{out, 0}, axis{rhs, 0})
	}
}

// print is the rule of tile.print. Each line of the output has the coordinates of its element, so that lines may come
// in any order.
func (a *analysis) print(op *ir.Operation) {
	if len(op.GroupValues(0)) != 1 {
		a.takesWhole(op)
		return
	}
	for d := range shapeOf(op.Operand(0)) {
		a.node(axis{op.Operand(0), d})
	}
}

// packs is the rule of operations whose function takes one or several consecutive elements at a time. Strips must not
// separate elements that are taken together.
func (a *analysis) packs(op *ir.Operation) {
	if !ir.IsPure(op) {
		a.takesWhole(op)
		return
	}
	tensors := slices.Concat(op.OperandValues(), op.ResultValues())
	a.alike(tensors)
	for _, v := range tensors {
		pack := tile.PackOf(op) // elements that are taken together, in row-major order
		for d, n := range slices.Backward(shapeOf(v)) {
			a.atMost[axis{v, d}] = max(1, n/pack)
			pack = max(1, pack/n)
		}
	}
}

// loop joins the initial value, the argument, the yielded value and the result of each value that a loop carries.
func (a *analysis) loop(op *ir.Operation) {
	body := op.Region(0).Entry()
	for i, v := range op.Results() {
		a.alike([]*ir.Value{op.Operand(3 + i), body.Arg(1 + i), body.Last().Operand(i), v})
	}
}

// takesWhole keeps whole all tensors that an operation, or one in its regions, uses or defines.
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

// elementwise reports whether each element of an operation's results depends only on the elements of its operands at
// the same place.
func elementwise(op *ir.Operation) bool {
	switch op.Def() {
	case &tile.AddPtr, &tile.Load, &tile.Store, &tile.AtomicRMW, &tile.AtomicCAS, &tile.Assert, &tile.Assume, &tile.Hint,
		&tile.Add, &tile.Sub, &tile.Mul, &tile.Div, &tile.FMA, &tile.Sqrt, &tile.Exp2:
		return true
	}
	return op.HasTrait(ir.Elementwise) && op.NumRegions() == 0
}

// isSplat reports whether op is a constant tensor of equal elements.
func isSplat(op *ir.Operation) bool {
	dense, ok := op.Inherent("value").(*ir.DenseElementsAttr)
	return op.Is(&arith.ConstantOp) && ok && dense.IsSplat()
}

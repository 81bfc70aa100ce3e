// Package pairs analyzes regions of kind [prim.Attention]. Such a region computes an element for each pair of a row and
// a column, such as a query and a key. The remaining dimensions are batch dimensions. Products compute the elements,
// other primitives work on the elements or reduce them along rows, and further products sum over them:
//
//	%s = prim.dot "bmk,bnk->bmn" %q, %k   // an element for each pair
//	%m = prim.amax %s dims [2]            // one for each row
//	...
//	%o = prim.dot "bmn,bne->bme" %w, %v   // a sum over pairs
//
// An executor therefore needs only one tile of the pairs at a time. Start at [Find].
package pairs

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// Place says which elements a value of a region has.
type Place uint8

// Places of values. A value from outside the region is Free, and so is a value that is not computed from pairs, such as
// a mask that is computed from indices. Each use decides which elements of a Free value it needs.
const (
	Free   Place = iota
	Pair         // an element for each pair
	Row          // an element for each row
	Result       // an element of the result of a product that sums over pairs
)

// Pairs describes a region.
type Pairs struct {
	Shape       []int64
	Row, Column int // dimensions of Shape
	Scores      []*Score
	Sums        []*Sum
	Reductions  []*ir.Operation // of the pairs of each row

	places map[*ir.Value]Place
	dims   map[*ir.Value][]int // for values with an element for each row; see rowView
}

// Score is a product that computes an element for each pair.
type Score struct {
	Op          *ir.Operation
	Row, Column Matrices // the operands with rows and with columns
}

// Sum is a product that sums over pairs.
type Sum struct {
	Op     *ir.Operation
	Pairs  *ir.Value
	Over   int      // the dimension of Shape that it sums over: Row or Column
	Factor Matrices // the other operand
	Result Matrices
}

// Matrices describes a tensor as a batch of matrices: one dimension is that of rows or columns, and one is that of
// features.
type Matrices struct {
	Value   *ir.Value
	Dims    []int // the tensor's dimension for each dimension of Shape, -1 for none
	Feature int   // the tensor's dimension that Shape does not have
}

// Place returns the place of a value. It is Free for values from outside.
func (p *Pairs) Place(v *ir.Value) Place { return p.places[v] }

// RowDims returns, for each dimension of a value with an element for each row, the dimension of Shape that it
// corresponds to; -1 for added dimensions of size one.
func (p *Pairs) RowDims(v *ir.Value) []int { return p.dims[v] }

// Find returns the pairs of a region. Each operation may use only earlier operations and values from outside. Errors
// wrap [prim.ErrApart] and say why the operations are not such a region.
func Find(ops []*ir.Operation) (*Pairs, error) {
	p := &Pairs{Row: -1, Column: -1, places: make(map[*ir.Value]Place), dims: make(map[*ir.Value][]int)}
	var products []*ir.Operation
	for _, op := range ops {
		if op.NumResults() != 1 {
			return nil, apart("%s has %d results", op.Name(), op.NumResults())
		}
		at, err := p.join(op)
		if err != nil {
			return nil, err
		}
		p.places[op.Result(0)] = at
		if op.Is(&prim.Dot) {
			products = append(products, op)
		}
	}
	return p, p.findSides(products)
}

func apart(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{prim.ErrApart}, args...)...)
}

// join returns the place of an operation's result.
func (p *Pairs) join(op *ir.Operation) (Place, error) {
	place := Free
	for _, v := range op.Operands() {
		at := p.places[v]
		if place != Free && at != Free && at != place {
			return 0, apart("the operands of %s have different shapes in the region", op.Name())
		}
		place = max(place, at)
	}
	shape := shapeOf(op.Result(0))
	switch {
	case op.Is(&prim.Dot) && place == Free:
		if p.Shape != nil && !slices.Equal(shape, p.Shape) {
			return 0, apart("shapes %s and %s differ", prim.ShapeString(shape), prim.ShapeString(p.Shape))
		}
		p.Shape = shape
		return Pair, nil
	case op.Is(&prim.Dot) && place == Pair:
		return Result, nil
	case op.Is(&prim.Fill), op.Is(&prim.Iota) && op.NumOperands() == 0:
		return Free, nil // only the shape of a fill's operand matters
	case place == Free && (prim.IsElementwise(op) || isView(op)):
		return Free, nil
	case place == Result && op.Is(&prim.ConvertElementType):
		return Result, nil
	case place == Pair && prim.IsElementwise(op):
		return Pair, nil
	case place == Pair && prim.IsReduction(op):
		return Row, p.reduce(op)
	case place == Row && prim.IsElementwise(op):
		return Row, p.rowElements(op)
	case place == Row && isView(op):
		return p.rowView(op)
	}
	return 0, apart("%s is not supported between the products", op.Name())
}

func isView(op *ir.Operation) bool {
	switch op.Def() {
	case &prim.ExpandDims, &prim.Squeeze, &prim.BroadcastInDim:
		return op.NumOperands() == 1
	}
	return false
}

// reduce adds a reduction of the pairs of each row. All reductions must be along the same dimension.
func (p *Pairs) reduce(op *ir.Operation) error {
	dims := op.Inherent("dims").(*ir.DenseArrayAttr).Ints()
	if len(dims) != 1 || p.Column >= 0 && int(dims[0]) != p.Column {
		return apart("%s reduces dimensions %v, but must reduce the columns", op.Name(), dims)
	}
	p.Column = int(dims[0])
	p.Reductions = append(p.Reductions, op)
	for d := range p.Shape {
		if d != p.Column {
			p.dims[op.Result(0)] = append(p.dims[op.Result(0)], d)
		}
	}
	return nil
}

// rowElements checks that the operands of an operation on rows correspond to the same dimensions of Shape.
func (p *Pairs) rowElements(op *ir.Operation) error {
	for _, v := range op.Operands() {
		switch known := p.dims[op.Result(0)]; {
		case p.places[v] != Row:
		case known == nil:
			p.dims[op.Result(0)] = p.dims[v]
		case !slices.Equal(known, p.dims[v]):
			return apart("the operands of %s have their rows along different dimensions", op.Name())
		}
	}
	return nil
}

// rowView finds the dimensions of Shape that the dimensions of a view of rows correspond to; -1 for added dimensions of
// size one.
func (p *Pairs) rowView(op *ir.Operation) (Place, error) {
	from := p.dims[op.Operand(0)]
	to, err := viewed(op, from)
	if err != nil {
		return 0, err
	}
	if slices.Equal(shapeOf(op.Result(0)), p.Shape) && op.Is(&prim.BroadcastInDim) {
		for d, at := range to {
			if at != d && (d != p.Column || at >= 0) && p.Shape[d] != 1 {
				return 0, apart("%s moves elements between rows", op.Name())
			}
		}
		return Pair, nil
	}
	for d, at := range to {
		if at < 0 && shapeOf(op.Result(0))[d] != 1 {
			return 0, apart("%s repeats the elements of rows", op.Name())
		}
	}
	p.dims[op.Result(0)] = to
	return Row, nil
}

// viewed returns for each dimension of a view's result the entry of from of the corresponding operand dimension; -1 for
// new dimensions.
func viewed(op *ir.Operation, from []int) ([]int, error) {
	to := make([]int, len(shapeOf(op.Result(0))))
	for i := range to {
		to[i] = -1
	}
	dims := op.Inherent("dims").(*ir.DenseArrayAttr).Ints()
	at := 0
	switch op.Def() {
	case &prim.BroadcastInDim:
		for j, d := range dims {
			to[d] = from[j]
		}
	case &prim.ExpandDims:
		for d := range to {
			if !slices.Contains(dims, int64(d)) {
				to[d] = from[at]
				at++
			}
		}
	case &prim.Squeeze:
		for d, of := range from {
			switch {
			case !slices.Contains(dims, int64(d)):
				to[at] = of
				at++
			case of >= 0:
				return nil, apart("%s drops a dimension of rows", op.Name())
			}
		}
	}
	return to, nil
}

// Operand returns, for each dimension of the operand of a free view, the dimension of Shape that it corresponds to,
// given those of its result; -1 for a dimension of size one that is repeated.
func Operand(op *ir.Operation, result []int) []int {
	from := make([]int, len(shapeOf(op.Operand(0))))
	dims := op.Inherent("dims").(*ir.DenseArrayAttr).Ints()
	at := 0
	for d := range from {
		from[d] = -1
		switch op.Def() {
		case &prim.BroadcastInDim:
			if shapeOf(op.Operand(0))[d] != 1 {
				from[d] = result[dims[d]]
			}
		case &prim.ExpandDims:
			for slices.Contains(dims, int64(at)) {
				at++
			}
			from[d] = result[at]
			at++
		case &prim.Squeeze:
			if !slices.Contains(dims, int64(d)) {
				from[d] = result[at]
				at++
			}
		}
	}
	return from
}

func shapeOf(v *ir.Value) []int64 {
	t, _ := prim.TensorOf(v.Type())
	return t.Shape
}

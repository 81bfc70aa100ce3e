package prim

import (
	"errors"
	"fmt"
	"slices"

	"github.com/girih-ir/girih/ir"
)

// RegionAttr is the attribute of a function whose primitives are computed together. Its value is the kind of region,
// such as [Elementwise]. What it means is what the function's body means; executors may take the kinds [Elementwise]
// and [Rows] as a promise that [Space.Join] admits all its operations, in their order.
const RegionAttr = "prim.region"

// The kinds of regions.
const (
	Elementwise = "elementwise" // all values have one shape
	Rows        = "rows"        // some are reduced along the last dimensions
	// Product is a [Dot] or [Convolution], and one result that is computed of its elements: what follows is elementwise,
	// or a [Reshape] that keeps their order.
	Product = "product"
	// Columns is elementwise primitives of one shape, then reductions along the same of its dimensions, which are not the
	// last ones.
	Columns = "columns"
	// Attention is products with an element for each pair of a row and a column, what is computed of these, and products
	// that sum over them: package dialects/prim/pairs says what exactly.
	Attention = "attention"
)

// RegionKind returns the kind of region that a function is, "" if it is none.
func RegionKind(f *ir.Operation) string {
	kind, ok := f.Attr(RegionAttr).(*ir.StringAttr)
	if !ok {
		return ""
	}
	return kind.Value
}

// IsFloatProduct reports whether a primitive is a product of floats that a region may begin with.
func IsFloatProduct(op *ir.Operation) bool {
	if !op.Is(&Dot) && (!op.Is(&Convolution) || op.Inherent("transposed") != nil) {
		return false
	}
	return DtypeOf(ir.ElementOrSelf(op.Operand(0).Type())) == Float
}

// KeepsOrder reports whether a primitive gives the same elements, in the same order, another shape.
func KeepsOrder(op *ir.Operation) bool {
	return op.Is(&Reshape) || op.Is(&ExpandDims) || op.Is(&Squeeze)
}

// ErrApart is wrapped where an operation does not fit in a region.
var ErrApart = errors.New("not fused")

// Place says of which elements of a region's space a value consists.
type Place uint8

// Places of values. Those outside of a region become what their first use in it needs.
const (
	Outside Place = iota
	Whole         // one for each point of the space
	Row           // one for each row
)

// Space is the points for which a region computes: all indices of a shape. The dimensions from Kept on are a row's;
// without reductions, Kept is the rank.
type Space struct {
	Shape []int64
	Kept  int
	// Wide spaces admit further operations, which kernels of a GPU can compute in the same loop: random numbers, gathers
	// and scatters of one element of each row, concatenations of tensors from outside the region, and gathers from such
	// tensors.
	Wide bool
}

// RowLen returns the number of points of a row, [ir.Dynamic] if it is not known.
func (s Space) RowLen() int64 { return Numel(s.Shape[s.Kept:]) }

// mostParts is how many operands a Cat in a region has at most: each point looks at all of them.
const mostParts = 8

// Values is what a space is asked about values: where they are in it, and what shapes they have.
type Values interface {
	Place(v *ir.Value) Place
	Shape(v *ir.Value) []int64
}

// Join adds an operation to a space. It returns the place of the operation's result, given the places of its operands,
// and the new space: the first operation gives it a shape, a reduction its dimensions. Errors wrap [ErrApart] and say
// why the operation cannot join.
func (s Space) Join(op *ir.Operation, values Values) (Place, Space, error) {
	if op.NumResults() != 1 {
		return 0, s, fmt.Errorf("%w: %s has %d results", ErrApart, op.Name(), op.NumResults())
	}
	if op.NumOperands() == 0 {
		return 0, s, fmt.Errorf("%w: %s has no operands", ErrApart, op.Name())
	}
	result, place := values.Shape(op.Result(0)), values.Place
	switch {
	case s.Wide && op.Is(&Uniform):
		return s.joinPoints(result)
	case s.Wide && op.Is(&Cat):
		if op.NumOperands() > mostParts {
			return 0, s, fmt.Errorf("%w: %s of %d operands", ErrApart, op.Name(), op.NumOperands())
		}
		for _, v := range op.Operands() {
			if place(v) != Outside {
				return 0, s, fmt.Errorf("%w: %s of what is computed with it", ErrApart, op.Name())
			}
		}
		return s.joinPoints(result)
	case s.Wide && IsSelection(op):
		return s.joinSelection(op, values)
	case IsElementwise(op):
		return s.joinElementwise(op, result, place)
	case IsReduction(op):
		return s.joinReduction(op, values)
	case op.Is(&ViewOf) && place(op.Operand(0)) == Whole:
		return Whole, s, nil
	case isRowView(op) && place(op.Operand(0)) == Row:
		switch {
		case op.Is(&BroadcastInDim) && slices.Equal(result, s.Shape) && s.keepsRows(op):
			return Whole, s, nil
		case s.isRow(result) && (!op.Is(&BroadcastInDim) || s.keepsRows(op)):
			return Row, s, nil
		}
		return 0, s, fmt.Errorf("%w: %s of %s moves elements between rows", ErrApart, op.Name(), ShapeString(result))
	}
	return 0, s, fmt.Errorf("%w: %s is neither elementwise nor a reduction", ErrApart, op.Name())
}

func (s Space) joinElementwise(op *ir.Operation, shape []int64, place func(*ir.Value) Place) (Place, Space, error) {
	rows, whole := false, false
	for _, v := range op.Operands() {
		rows = rows || place(v) == Row
		whole = whole || place(v) == Whole
	}
	switch {
	case rows && whole:
		return 0, s, fmt.Errorf("%w: %s of rows and points of %s", ErrApart, op.Name(), ShapeString(s.Shape))
	case rows:
		return Row, s, nil
	case s.Wide && !whole && s.Kept < len(s.Shape) && s.isRow(shape) && !slices.Equal(shape, s.Shape):
		return Row, s, nil
	}
	return s.joinPoints(shape)
}

// joinPoints joins an operation whose result has an element for each point.
func (s Space) joinPoints(shape []int64) (Place, Space, error) {
	switch {
	case s.Shape == nil:
		s.Shape, s.Kept = append([]int64{}, shape...), len(shape)
	case !slices.Equal(shape, s.Shape):
		return 0, s, fmt.Errorf("%w: shapes %s and %s differ", ErrApart, ShapeString(shape), ShapeString(s.Shape))
	}
	return Whole, s, nil
}

// IsSelection reports whether a primitive takes or replaces one element of each row of its first operand, which an
// index names: a Gather or Scatter along the last dimension, by an index of size one there. The other operands have an
// element for each row.
func IsSelection(op *ir.Operation) bool {
	if !op.Is(&Gather) && !op.Is(&Scatter) {
		return false
	}
	x, _ := TensorOf(op.Operand(0).Type())
	index, _ := TensorOf(op.Operand(1).Type())
	last := x.Rank() - 1
	if last < 0 || op.Inherent("dim").(*ir.IntegerAttr).Int64() != int64(last) || index.Shape[last] != 1 ||
		!slices.Equal(index.Shape[:last], x.Shape[:last]) {
		return false
	}
	kind, ok := op.Inherent("reduction").(*ir.StringAttr)
	return !ok || kind.Value == "none" || kind.Value == "sum"
}

func (s Space) joinSelection(op *ir.Operation, values Values) (Place, Space, error) {
	x := values.Shape(op.Operand(0))
	if values.Place(op.Operand(0)) == Row {
		return 0, s, fmt.Errorf("%w: %s of what is reduced already", ErrApart, op.Name())
	}
	for _, v := range op.OperandValues()[1:] {
		if values.Place(v) == Whole {
			return 0, s, fmt.Errorf("%w: %s by an index for each point", ErrApart, op.Name())
		}
	}
	_, s, err := s.joinPoints(x)
	kept := len(x) - 1
	switch {
	case err != nil:
		return 0, s, err
	case s.Kept != kept && s.Kept != len(s.Shape):
		return 0, s, fmt.Errorf("%w: %s is about one dimension, and others reduce %d", ErrApart, op.Name(),
			len(s.Shape)-s.Kept)
	}
	s.Kept = kept
	if op.Is(&Gather) {
		return Row, s, nil
	}
	return Whole, s, nil
}

func (s Space) joinReduction(op *ir.Operation, values Values) (Place, Space, error) {
	x := values.Shape(op.Operand(0))
	dims := slices.Sorted(slices.Values(op.Inherent("dims").(*ir.DenseArrayAttr).Ints()))
	kept := len(x) - len(dims)
	for i, d := range dims {
		if int(d) != kept+i {
			return 0, s, fmt.Errorf("%w: %s reduces %v, not the last of %d dimensions", ErrApart, op.Name(), dims, len(x))
		}
	}
	switch {
	case len(dims) == 0:
		return 0, s, fmt.Errorf("%w: %s reduces no dimension", ErrApart, op.Name())
	case values.Place(op.Operand(0)) == Row:
		return 0, s, fmt.Errorf("%w: %s reduces what is reduced already", ErrApart, op.Name())
	case s.Shape == nil:
		s.Shape, s.Kept = append([]int64{}, x...), len(x)
	case !slices.Equal(x, s.Shape):
		return 0, s, fmt.Errorf("%w: shapes %s and %s differ", ErrApart, ShapeString(x), ShapeString(s.Shape))
	case s.Kept != kept && s.Kept != len(s.Shape):
		return 0, s, fmt.Errorf("%w: %s reduces %d dimensions, and others %d", ErrApart, op.Name(), len(dims),
			len(s.Shape)-s.Kept)
	}
	s.Kept = kept
	return Row, s, nil
}

// isRow reports whether a shape has one element for each row, possibly with further dimensions of size one.
func (s Space) isRow(shape []int64) bool {
	if len(shape) < s.Kept || !slices.Equal(shape[:s.Kept], s.Shape[:s.Kept]) {
		return false
	}
	return !slices.ContainsFunc(shape[s.Kept:], func(n int64) bool { return n != 1 })
}

// keepsRows reports whether a broadcast leaves the dimensions that are kept where they are.
func (s Space) keepsRows(op *ir.Operation) bool {
	dims := op.Inherent("dims").(*ir.DenseArrayAttr).Ints()
	for d := range s.Kept {
		if d >= len(dims) || dims[d] != int64(d) {
			return false
		}
	}
	return true
}

// isRowView reports whether an operation may give the elements of rows another shape.
func isRowView(op *ir.Operation) bool {
	switch op.Def() {
	case &ExpandDims, &Squeeze, &Reshape, &BroadcastInDim, &ViewOf:
		return true
	}
	return false
}

// IsElementwise reports whether a primitive has one result, whose elements depend on nothing but those of the operands
// at their place, and cannot fail. Divisions of integers can.
func IsElementwise(op *ir.Operation) bool {
	switch op.Def() {
	case &Where, &ConvertElementType, &Fill, &Clone:
		return true
	case &Div, &FMod, &Remainder:
		return DtypeOf(ir.ElementOrSelf(op.Result(0).Type())) != Int
	}
	_, ok := ir.InterfaceOf[Dtype](op)
	return ok
}

// IsReduction reports whether a primitive reduces the dimensions dims.
func IsReduction(op *ir.Operation) bool {
	switch op.Def() {
	case &AMax, &AMin, &Prod, &Sum, &XorSum, &Var:
		return true
	}
	return false
}

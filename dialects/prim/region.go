package prim

import (
	"errors"
	"fmt"
	"slices"

	"github.com/girih-ir/girih/ir"
)

// RegionAttr is the attribute of a function whose primitives are computed together. Its value is the kind of region,
// such as [Elementwise]. The meaning of the function is that of its body. For the kinds [Elementwise] and [Rows],
// executors may rely on [Space.Join] accepting all operations of the body in their order.
const RegionAttr = "prim.region"

// Kinds of regions.
const (
	Elementwise = "elementwise" // all values have the same shape
	Rows        = "rows"        // some values are reduced along the last dimensions
	// Product is a [Dot] or [Convolution] and one result that is computed from its elements. The primitives after the
	// product are elementwise or a [Reshape], which keeps the order of elements.
	Product = "product"
	// Columns is elementwise primitives of one shape, and then reductions of the same dimensions, which are not the
	// last ones.
	Columns = "columns"
	// Attention is products with an element for each pair of a row and a column, computations on these elements, and
	// products that sum over them. Package lowering/tensors/internal/pairs has the exact rules.
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

// IsFloatProduct reports whether a primitive is a product of floats that a region of kind [Product] may begin with.
func IsFloatProduct(op *ir.Operation) bool {
	if !op.Is(&Dot) && (!op.Is(&Convolution) || op.Inherent("transposed") != nil) {
		return false
	}
	return DtypeOf(ir.ElementOrSelf(op.Operand(0).Type())) == Float
}

// KeepsOrder reports whether a primitive only changes the shape of its operand and keeps the order of elements.
func KeepsOrder(op *ir.Operation) bool {
	return op.Is(&Reshape) || op.Is(&ExpandDims) || op.Is(&Squeeze)
}

// ErrApart is wrapped by errors about operations that cannot be part of a region.
var ErrApart = errors.New("not fused")

// Place says which elements of a region's space a value has.
type Place uint8

// Places of values. Values from outside the region get the place that their first use in the region needs.
const (
	Outside Place = iota
	Whole         // an element for each point of the space
	Row           // an element for each row
)

// Space is the set of points that a region computes: all indices of a shape. The dimensions from Kept on make up a row.
// Without reductions, Kept is the rank.
type Space struct {
	Shape []int64
	Kept  int
	// Wide admits further operations, which GPU kernels can compute in the same loop: random numbers, gathers and
	// scatters of one element of each row, and concatenations of tensors from outside the region and gathers from such
	// tensors.
	Wide bool
}

// RowLen returns the number of points of a row, [ir.Dynamic] if it is not known.
func (s Space) RowLen() int64 { return Numel(s.Shape[s.Kept:]) }

// mostParts bounds the operands of a Cat in a region, since the code for each point tests all of them.
const mostParts = 8

// Values gives the places and shapes of values.
type Values interface {
	Place(v *ir.Value) Place
	Shape(v *ir.Value) []int64
}

// Join adds an operation to a space. It returns the place of the operation's result and the new space. The first
// operation sets the shape of the space, and the first reduction sets Kept. Errors wrap [ErrApart] and say why the
// operation cannot join.
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
				return 0, s, fmt.Errorf("%w: %s uses a result of the region", ErrApart, op.Name())
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
		return 0, s, fmt.Errorf("%w: %s has both operands with one element for each row and operands of shape %s", ErrApart,
			op.Name(), ShapeString(s.Shape))
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

// IsSelection reports whether a primitive reads or replaces one element of each row of its first operand: it is a
// Gather or Scatter along the last dimension, and the index has size one there. The other operands have one element for
// each row.
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
		return 0, s, fmt.Errorf("%w: the operand of %s is reduced already", ErrApart, op.Name())
	}
	for _, v := range op.OperandValues()[1:] {
		if values.Place(v) == Whole {
			return 0, s, fmt.Errorf("%w: the index of %s has an element for each element of the region", ErrApart, op.Name())
		}
	}
	_, s, err := s.joinPoints(x)
	kept := len(x) - 1
	switch {
	case err != nil:
		return 0, s, err
	case s.Kept != kept && s.Kept != len(s.Shape):
		return 0, s, fmt.Errorf("%w: %s is along one dimension, but other operations reduce %d", ErrApart, op.Name(),
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
		return 0, s, fmt.Errorf("%w: the operand of %s is reduced already", ErrApart, op.Name())
	case s.Shape == nil:
		s.Shape, s.Kept = append([]int64{}, x...), len(x)
	case !slices.Equal(x, s.Shape):
		return 0, s, fmt.Errorf("%w: shapes %s and %s differ", ErrApart, ShapeString(x), ShapeString(s.Shape))
	case s.Kept != kept && s.Kept != len(s.Shape):
		return 0, s, fmt.Errorf("%w: %s reduces %d dimensions, but other operations reduce %d", ErrApart, op.Name(),
			len(dims), len(s.Shape)-s.Kept)
	}
	s.Kept = kept
	return Row, s, nil
}

// isRow reports whether a shape has one element for each row. It may have further dimensions of size one.
func (s Space) isRow(shape []int64) bool {
	if len(shape) < s.Kept || !slices.Equal(shape[:s.Kept], s.Shape[:s.Kept]) {
		return false
	}
	return !slices.ContainsFunc(shape[s.Kept:], func(n int64) bool { return n != 1 })
}

// keepsRows reports whether a broadcast does not move the dimensions before Kept.
func (s Space) keepsRows(op *ir.Operation) bool {
	dims := op.Inherent("dims").(*ir.DenseArrayAttr).Ints()
	for d := range s.Kept {
		if d >= len(dims) || dims[d] != int64(d) {
			return false
		}
	}
	return true
}

// isRowView reports whether an operation can change the shape of values that have one element for each row.
func isRowView(op *ir.Operation) bool {
	switch op.Def() {
	case &ExpandDims, &Squeeze, &Reshape, &BroadcastInDim, &ViewOf:
		return true
	}
	return false
}

// IsElementwise reports whether a primitive has one result, whose elements only depend on the operands' elements at the
// same index, and cannot fail. Integer division can fail, so it is not elementwise here.
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

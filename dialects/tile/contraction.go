package tile

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// Contraction is a view of a `tile.contract`, with its attributes read.
type Contraction struct {
	*ir.Operation
	*contract.Equation
	// LHS, RHS and Output are the arrays.
	LHS, RHS, Output *ir.Value
	// Constants are the tables that are known, and Tables the arrays that hold the others, by name.
	Constants map[string]contract.Table
	Tables    map[string]*ir.Value
	// Others are the further operands of the epilogue, and Axes the letters of the axes of each.
	Others []*ir.Value
	Axes   [][]contract.Letter
	// Outside says what an index outside means for each axis of lhs, and of rhs.
	Outside     [2][]Outside
	Accumulator ir.Type
	// Shape is how many rows, columns and products a tile of the computation has; nil if nothing says so.
	Shape []int64
}

// ContractionOf reads a tile.contract. The error is a diagnostic at the operation, and nil if it is verified.
func ContractionOf(op *ir.Operation) (*Contraction, error) {
	text := op.Inherent(equationName).(*ir.StringAttr).Value
	eq, err := contract.Parse(text)
	if err != nil {
		return nil, op.Errorf("equation %q at character %w", text, inOneLine(err))
	}
	c := &Contraction{Operation: op, Equation: eq, LHS: op.Operand(0), RHS: op.Operand(1),
		Output: op.Operand(contractOutput), Others: op.GroupValues(4), Tables: map[string]*ir.Value{}}
	elem := c.LHS.Type().(*ArrayType).elem
	if a, ok := op.Inherent(accumulatorName).(*ir.TypeAttr); ok {
		c.Accumulator = a.Value
	}
	c.Accumulator = accumulatorOf(op.Context(), c.Accumulator, elem)
	if a, ok := op.Inherent(shapeName).(*ir.DenseArrayAttr); ok {
		c.Shape = a.Ints()
	}
	for _, read := range []func() error{c.readConstants, c.readTables, c.readAxes, c.readOutside} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// inOneLine returns a syntax error without the text and caret below it.
func inOneLine(err error) error {
	var at *contract.SyntaxError
	if errors.As(err, &at) {
		return fmt.Errorf("%d: %s", at.Pos+1, at.What)
	}
	return err
}

// accumulatorOf returns the type that products of elements are added in: what is asked for, or the default.
func accumulatorOf(ctx *ir.Context, asked, elem ir.Type) ir.Type {
	switch {
	case asked != nil:
		return asked
	case !ir.IsFloat(elem):
		return ctx.I(32)
	case ir.BitWidth(elem) == 64:
		return elem
	}
	return ctx.F32()
}

func (c *Contraction) readConstants() error {
	a := c.Inherent(constantsName)
	c.Constants = map[string]contract.Table{}
	if a == nil {
		return nil
	}
	dict, ok := a.(*ir.DictAttr)
	if !ok {
		return c.Errorf("%s must be a dictionary of tensors of integers, but got %s", constantsName, a)
	}
	for _, n := range dict.All() {
		dense, ok := n.Value.(*ir.DenseElementsAttr)
		if !ok || !isTableElement(dense.ShapedType().ElementType()) {
			return c.Errorf("table '%s' must be a tensor of integers of 8 to 64 bits, but got %s", n.Name, n.Value)
		}
		t := contract.Table{Shape: dense.ShapedType().Shape()}
		for i := range dense.Len() {
			t.Data = append(t.Data, dense.Element(c.Context(), i).(*ir.IntegerAttr).Int64())
		}
		c.Constants[n.Name] = t
	}
	return nil
}

func isTableElement(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width >= 8 && i.Width <= 64
}

func (c *Contraction) readTables() error {
	names, err := c.texts(tableNames, len(c.GroupValues(3)))
	if err != nil {
		return err
	}
	for i, v := range c.GroupValues(3) {
		if !isTableElement(v.Type().(*ArrayType).elem) {
			return c.Errorf("table '%s' must be an array of integers of 8 to 64 bits, but got %s", names[i],
				ir.Quote(v.Type()))
		}
		_, constant := c.Constants[names[i]]
		if c.Tables[names[i]] != nil || constant {
			return c.Errorf("there are two tables of the name '%s'", names[i])
		}
		c.Tables[names[i]] = v
	}
	return c.checkTables()
}

// checkTables checks that the tables that the equation reads are there, with as many dimensions as indices.
func (c *Contraction) checkTables() (err error) {
	for _, axes := range [][]contract.Axis{c.A, c.B, c.C} {
		for _, axis := range axes {
			contract.Reads(axis.Expr, func(r *contract.Read) {
				rank := -1
				if t, ok := c.Constants[r.Table]; ok {
					rank = len(t.Shape)
				} else if v := c.Tables[r.Table]; v != nil {
					rank = v.Type().(*ArrayType).Rank()
				}
				switch {
				case err != nil:
				case rank < 0:
					err = c.Errorf("nothing says what table '%s' is: name a constant in '%s', or an array in '%s'", r.Table,
						constantsName, tableNames)
				case rank != len(r.Indices):
					err = c.Errorf("table '%s' has %d dimensions, but '%s' has %d indices", r.Table, rank, r, len(r.Indices))
				default:
					err = c.checkIndices(r)
				}
			})
		}
	}
	return err
}

// checkIndices checks the indices of a table that are numbers against its size.
func (c *Contraction) checkIndices(r *contract.Read) error {
	shape := c.Constants[r.Table].Shape
	if v := c.Tables[r.Table]; v != nil {
		shape = v.Type().(*ArrayType).shape
	}
	for i, x := range r.Indices {
		n, isNumber := x.(contract.Const)
		if isNumber && shape[i] != ir.Dynamic && (int64(n) < 0 || int64(n) >= shape[i]) {
			return c.Errorf("'%s' has index %d, but dimension %d of the table has size %d", r, n, i, shape[i])
		}
	}
	return nil
}

func (c *Contraction) readAxes() error {
	names, err := c.texts(othersAxes, len(c.Others))
	if err != nil {
		return err
	}
	for i, v := range c.Others {
		letters, err := contract.Letters(names[i])
		if err != nil {
			return c.Errorf("%s of operand %d of the epilogue, %q, at character %w", othersAxes, i, names[i], inOneLine(err))
		}
		if rank := v.Type().(*ArrayType).Rank(); rank != len(letters) {
			return c.Errorf("operand %d of the epilogue has %d dimensions, but its axes are %q", i, rank, names[i])
		}
		for _, l := range letters {
			if !slices.Contains(c.Out, l) {
				return c.Errorf("letter '%s' of operand %d of the epilogue is not in the output", l, i)
			}
		}
		c.Axes = append(c.Axes, letters)
	}
	return nil
}

func (c *Contraction) readOutside() error {
	for i, axes := range [2][]contract.Axis{c.A, c.B} {
		c.Outside[i] = make([]Outside, len(axes))
		if c.Inherent(outsideNames[i]) == nil {
			continue
		}
		names, err := c.texts(outsideNames[i], len(axes))
		if err != nil {
			return err
		}
		for k, name := range names {
			mode, ok := Outsides.Parse(name)
			if !ok {
				return c.Errorf("%s of axis %d must be checked, zero or never, but got %q", outsideNames[i], k, name)
			}
			c.Outside[i][k] = mode
		}
	}
	return nil
}

// texts returns an attribute that is a list of n texts.
func (c *Contraction) texts(name string, n int) ([]string, error) {
	list, ok := c.Inherent(name).(*ir.ArrayAttr)
	if !ok && c.Inherent(name) == nil && n == 0 {
		return nil, nil
	}
	var out []string
	for i := 0; ok && i < len(list.Elems); i++ {
		var s *ir.StringAttr
		if s, ok = list.Elems[i].(*ir.StringAttr); ok {
			out = append(out, s.Value)
		}
	}
	if !ok || len(out) != n {
		return nil, c.Errorf("%s must be a list of %d texts, but got %v", name, n, c.Inherent(name))
	}
	return out, nil
}

// StaticExtents returns how far the letters run, if the sizes of all arrays are known; nil if they are not. The error
// is a diagnostic.
func (c *Contraction) StaticExtents() (*contract.Extents, error) {
	for _, v := range c.Operands() {
		if slices.Contains(v.Type().(*ArrayType).shape, ir.Dynamic) {
			return nil, nil
		}
	}
	if len(c.Tables) > 0 {
		return nil, nil
	}
	shape := func(v *ir.Value) []int64 { return v.Type().(*ArrayType).shape }
	e, err := c.Extents(shape(c.LHS), shape(c.RHS), shape(c.Output), c.Constants)
	if err != nil {
		return nil, c.Errorf("%w", err)
	}
	return e, nil
}

func verifyContract(op *ir.Operation) error {
	c, err := ContractionOf(op)
	if err != nil {
		return err
	}
	for _, operand := range []struct {
		name string
		v    *ir.Value
		axes []contract.Axis
	}{{"lhs", c.LHS, c.A}, {"rhs", c.RHS, c.B}, {"the output", c.Output, c.C}} {
		if rank := operand.v.Type().(*ArrayType).Rank(); rank != len(operand.axes) {
			return op.Errorf("%s has %d dimensions, but %d in the equation", operand.name, rank, len(operand.axes))
		}
	}
	if err := c.verifyTypes(); err != nil {
		return err
	}
	if c.Shape != nil && (len(c.Shape) != 3 || !isTile(c.Shape)) {
		return op.Errorf("%s must have three powers of two, but got %v", shapeName, c.Shape)
	}
	if err := c.verifyKnown(); err != nil {
		return err
	}
	e, err := c.StaticExtents()
	if err != nil {
		return err
	}
	if e != nil {
		if err := c.CheckSpans(e, func(v *ir.Value) []int64 { return v.Type().(*ArrayType).shape }); err != nil {
			return op.Errorf("%w", err)
		}
	} else if i := slices.Index(slices.Concat(c.Outside[:]...), OutsideNever); i >= 0 && !c.bare(i) {
		return op.Errorf("that no index lies outside cannot be proved without the sizes of all arrays; say 'checked' instead")
	}
	out := c.Output.Type().(*ArrayType)
	if !c.Scatters() && Overlaps(out.shape, out.strides) {
		return op.Errorf("elements of the output lie at the same address: its sizes are %v and its strides %v", out.shape,
			out.strides)
	}
	return nil
}

// verifyKnown compares the sizes that are known of axes that are one letter, though others may be open.
func (c *Contraction) verifyKnown() error {
	type place struct {
		size int64
		name string
	}
	known := map[contract.Letter]place{}
	for _, operand := range []struct {
		name string
		v    *ir.Value
		axes []contract.Axis
	}{{"lhs", c.LHS, c.A}, {"rhs", c.RHS, c.B}, {"the output", c.Output, c.C}} {
		for i, axis := range operand.axes {
			l, alone := axis.Expr.(contract.Letter)
			size := operand.v.Type().(*ArrayType).shape[i]
			if !alone || size == ir.Dynamic {
				continue
			}
			here := place{size, fmt.Sprintf("dimension %d of %s", i, operand.name)}
			if other, ok := known[l]; ok && other.size != size {
				return c.Errorf("letter '%s' runs to %d by %s, and to %d by %s", l, other.size, other.name, size, here.name)
			}
			known[l] = here
		}
	}
	return nil
}

// bare reports whether an axis of lhs, or behind them of rhs, is a letter alone, whose extent is the dimension.
func (c *Contraction) bare(i int) bool {
	_, ok := slices.Concat(c.A, c.B)[i].Expr.(contract.Letter)
	return ok
}

func (c *Contraction) verifyTypes() error {
	elem := func(v *ir.Value) ir.Type { return v.Type().(*ArrayType).elem }
	lhs, rhs := elem(c.LHS), elem(c.RHS)
	if !multiplies(lhs, rhs) {
		return c.Errorf("lhs and rhs must have the same elements, both 8-bit floats or both integers of one width, but got "+
			"%s and %s", ir.Quote(lhs), ir.Quote(rhs))
	}
	if ok, allowed := accumulatesIn(lhs, c.Accumulator); !ok {
		return c.Errorf("products of %s are accumulated in %s, but the accumulator is %s", ir.Quote(lhs), allowed,
			ir.Quote(c.Accumulator))
	}
	if PrecisionOf(c.Operation) != PrecisionIEEE && !isF32(lhs) {
		return c.Errorf("precision %s needs operands of f32, but got %s", Precisions.Name(PrecisionOf(c.Operation)),
			ir.Quote(lhs))
	}
	if c.Scatters() {
		if err := checkAtomic(AtomicAdd, elem(c.Output)); err != nil {
			return c.Errorf("sums are added to the output, but %w", err)
		}
	}
	if c.Region(0).IsEmpty() && len(c.Others) > 0 {
		return c.Errorf("there are operands of an epilogue, but no epilogue")
	}
	if out := elem(c.Output); c.Region(0).IsEmpty() && ir.IsFloat(out) != ir.IsFloat(c.Accumulator) {
		return c.Errorf("sums of %s are not converted to %s without an epilogue", ir.Quote(c.Accumulator), ir.Quote(out))
	}
	return nil
}

// ErrOutside is wrapped by errors about indices outside of an array.
var ErrOutside = errors.New("index outside of an array")

// CheckSpans reports an axis of an operand with an index outside that is to be checked, or of which there is to be
// none, for arrays of some sizes. The error wraps [ErrOutside] and names the operand, the axis and the index. It also
// compares the sizes of the epilogue's operands with the extents.
func (c *Contraction) CheckSpans(e *contract.Extents, shape func(v *ir.Value) []int64) error {
	if n := c.products(e); n > math.MaxInt32 {
		return fmt.Errorf("%w: each sum has %d products, and fewer than 2^31 are possible", contract.ErrExtents, n)
	}
	empty := slices.ContainsFunc(slices.Concat(c.Batch, c.M, c.N, c.K),
		func(l contract.Letter) bool { return e.Of[l] == 0 })
	for i, spans := range [2][]contract.Span{e.A, e.B} {
		v := [2]*ir.Value{c.LHS, c.RHS}[i]
		for k, span := range spans {
			index := span.Min
			if span.Min >= 0 {
				index = span.Max
			}
			if size := shape(v)[k]; !empty && c.Outside[i][k] != OutsideZero && (index < 0 || index >= size) {
				return fmt.Errorf("%w: axis %d of %s has index %d, and its size is %d; 'zero' in %s would be padding", ErrOutside,
					k, [2]string{"lhs", "rhs"}[i], index, size, outsideNames[i])
			}
		}
	}
	for i, v := range c.Others {
		for k, l := range c.Axes[i] {
			if size := shape(v)[k]; size != e.Of[l] {
				return fmt.Errorf("%w: axis %d of operand %d of the epilogue has size %d, but '%s' runs to %d",
					contract.ErrExtents, k, i, size, l, e.Of[l])
			}
		}
	}
	return nil
}

// products returns how many products a sum has, no more than 2^62.
func (c *Contraction) products(e *contract.Extents) int64 {
	n := int64(1)
	for _, l := range c.K {
		if e.Of[l] > 0 && n > 1<<62/e.Of[l] {
			return 1 << 62
		}
		n *= e.Of[l]
	}
	return n
}

// maxEnumerated bounds how many addresses are compared to find two that are equal.
const maxEnumerated = 1 << 16

// Overlaps reports whether two elements of an array lie at the same address. It says no where sizes or strides are not
// known, and of large arrays unless a stride is 0.
func Overlaps(shape, strides []int64) bool {
	n, zero, seen := int64(1), false, map[int64]bool{}
	for i, size := range shape {
		if size == 0 || size == ir.Dynamic || strides[i] == ir.Dynamic {
			return false
		}
		zero = zero || size > 1 && strides[i] == 0
		n = min(n*min(size, maxEnumerated), maxEnumerated)
	}
	if zero || nested(shape, strides) || n == maxEnumerated {
		return zero
	}
	for i := range n {
		at := int64(0)
		for axis, size := range slices.Backward(shape) {
			at += i % size * strides[axis]
			i /= size
		}
		if seen[at] {
			return true
		}
		seen[at] = true
	}
	return false
}

// nested reports whether each stride is longer than what the axes of shorter ones reach.
func nested(shape, strides []int64) bool {
	axes := make([]int, len(shape))
	for i := range axes {
		axes[i] = i
	}
	size := func(i int) int64 { return max(strides[i], -strides[i]) }
	slices.SortFunc(axes, func(x, y int) int { return cmp.Compare(size(x), size(y)) })
	reach := int64(0)
	for _, i := range axes {
		if shape[i] > 1 && size(i) <= reach {
			return false
		}
		reach += size(i) * (shape[i] - 1)
	}
	return true
}

func verifyEpilogue(op *ir.Operation) error {
	if op.Region(0).IsEmpty() {
		return nil
	}
	c, err := ContractionOf(op)
	if err != nil {
		return err
	}
	takes := []ir.Type{c.Accumulator}
	for _, v := range c.Others {
		takes = append(takes, v.Type().(*ArrayType).elem)
	}
	return verifyBody(op, "epilogue", takes, []ir.Type{c.Output.Type().(*ArrayType).elem})
}

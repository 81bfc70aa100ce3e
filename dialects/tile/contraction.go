package tile

import (
	"errors"
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// Contraction is a view of a `tile.contract` with decoded attributes.
type Contraction struct {
	*ir.Operation
	*contract.Equation
	// LHS, RHS and Output are the arrays.
	LHS, RHS, Output *ir.Value
	// Constants maps the names of constant tables to their values, and Tables maps the names of the other tables to
	// arrays.
	Constants map[string]contract.Table
	Tables    map[string]*ir.Value
	// Others are the further operands of the epilogue. Axes are the letters of each one's axes.
	Others []*ir.Value
	Axes   [][]contract.Letter
	// Outside says for each axis of lhs and of rhs what an index outside means.
	Outside     [2][]Outside
	Accumulator ir.Type
	// Shape is the number of rows, columns and products of a tile of the computation; nil if it is not specified.
	Shape []int64
	// Programs is how many programs compute the contraction.
	Programs Programs
}

// ContractionOf returns the view of a tile.contract. The error is a diagnostic at the operation; verified operations
// give no error.
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
	for _, read := range []func() error{c.readConstants, c.readTables, c.readAxes, c.readOutside, c.readPrograms} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// inOneLine returns a syntax error without the lines that show the text and the caret.
func inOneLine(err error) error {
	var at *contract.SyntaxError
	if errors.As(err, &at) {
		return fmt.Errorf("%d: %s", at.Pos+1, at.What)
	}
	return err
}

// accumulatorOf returns the type of sums of products: the requested type, or the default.
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
			return c.Errorf("two tables have the name '%s'", names[i])
		}
		c.Tables[names[i]] = v
	}
	return c.checkTables()
}

// checkTables checks that all tables that the equation reads exist and have as many dimensions as indices.
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
					err = c.Errorf("table '%s' is not defined: name a constant in '%s', or an array in '%s'", r.Table,
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

// checkIndices checks the constant indices of a table against its size.
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

func (c *Contraction) readPrograms() error {
	a, ok := c.Inherent(programsName).(*ir.StringAttr)
	if !ok {
		return nil
	}
	if c.Programs, ok = ProgramCounts.Parse(a.Value); !ok {
		return c.Errorf("%s must be any, each or few, but got %q", programsName, a.Value)
	}
	return nil
}

// Replace sets another equation, other operands and their [Outside].
func (c *Contraction) Replace(eq *contract.Equation, operands [2]*ir.Value, outside [2][]Outside) {
	ctx := c.Context()
	c.SetAttr(equationName, ctx.StringAttr(eq.String()))
	for i, v := range operands {
		var names []ir.Attribute
		for _, mode := range outside[i] {
			names = append(names, ctx.StringAttr(Outsides.Name(mode)))
		}
		c.SetOperand(i, v)
		c.SetAttr(outsideNames[i], ctx.Array(names...))
	}
}

// texts returns an attribute that is a list of n strings.
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

// StaticExtents returns the extents of the letters. It returns nil if the sizes of some array are not known. The error
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

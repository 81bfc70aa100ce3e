package einsums

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile/contract"
)

// Case is an equation with the sizes of its arrays.
type Case struct {
	Equation string
	A, B, C  []int64
	Tables   map[string]contract.Table
	// Padded says that some indices are outside the arrays, where elements are zero: those into A, and those into B if
	// it has axes that are expressions.
	Padded bool
}

// Row is a case with its letters by class: Batch, M, N and K. ConstantA and ConstantB say whether the increments of A
// and B along the sum are constant if the letters of K are in the operand's own order.
type Row struct {
	Case
	Batch, M, N, K       string
	ConstantA, ConstantB bool
}

// Types are the element types of a kernel's arrays.
type Types struct{ A, B, C string }

// Options change the text of a kernel.
type Options struct {
	// Dynamic leaves sizes and strides open.
	Dynamic bool
	// KnownB keeps the sizes and strides of B known, although others are open.
	KnownB bool
	// TablesAsArrays passes the tables as arrays of i32, in the order of their names, after A, B and C.
	TablesAsArrays bool
	// Facts are attributes of the arrays, such as "{tile.divisibility = 16 : i32}".
	Facts string
	// Extra goes into the attributes of the contraction.
	Extra string
}

// Outside returns the number of axes of A and B whose indices may be outside: all or none.
func (c *Case) Outside() (axes [2]int) {
	if !c.Padded {
		return axes
	}
	axes[0] = len(c.A)
	if eq, err := contract.Parse(c.Equation); err == nil && slices.ContainsFunc(eq.B, isExpression) {
		axes[1] = len(c.B)
	}
	return axes
}

func isExpression(a contract.Axis) bool {
	_, letter := a.Expr.(contract.Letter)
	return !letter
}

// TableNames returns the names of the tables, in order.
func (c *Case) TableNames() []string { return slices.Sorted(maps.Keys(c.Tables)) }

// Kernel returns a module with a kernel @k of the arrays A, B and C that computes the contraction.
func (c *Case) Kernel(t Types, o Options) string {
	types := []string{arrayType(c.A, t.A, o.Dynamic), arrayType(c.B, t.B, o.Dynamic && !o.KnownB),
		arrayType(c.C, t.C, o.Dynamic)}
	var args, attrs, tables []string
	for i, name := range []string{"a", "b", "c"} {
		args = append(args, strings.TrimSpace(fmt.Sprintf("%%%s: %s %s", name, types[i], o.Facts)))
	}
	var quoted, constants, tableTypes []string
	for _, name := range c.TableNames() {
		table := c.Tables[name]
		if o.TablesAsArrays {
			typ := arrayType(table.Shape, "i32", o.Dynamic)
			tables, tableTypes = append(tables, "%"+name), append(tableTypes, typ)
			args, quoted = append(args, "%"+name+": "+typ), append(quoted, fmt.Sprintf("%q", name))
			continue
		}
		constants = append(constants, fmt.Sprintf("%s = dense<%s> : tensor<%sxi64>", name, nested(table.Shape, table.Data),
			dims(table.Shape, false)))
	}
	clause, typeClause := "", ""
	if tables != nil {
		clause, typeClause = " tables "+strings.Join(tables, ", "), " tables "+strings.Join(tableTypes, ", ")
		attrs = append(attrs, "table_names = ["+strings.Join(quoted, ", ")+"]")
	}
	if constants != nil {
		attrs = append(attrs, "constants = {"+strings.Join(constants, ", ")+"}")
	}
	for i, rank := range c.Outside() {
		if rank > 0 {
			zeros := slices.Repeat([]string{`"zero"`}, rank)
			attrs = append(attrs, []string{"lhs", "rhs"}[i]+"_outside = ["+strings.Join(zeros, ", ")+"]")
		}
	}
	if o.Extra != "" {
		attrs = append(attrs, o.Extra)
	}
	return fmt.Sprintf(`module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%s) {
    tile.contract %q %%a, %%b into %%c%s {%s} : %s%s
    tile.return
  }
}
`, strings.Join(args, ", "), c.Equation, clause, strings.Join(attrs, ", "), strings.Join(types, ", "), typeClause)
}

// Count returns the number of elements of a shape.
func Count(shape []int64) int64 {
	n := int64(1)
	for _, d := range shape {
		n *= d
	}
	return n
}

func arrayType(shape []int64, elem string, dynamic bool) string {
	prefix := dims(shape, dynamic)
	if prefix != "" {
		prefix += "x"
	}
	if dynamic {
		return "!tile.array<" + prefix + elem + ">"
	}
	var strides []string
	for _, s := range prim.Contiguous(shape) {
		strides = append(strides, fmt.Sprint(s))
	}
	return fmt.Sprintf("!tile.array<%s%s, strides = [%s]>", prefix, elem, strings.Join(strides, ", "))
}

func dims(shape []int64, dynamic bool) string {
	var parts []string
	for _, d := range shape {
		if dynamic {
			parts = append(parts, "?")
		} else {
			parts = append(parts, fmt.Sprint(d))
		}
	}
	return strings.Join(parts, "x")
}

// nested writes numbers as a nested list.
func nested(shape, data []int64) string {
	if len(data) == 0 {
		return ""
	}
	if len(shape) == 0 {
		return fmt.Sprint(data[0])
	}
	var parts []string
	each := int64(len(data)) / max(1, shape[0])
	for i := range shape[0] {
		parts = append(parts, nested(shape[1:], data[i*each:(i+1)*each]))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

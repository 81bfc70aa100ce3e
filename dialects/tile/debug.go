package tile

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// Print defines `tile.print`: the operation prints a line for each element, which has the coordinates, the prefix and
// the value. With hex, integers are hexadecimal. Offsets say that the values are parts of larger tensors, and at which
// coordinates the parts begin in all dimensions. Lines of different elements are in no specified order.
var Print = ir.OpDef{
	Name:    "tile.print",
	Summary: "output for debugging",
	Operands: []ir.ValueDef{
		{Name: "values", Type: tensorOrScalar, Arity: ir.Variadic}, {Name: "offsets", Type: i32, Arity: ir.Variadic},
	},
	Traits: ir.AttrSizedOperandSegments,
	Attrs: []ir.OpAttr{
		{Name: "prefix", Attr: constraints.String}, {Name: "hex", Attr: constraints.Unit, Optional: true},
	},
	Assembly:   `$prefix ('hex' $hex^)? ($values^ ':' type($values))? ('at' '[' $offsets^ ']')? attr-dict`,
	Verify:     verifyPrint,
	Interfaces: []any{speaks("device output")},
}

// Assert defines `tile.assert`: all elements of the condition must be true. Otherwise the program stops with the
// message, on targets that can check this.
var Assert = ir.OpDef{
	Name:       "tile.assert",
	Summary:    "condition that must hold",
	Operands:   []ir.ValueDef{{Name: "condition", Type: bools}},
	Attrs:      []ir.OpAttr{{Name: "message", Attr: constraints.String}},
	Assembly:   `$condition ',' $message attr-dict ':' type($condition)`,
	Interfaces: []any{speaks("device output")},
}

// Assume defines `tile.assume`: the compiler may rely on the condition. If the condition is false, the behavior of the
// program is undefined.
var Assume = ir.OpDef{
	Name:       "tile.assume",
	Summary:    "condition that the compiler may rely on",
	Operands:   []ir.ValueDef{{Name: "condition", Type: bools}},
	Assembly:   `$condition attr-dict ':' type($condition)`,
	Interfaces: []any{speaks("assumptions")},
}

// Hint defines `tile.hint`: the result is the operand, and the compiler may rely on facts about it. The lists have one
// number for each dimension: runs of `contiguity` elements are consecutive numbers, the first of each run is a multiple
// of `divisibility` (in bytes for pointers), and runs of `constancy` elements are equal. For a scalar, each list has
// one number.
var Hint = ir.OpDef{
	Name:     "tile.hint",
	Summary:  "facts about a value that the compiler may rely on",
	Operands: []ir.ValueDef{{Name: "in", Type: tensorOrScalar}},
	Results:  []ir.ValueDef{{Name: "out", Type: tensorOrScalar}},
	Attrs: []ir.OpAttr{
		{Name: Contiguity, Attr: constraints.DenseI64Array, Optional: true},
		{Name: Divisibility, Attr: constraints.DenseI64Array, Optional: true},
		{Name: Constancy, Attr: constraints.DenseI64Array, Optional: true},
	},
	Traits: ir.Pure,
	TypeRules: []ir.TypeRule{{From: "in", To: "out", Summary: "the result is the operand",
		Map: func(_ *ir.Context, t ir.Type) ir.Type { return t }}},
	Assembly: `$in ('contiguity' $contiguity^)? ('divisibility' $divisibility^)? ('constancy' $constancy^)? ` +
		`attr-dict ':' type($in)`,
	Verify: verifyHint,

	Interfaces: []any{alias.Source(0)},
}

// Attributes of tile.hint. They have one number for each dimension.
const (
	// Contiguity is the length of runs of consecutive numbers.
	Contiguity = "contiguity"
	// Divisibility is a number that divides the first element of each run, in bytes for pointers.
	Divisibility = "divisibility"
	// Constancy is the length of runs of equal elements.
	Constancy = "constancy"
)

func verifyPrint(op *ir.Operation) error {
	offsets := len(op.GroupValues(1))
	if offsets == 0 {
		return nil
	}
	for _, v := range op.GroupValues(0) {
		if rank := len(ir.TensorShape(v.Type())); rank != offsets {
			return op.Errorf("values must have a dimension for each of %d offsets, but got %s", offsets, ir.Quote(v.Type()))
		}
	}
	return nil
}

// NewPrint creates debug output.
func NewPrint(b *ir.Builder, prefix string, hex bool, values ...*ir.Value) *ir.Operation {
	st := b.State(&Print)
	st.Operands = append(st.Operands, values...)
	st.SetSegments(int32(len(values)), 0)
	st.SetInherent("prefix", b.Context().StringAttr(prefix))
	if hex {
		st.SetInherent("hex", b.Context().Unit())
	}
	return b.Create(st)
}

// NewPrintPart creates a tile.print for one value of another tile.print. The value is the part that begins at offsets.
func NewPrintPart(b *ir.Builder, of *ir.Operation, prefix string, v *ir.Value, offsets ...*ir.Value) *ir.Operation {
	st := b.State(&Print)
	st.Operands = append(append(st.Operands, v), offsets...)
	st.SetSegments(1, int32(len(offsets)))
	st.SetInherent("prefix", b.Context().StringAttr(prefix))
	if hex := of.Inherent("hex"); hex != nil {
		st.SetInherent("hex", hex)
	}
	return b.Create(st)
}

// NewAssert creates an assertion that a condition holds.
func NewAssert(b *ir.Builder, condition *ir.Value, message string) *ir.Operation {
	return b.Build(&Assert, []*ir.Value{condition}, ir.NamedAttr{Name: "message", Value: b.Context().StringAttr(message)})
}

// NewAssume creates an assumption that the compiler may rely on.
func NewAssume(b *ir.Builder, condition *ir.Value) *ir.Operation {
	return b.Build(&Assume, []*ir.Value{condition})
}

// NewHint creates facts about a value and returns the result. Facts that are nil are unknown.
func NewHint(b *ir.Builder, v *ir.Value, contiguity, divisibility, constancy []int64) *ir.Value {
	var attrs []ir.NamedAttr
	for i, facts := range [][]int64{contiguity, divisibility, constancy} {
		if facts != nil {
			name := [...]string{Contiguity, Divisibility, Constancy}[i]
			attrs = append(attrs, ir.NamedAttr{Name: name, Value: b.Context().DenseI64(facts...)})
		}
	}
	return b.Build(&Hint, []*ir.Value{v}, attrs...).Result(0)
}

func verifyHint(op *ir.Operation) error {
	t := op.Operand(0).Type()
	elem := ir.ElementOrSelf(t)
	if ir.IsFloat(elem) || ir.IsInt(elem, 1) {
		return op.Errorf("the operand must be integers or pointers, but got %s", ir.Quote(t))
	}
	for _, name := range [...]string{Contiguity, Divisibility, Constancy} {
		a, ok := op.Inherent(name).(*ir.DenseArrayAttr)
		if !ok {
			continue
		}
		if want := max(1, len(ir.TensorShape(t))); a.Len() != want {
			return op.Errorf("%s must have %d numbers, one for each dimension, but got %d", name, want, a.Len())
		}
		for _, n := range a.Ints() {
			if !isPowerOfTwo(n) {
				return op.Errorf("%s must be powers of two, but got %d", name, n)
			}
		}
	}
	return nil
}

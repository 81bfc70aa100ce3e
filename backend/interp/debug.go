package interp

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

func addDebugging(table map[*ir.OpDef]evaluator) {
	table[&tile.Print] = evalPrint
	table[&tile.Assert] = func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		message, _ := op.Inherent("message").(*ir.StringAttr)
		return nil, allHold(operands[0], func(i int) error {
			return fmt.Errorf("%w: %s (element %d)", ErrAssertion, message.Value, i)
		})
	}
	table[&tile.Assume] = func(_ *frame, _ *ir.Operation, operands []*value) ([]*value, error) {
		return nil, allHold(operands[0], func(i int) error { return fmt.Errorf("%w: element %d", ErrAssumption, i) })
	}
	table[&tile.Hint] = evalHint
	table[&tile.Barrier] = func(*frame, *ir.Operation, []*value) ([]*value, error) { return nil, nil }
}

// allHold returns an error for the first element that is not true.
func allHold(v *value, failed func(i int) error) error {
	for i, w := range v.words {
		if v.poisoned(i) {
			return undefined(fmt.Sprintf("the condition of element %d", i))
		}
		if w == 0 {
			return failed(i)
		}
	}
	return nil
}

// evalPrint writes a line for each element: the program, the index, the prefix and the value, as Triton does.
func evalPrint(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	if f.run == nil || f.output == nil {
		return nil, nil
	}
	prefix, _ := op.Inherent("prefix").(*ir.StringAttr)
	var text strings.Builder
	values := operands[:len(op.GroupValues(0))]
	offsets := make([]int64, len(operands)-len(values))
	for d, v := range operands[len(values):] {
		if v.poisoned(0) {
			return nil, undefined(fmt.Sprintf("offset %d", d))
		}
		offsets[d] = smallint.SignExtend(v.words[0], 32)
	}
	for k, v := range values {
		c := newCoordinates(v.shape)
		for i := range v.len() {
			fmt.Fprintf(&text, "pid (%d, %d, %d) idx (%s)%s", f.index[0], f.index[1], f.index[2], indexText(c.at, offsets),
				prefix.Value)
			if len(values) > 1 {
				fmt.Fprintf(&text, "(operand %d) ", k)
			}
			text.WriteString(f.printed(v, i, op.Inherent("hex") != nil) + "\n")
			c.next()
		}
	}
	_, err := f.output.Write([]byte(text.String()))
	return nil, err
}

func indexText(at, offsets []int64) string {
	parts := make([]string, len(at))
	for i, x := range at {
		if len(offsets) > 0 {
			x += offsets[i]
		}
		parts[i] = fmt.Sprint(x)
	}
	return strings.Join(parts, ", ")
}

// printed returns an element as text.
func (f *frame) printed(v *value, i int, hex bool) string {
	switch {
	case v.poisoned(i):
		return "undefined"
	case v.ptrs != nil:
		return fmt.Sprintf("%#x", uint64(v.ptrs[i].offset)+addressSpace*uint64(f.addresses[v.ptrs[i].array]))
	case ir.IsFloat(v.elem):
		return fmt.Sprintf("%g", formatOf(v.elem).Float64(pattern(v.words[i])))
	case hex:
		return fmt.Sprintf("0x%0*x", (bitWidth(v.elem)+3)/4, v.words[i])
	case promotion.IsUnsigned(v.elem):
		return fmt.Sprint(v.words[i])
	}
	return fmt.Sprint(smallint.SignExtend(v.words[i], bitWidth(v.elem)))
}

// evalHint checks the facts of a tile.hint. It is an error if one does not hold.
func evalHint(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	v := operands[0]
	if v.poison != nil {
		return operands, nil
	}
	shape := v.shape
	if len(shape) == 0 {
		shape = []int64{1}
	}
	contiguity, divisibility := facts(op, tile.Contiguity), facts(op, tile.Divisibility)
	constancy := facts(op, tile.Constancy)
	for d := range shape {
		for line := range lines(shape, d) {
			for j, at := range line {
				n := f.numberAt(v, at)
				if run := contiguity[d]; j%int(run) != 0 && n != f.numberAt(v, line[j-1])+unit(v.elem) {
					return nil, broken(tile.Contiguity, run, d, at)
				}
				if run := constancy[d]; j%int(run) != 0 && n != f.numberAt(v, line[j-1]) {
					return nil, broken(tile.Constancy, run, d, at)
				}
				if j%int(contiguity[d]) == 0 && n%divisibility[d] != 0 {
					return nil, broken(tile.Divisibility, divisibility[d], d, at)
				}
			}
		}
	}
	return operands, nil
}

func broken(name string, n int64, axis, at int) error {
	return fmt.Errorf("%w: %s %d along dimension %d is not true of element %d", ErrAssumption, name, n, axis, at)
}

// facts returns an attribute of a tile.hint; ones if it is absent.
func facts(op *ir.Operation, name string) []int64 {
	if a, ok := op.Inherent(name).(*ir.DenseArrayAttr); ok {
		return a.Ints()
	}
	out := make([]int64, 1)
	if t, ok := op.Operand(0).Type().(ir.ShapedType); ok {
		out = make([]int64, len(t.Shape()))
	}
	for i := range out {
		out[i] = 1
	}
	return out
}

// unit is the distance of consecutive elements: 1, or for pointers the size of an element in memory.
func unit(elem ir.Type) int64 {
	if p, ok := elem.(*tile.PtrType); ok {
		return elementBytes(p.Pointee())
	}
	return 1
}

// numberAt returns an element as a number, a pointer as its address. The address of an array counts as a multiple of
// every divisibility.
func (f *frame) numberAt(v *value, i int) int64 {
	if v.ptrs != nil {
		return v.ptrs[i].offset
	}
	return smallint.SignExtend(v.words[i], bitWidth(v.elem))
}

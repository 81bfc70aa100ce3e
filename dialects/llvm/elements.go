package llvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

const sameElement = "argument type matches vector element type"

// ExtractElement and InsertElement define `llvm.extractelement` and `llvm.insertelement`.
var (
	ExtractElement = ir.OpDef{
		Name:    "llvm.extractelement",
		Summary: instruction("extractelement"),
		Operands: []ir.ValueDef{{Name: "vector", Type: anyVector},
			{Name: "position", Type: constraints.AnySignlessInteger}},
		Results: []ir.ValueDef{{Name: "res", Type: anyType}},
		Traits:  ir.Pure,
		TypeRules: []ir.TypeRule{{From: "vector", To: "res", Map: elementOf,
			Summary: "result type matches vector element type"}},
		Assembly: `$vector '[' $position ':' type($position) ']' attr-dict ':' type($vector)`,
	}
	InsertElement = ir.OpDef{
		Name:    "llvm.insertelement",
		Summary: instruction("insertelement"),
		Operands: []ir.ValueDef{{Name: "vector", Type: anyVector}, {Name: "value", Type: primitive},
			{Name: "position", Type: constraints.AnySignlessInteger}},
		Results: []ir.ValueDef{{Name: "res", Type: anyVector}},
		Traits:  ir.Pure,
		TypeRules: []ir.TypeRule{
			{From: "vector", To: "value", Map: elementOf, Summary: sameElement},
			{From: "vector", To: "res", Summary: "all of {res, vector} have same type"},
		},
		Assembly: `$value ',' $vector '[' $position ':' type($position) ']' attr-dict ':' type($vector)`,
	}
)

func elementOf(_ *ir.Context, t ir.Type) ir.Type { return ir.ElementOrSelf(t) }

const positionAttr = "position"

// ExtractValue and InsertValue define `llvm.extractvalue` and `llvm.insertvalue`.
var (
	ExtractValue = ir.OpDef{
		Name:       "llvm.extractvalue",
		Summary:    instruction("extractvalue"),
		Operands:   []ir.ValueDef{{Name: "container", Type: aggregate}},
		Results:    []ir.ValueDef{{Name: "res", Type: anyType}},
		Attrs:      []ir.OpAttr{{Name: positionAttr, Attr: constraints.DenseI64Array}},
		Traits:     ir.Pure,
		InferTypes: inferExtractValue,
		Parse:      parseExtractValue,
		Print:      printExtractValue,
		Verify:     verifyExtractValue,
	}
	InsertValue = ir.OpDef{
		Name:      "llvm.insertvalue",
		Summary:   instruction("insertvalue"),
		Operands:  []ir.ValueDef{{Name: "container", Type: aggregate}, {Name: "value", Type: primitive}},
		Results:   []ir.ValueDef{{Name: "res", Type: aggregate}},
		Attrs:     []ir.OpAttr{{Name: positionAttr, Attr: constraints.DenseI64Array}},
		Traits:    ir.Pure,
		TypeRules: []ir.TypeRule{{From: "container", To: "res", Summary: "all of {container, res} have same type"}},
		Parse:     parseInsertValue,
		Print:     printInsertValue,
		Verify:    verifyInsertValue,
	}
)

// Position returns the position of the member that an extractvalue or insertvalue accesses.
func Position(op *ir.Operation) []int64 {
	return op.Inherent(positionAttr).(*ir.DenseArrayAttr).Ints()
}

// member returns the type at a position inside a container. If the position is invalid, it returns a message format and
// its argument.
func member(container ir.Type, position []int64) (t ir.Type, format string, arg any) {
	t = container
	for _, i := range position {
		switch c := t.(type) {
		case *StructType:
			if i < 0 || i >= int64(len(c.Fields)) {
				return nil, "position out of bounds: %v", i
			}
			t = c.Fields[i]
		case *ArrayType:
			if i < 0 || i >= c.Len {
				return nil, "position out of bounds: %v", i
			}
			t = c.Elem
		default:
			if !IsCompatible(t) {
				return nil, "expected LLVM IR Dialect type, got: %s", ir.Quote(t)
			}
			return nil, "expected LLVM IR structure/array type, got: %s", ir.Quote(t)
		}
	}
	return t, "", nil
}

func inferExtractValue(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	position, ok := st.GetInherent(positionAttr).(*ir.DenseArrayAttr)
	if !ok {
		return nil, ir.Errorf(nil, "requires attribute 'position'")
	}
	t, problem, arg := member(st.Operands[0].Type(), position.Ints())
	if problem != "" {
		return nil, ir.Errorf(nil, problem, arg)
	}
	return []ir.Type{t}, nil
}

func parsePosition(p ir.OpParser, st *ir.OpState) []int64 {
	p.Literal("[")
	var position []int64
	for more := true; more; more = p.TryLiteral(",") {
		position = append(position, p.Int64())
	}
	p.Literal("]")
	st.SetInherent(positionAttr, p.Context().DenseI64(position...))
	return position
}

func printPosition(p ir.OpPrinter, op *ir.Operation) {
	p.Text("[")
	for i, v := range Position(op) {
		if i > 0 {
			p.Text(", ")
		}
		p.Int(v)
	}
	p.Text("]")
}

func parseExtractValue(p ir.OpParser, st *ir.OpState) {
	container := p.Operand()
	position := parsePosition(p, st)
	t, elem := parseContainer(p, st, position)
	if p.Failed() {
		return
	}
	st.Operands = append(st.Operands, p.Resolve(container, t))
	st.Types = append(st.Types, elem)
}

func parseInsertValue(p ir.OpParser, st *ir.OpState) {
	value := p.Operand()
	p.Literal(",")
	container := p.Operand()
	position := parsePosition(p, st)
	t, elem := parseContainer(p, st, position)
	if p.Failed() {
		return
	}
	st.Operands = append(st.Operands, p.Resolve(container, t), p.Resolve(value, elem))
	st.Types = append(st.Types, t)
}

// parseContainer reads `attr-dict : type`. It returns the type and the type of the member at a position.
func parseContainer(p ir.OpParser, st *ir.OpState, position []int64) (t, elem ir.Type) {
	p.AttrDict(st)
	p.Literal(":")
	t = p.Type()
	if p.Failed() {
		return nil, nil
	}
	elem, problem, arg := member(t, position)
	if problem != "" {
		p.Errorf(p.Pos(), problem, arg)
	}
	return t, elem
}

func printExtractValue(p ir.OpPrinter, op *ir.Operation) {
	p.Text(" ")
	p.Operand(op.Operand(0))
	printContainer(p, op)
}

func printInsertValue(p ir.OpPrinter, op *ir.Operation) {
	p.Text(" ")
	p.Operand(op.Operand(1))
	p.Text(", ")
	p.Operand(op.Operand(0))
	printContainer(p, op)
}

// printContainer ends with a blank, as upstream does where it omits the member's type.
func printContainer(p ir.OpPrinter, op *ir.Operation) {
	printPosition(p, op)
	p.AttrDict(op, positionAttr)
	p.Text(" : ")
	p.Type(op.Operand(0).Type())
	p.Text(" ")
}

func verifyExtractValue(op *ir.Operation) error {
	t, problem, arg := member(op.Operand(0).Type(), Position(op))
	if problem != "" {
		return op.Errorf(problem, arg)
	}
	if got := op.Result(0).Type(); got != t {
		return op.Errorf("Type mismatch: extracting from %s should produce %s but this op returns %s",
			ir.Quote(op.Operand(0).Type()), ir.Quote(t), ir.Quote(got))
	}
	return nil
}

func verifyInsertValue(op *ir.Operation) error {
	t, problem, arg := member(op.Operand(0).Type(), Position(op))
	if problem != "" {
		return op.Errorf(problem, arg)
	}
	if got := op.Operand(1).Type(); got != t {
		return op.Errorf("Type mismatch: cannot insert %s into %s", ir.Quote(got), ir.Quote(op.Operand(0).Type()))
	}
	return nil
}

// NewExtractValue creates the extraction of a member and returns it.
func NewExtractValue(b *ir.Builder, container *ir.Value, position ...int64) *ir.Value {
	at := ir.NamedAttr{Name: positionAttr, Value: b.Context().DenseI64(position...)}
	return b.Build(&ExtractValue, []*ir.Value{container}, at).Result(0)
}

// NewInsertValue creates the insertion of a member and returns the new container.
func NewInsertValue(b *ir.Builder, container, value *ir.Value, position ...int64) *ir.Value {
	at := ir.NamedAttr{Name: positionAttr, Value: b.Context().DenseI64(position...)}
	return b.Build(&InsertValue, []*ir.Value{container, value}, at).Result(0)
}

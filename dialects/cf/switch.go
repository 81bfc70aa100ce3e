package cf

import (
	"math"
	"slices"
	"strconv"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// caseSegments is the attribute that splits the operands of all cases, caseValues the one with their values.
const (
	caseSegments = "case_operand_segments"
	caseValues   = "case_values"
)

// Switch defines `cf.switch`: successor 0 is the default, successor i+1 that of case value i.
var Switch = ir.OpDef{
	Name:    "cf.switch",
	Summary: "Switch operation",
	Operands: []ir.ValueDef{
		{Name: "flag", Type: constraints.AnyInteger},
		{Name: "defaultOperands", Type: constraints.AnyType, Arity: ir.Variadic},
		{Name: "caseOperands", Type: constraints.AnyType, Arity: ir.Variadic},
	},
	Attrs: []ir.OpAttr{
		{Name: caseValues, Attr: constraints.IntElements, Optional: true},
		{Name: caseSegments, Attr: constraints.DenseI32Array},
	},
	Successors: []ir.SuccessorDef{{Name: "defaultDestination"}, {Name: "caseDestinations", Variadic: true}},
	Traits:     ir.AttrSizedOperandSegments | ir.Pure | ir.Terminator,
	Parse:      parseSwitch,
	Print:      printSwitch,
	Verify:     verifySwitch,
	Interfaces: []any{switchOperands{}},
}

// Case is one case of a switch.
type Case struct {
	Value int64
	Dest  *ir.Block
	Args  []*ir.Value
}

// NewSwitch creates a switch on an integer.
func NewSwitch(b *ir.Builder, flag *ir.Value, dest *ir.Block, args []*ir.Value, cases ...Case) *ir.Operation {
	st := b.State(&Switch)
	st.Operands = append(append(st.Operands, flag), args...)
	st.Successors = append(st.Successors, dest)
	finishSwitch(st, flag.Type(), len(args), cases)
	return b.Create(st)
}

// finishSwitch adds the cases to a state that has the flag and the default.
func finishSwitch(st *ir.OpState, flag ir.Type, numDefault int, cases []Case) {
	ctx := st.Info.Context()
	segments := make([]int32, len(cases))
	total := 0
	for i, c := range cases {
		st.Operands = append(st.Operands, c.Args...)
		st.Successors = append(st.Successors, c.Dest)
		segments[i] = int32(len(c.Args))
		total += len(c.Args)
	}
	st.SetSegments(1, int32(numDefault), int32(total))
	st.SetInherent(caseSegments, ctx.DenseI32(segments...))
	if len(cases) > 0 {
		st.SetInherent(caseValues, denseValues(ctx, flag, cases))
	}
}

// denseValues returns the values as a vector of the flag's type. Elements of one bit are packed, others take bytes.
func denseValues(ctx *ir.Context, flag ir.Type, cases []Case) *ir.DenseElementsAttr {
	var raw []byte
	if ir.BitWidth(flag) == 1 {
		raw = make([]byte, (len(cases)+7)/8)
		for i, c := range cases {
			raw[i/8] |= byte(c.Value&1) << (i % 8)
		}
	} else {
		for _, c := range cases {
			raw = ir.AppendElement(raw, ctx.Integer(flag, c.Value))
		}
	}
	return ctx.DenseElements(ctx.VectorType([]int64{int64(len(cases))}, flag, nil), raw, false)
}

// CaseValues returns the values of a switch's cases, of which the i-th leads to successor i+1.
func CaseValues(op *ir.Operation) []int64 {
	dense, ok := op.Inherent(caseValues).(*ir.DenseElementsAttr)
	if !ok {
		return nil
	}
	values := make([]int64, dense.Len())
	for i := range values {
		values[i] = dense.Element(op.Context(), i).(*ir.IntegerAttr).Int64()
	}
	return values
}

func parseSwitch(p ir.OpParser, st *ir.OpState) {
	flag := p.Operand()
	p.Literal(":")
	pos := p.Pos()
	t := p.Type()
	if !p.Failed() && !constraints.IsInteger(t) {
		p.Errorf(pos, "invalid kind of type specified: expected builtin.integer, but found %s", ir.Quote(t))
	}
	p.Literal(",")
	p.Literal("[")
	p.Literal("default")
	p.Literal(":")
	st.Successors = append(st.Successors, p.Successor())
	defaults := p.SuccessorOperands()
	var cases []Case
	for p.TryLiteral(",") {
		value := p.Int64()
		p.Literal(":")
		cases = append(cases, Case{Value: value, Dest: p.Successor(), Args: p.SuccessorOperands()})
	}
	p.Literal("]")
	p.AttrDict(st)
	if p.Failed() {
		return
	}
	st.Operands = append(append(st.Operands, p.Resolve(flag, t)), defaults...)
	finishSwitch(st, t, len(defaults), cases)
}

func printSwitch(p ir.OpPrinter, op *ir.Operation) {
	p.Text(" ")
	p.Operand(op.Operand(0))
	p.Text(" : ")
	p.Type(op.Operand(0).Type())
	p.Text(", [")
	p.Newline()
	p.Text("  default: ")
	printTarget(p, op, 0)
	if values, ok := op.Inherent(caseValues).(*ir.DenseElementsAttr); ok {
		for i := range op.NumSuccessors() - 1 {
			p.Text(",")
			p.Newline()
			p.Text("  ")
			p.Text(caseText(values.Element(op.Context(), i)))
			p.Text(": ")
			printTarget(p, op, i+1)
		}
		p.Newline()
	}
	p.Text("]")
	p.AttrDict(op, caseSegments, caseValues, ir.OperandSegments)
}

// caseText returns a case value as upstream prints it: unsigned, and at most 64 bits.
func caseText(a ir.Attribute) string {
	value, ok := a.(*ir.IntegerAttr)
	if !ok {
		return ""
	}
	if b := value.Big(); ir.BitWidth(value.Type()) > 64 && (b.Sign() < 0 || !b.IsUint64()) {
		return strconv.FormatUint(math.MaxUint64, 10)
	}
	return strconv.FormatUint(value.Uint64(), 10)
}

func printTarget(p ir.OpPrinter, op *ir.Operation, i int) {
	from, to := switchOperands{}.SuccessorOperands(op, i)
	p.Successor(op.Successor(i))
	p.SuccessorOperands(op.OperandRange(from, to))
}

// switchOperands passes group 1 to the default and the segments of group 2 to the cases.
type switchOperands struct{}

// SuccessorOperands implements [ir.Branch].
func (switchOperands) SuccessorOperands(op *ir.Operation, i int) (from, to int) {
	if i == 0 {
		return op.Group(1)
	}
	from, _ = op.Group(2)
	segments := op.Inherent(caseSegments).(*ir.DenseArrayAttr)
	for k := range i - 1 {
		from += int(segments.Int64(k))
	}
	return from, from + int(segments.Int64(i-1))
}

// SetSuccessorOperands implements [ir.BranchEditor].
func (s switchOperands) SetSuccessorOperands(op *ir.Operation, i int, values []*ir.Value) {
	if i == 0 {
		op.SetGroup(1, values)
		return
	}
	from, to := s.SuccessorOperands(op, i)
	first, last := op.Group(2)
	all := slices.Concat(op.OperandRange(first, from), values, op.OperandRange(to, last))
	segments := op.Inherent(caseSegments).(*ir.DenseArrayAttr)
	sizes := make([]int32, segments.Len())
	for k := range sizes {
		sizes[k] = int32(segments.Int64(k))
	}
	sizes[i-1] = int32(len(values))
	op.SetAttr(caseSegments, op.Context().DenseI32(sizes...))
	op.SetGroup(2, all)
}

// SuccessorFor implements [ir.ConditionalBranch].
func (switchOperands) SuccessorFor(op *ir.Operation, constants []ir.Attribute) int {
	flag, known := constants[0].(*ir.IntegerAttr)
	if !known {
		return -1
	}
	values, ok := op.Inherent(caseValues).(*ir.DenseElementsAttr)
	if !ok {
		return 0
	}
	for i := range values.Len() {
		if values.Element(op.Context(), i) == ir.Attribute(flag) {
			return i + 1
		}
	}
	return 0
}

func verifySwitch(op *ir.Operation) error {
	cases := op.NumSuccessors() - 1
	if err := verifySegments(op, cases); err != nil {
		return err
	}
	if err := ir.VerifyBranch(op, switchOperands{}); err != nil {
		return err
	}
	values, ok := op.Inherent(caseValues).(*ir.DenseElementsAttr)
	if !ok {
		if cases > 0 {
			return op.Errorf("number of case values (0) should match number of case destinations (%d)", cases)
		}
		return nil
	}
	flag, elem := op.Operand(0).Type(), values.ShapedType().ElementType()
	if flag != elem {
		return op.Errorf("'flag' type (%s) should match case value type (%s)", ir.Quote(flag), ir.Quote(elem))
	}
	if values.Len() != cases {
		return op.Errorf("number of case values (%d) should match number of case destinations (%d)", values.Len(), cases)
	}
	return nil
}

// verifySegments checks that there is an operand count for every case, and that they add up.
func verifySegments(op *ir.Operation, cases int) error {
	segments := op.Inherent(caseSegments).(*ir.DenseArrayAttr)
	sum := 0
	for i := range segments.Len() {
		n := int(segments.Int64(i))
		if n < 0 {
			return op.Errorf("'%s' attribute cannot have negative elements", caseSegments)
		}
		sum += n
	}
	from, to := op.Group(2)
	if sum != to-from {
		return op.Errorf("caseOperands count (%d) does not match with the total size (%d) specified in attribute '%s'",
			to-from, sum, caseSegments)
	}
	if segments.Len() != cases {
		return op.Errorf("number of case operand segments (%d) should match number of case destinations (%d)",
			segments.Len(), cases)
	}
	return nil
}

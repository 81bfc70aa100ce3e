package branch

import (
	"slices"

	"github.com/girih-ir/girih/ir"
)

// CaseSegments is the attribute of a switch with the number of operands of each case, CaseValues the one with the
// values of the cases.
const (
	CaseSegments = "case_operand_segments"
	CaseValues   = "case_values"
)

// Case is one case of a switch.
type Case struct {
	Value int64
	Dest  *ir.Block
	Args  []*ir.Value
}

// NewSwitch creates a switch on an integer: successor 0 is dest, successor i+1 is the target of case i.
func NewSwitch(b *ir.Builder, def *ir.OpDef, flag *ir.Value, dest *ir.Block, args []*ir.Value,
	cases ...Case) *ir.Operation {
	st := b.State(def)
	st.Operands = append(append(st.Operands, flag), args...)
	st.Successors = append(st.Successors, dest)
	finishSwitch(st, flag.Type(), len(args), cases)
	return b.Create(st)
}

// finishSwitch adds the cases to a state that already has the flag and the default destination.
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
	st.SetInherent(CaseSegments, ctx.DenseI32(segments...))
	if len(cases) > 0 {
		st.SetInherent(CaseValues, denseValues(ctx, flag, cases))
	}
}

// denseValues returns the values as a dense vector of the flag's type.
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

// ValuesOf returns the values of a switch's cases. Case i branches to successor i+1.
func ValuesOf(op *ir.Operation) []int64 {
	dense, ok := op.Inherent(CaseValues).(*ir.DenseElementsAttr)
	if !ok {
		return nil
	}
	values := make([]int64, dense.Len())
	for i := range values {
		values[i] = dense.Element(op.Context(), i).(*ir.IntegerAttr).Int64()
	}
	return values
}

// ByValue passes group 1 to the default and the segments of group 2 to the cases.
type ByValue struct{}

// SuccessorOperands implements [ir.Branch].
func (ByValue) SuccessorOperands(op *ir.Operation, i int) (from, to int) {
	if i == 0 {
		return op.Group(1)
	}
	from, _ = op.Group(2)
	segments := op.Inherent(CaseSegments).(*ir.DenseArrayAttr)
	for k := range i - 1 {
		from += int(segments.Int64(k))
	}
	return from, from + int(segments.Int64(i-1))
}

// SetSuccessorOperands implements [ir.BranchEditor].
func (s ByValue) SetSuccessorOperands(op *ir.Operation, i int, values []*ir.Value) {
	if i == 0 {
		op.SetGroup(1, values)
		return
	}
	from, to := s.SuccessorOperands(op, i)
	first, last := op.Group(2)
	all := slices.Concat(op.OperandRange(first, from), values, op.OperandRange(to, last))
	segments := op.Inherent(CaseSegments).(*ir.DenseArrayAttr)
	sizes := make([]int32, segments.Len())
	for k := range sizes {
		sizes[k] = int32(segments.Int64(k))
	}
	sizes[i-1] = int32(len(values))
	op.SetAttr(CaseSegments, op.Context().DenseI32(sizes...))
	op.SetGroup(2, all)
}

// SuccessorFor implements [ir.ConditionalBranch].
func (ByValue) SuccessorFor(op *ir.Operation, constants []ir.Attribute) int {
	flag, known := constants[0].(*ir.IntegerAttr)
	if !known {
		return -1
	}
	values, ok := op.Inherent(CaseValues).(*ir.DenseElementsAttr)
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

// verifySegments checks that there is an operand count for every case, and that they add up.
func verifySegments(op *ir.Operation, cases int) error {
	segments := op.Inherent(CaseSegments).(*ir.DenseArrayAttr)
	sum := 0
	for i := range segments.Len() {
		n := int(segments.Int64(i))
		if n < 0 {
			return op.Errorf("'%s' attribute cannot have negative elements", CaseSegments)
		}
		sum += n
	}
	from, to := op.Group(2)
	if sum != to-from {
		return op.Errorf("caseOperands count (%d) does not match with the total size (%d) specified in attribute '%s'",
			to-from, sum, CaseSegments)
	}
	if segments.Len() != cases {
		return op.Errorf("number of case operand segments (%d) should match number of case destinations (%d)",
			segments.Len(), cases)
	}
	return nil
}

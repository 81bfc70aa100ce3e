package branch

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Targets reads the destinations of a switch: the default first, then the cases.
type Targets struct {
	p        ir.OpParser
	st       *ir.OpState
	defaults []*ir.Value
	cases    []Case
}

// Default reads `^block(%operand : type)`.
func (t *Targets) Default() {
	t.st.Successors = append(t.st.Successors, t.p.Successor())
	t.defaults = t.p.SuccessorOperands()
}

// Case reads `1: ^block(%operand : type)`.
func (t *Targets) Case() {
	value := t.p.Int64()
	t.p.Literal(":")
	t.cases = append(t.cases, Case{Value: value, Dest: t.p.Successor(), Args: t.p.SuccessorOperands()})
}

// ParseSwitch reads `%flag : type, targets attr-dict`. The form of the targets differs between dialects; the argument
// targets reads it.
func ParseSwitch(p ir.OpParser, st *ir.OpState, targets func(t *Targets)) {
	flag := p.Operand()
	p.Literal(":")
	pos := p.Pos()
	typ := p.Type()
	if !p.Failed() && !constraints.IsInteger(typ) {
		p.Errorf(pos, "invalid kind of type specified: expected builtin.integer, but found %s", ir.Quote(typ))
	}
	p.Literal(",")
	t := &Targets{p: p, st: st}
	targets(t)
	p.AttrDict(st)
	if p.Failed() {
		return
	}
	st.Operands = append(append(st.Operands, p.Resolve(flag, typ)), t.defaults...)
	finishSwitch(st, typ, len(t.defaults), t.cases)
}

// PrintSwitch prints what ParseSwitch reads; targets prints the destinations.
func PrintSwitch(p ir.OpPrinter, op *ir.Operation, targets func()) {
	p.Text(" ")
	p.Operand(op.Operand(0))
	p.Text(" : ")
	p.Type(op.Operand(0).Type())
	p.Text(", ")
	targets()
	p.AttrDict(op, CaseSegments, CaseValues, ir.OperandSegments)
}

// PrintTarget prints successor i of a switch with its operands.
func PrintTarget(p ir.OpPrinter, op *ir.Operation, i int) {
	from, to := ByValue{}.SuccessorOperands(op, i)
	p.Successor(op.Successor(i))
	p.SuccessorOperands(op.OperandRange(from, to))
}

// VerifyTargets checks that the segments of a switch fit its successors, and their operands the arguments of blocks.
func VerifyTargets(op *ir.Operation) error {
	if err := verifySegments(op, op.NumSuccessors()-1); err != nil {
		return err
	}
	return ir.VerifyBranch(op, ByValue{})
}

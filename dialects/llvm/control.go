package llvm

import (
	"strconv"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/branch"
	"github.com/girih-ir/girih/ir/constraints"
)

// Br defines `llvm.br`.
var Br = branch.Def("llvm.br", instruction("br")+" without a condition", anyType)

// NewBr creates a branch.
func NewBr(b *ir.Builder, dest *ir.Block, args ...*ir.Value) *ir.Operation {
	return branch.New(b, &Br, dest, args...)
}

// CondBr defines `llvm.cond_br`.
var CondBr = branch.CondDef("llvm.cond_br", instruction("br")+" with a condition", anyType)

// NewCondBr creates a conditional branch.
func NewCondBr(b *ir.Builder, condition *ir.Value, ifTrue *ir.Block, trueArgs []*ir.Value, ifFalse *ir.Block,
	falseArgs []*ir.Value) *ir.Operation {
	return branch.NewCond(b, &CondBr, condition, ifTrue, trueArgs, ifFalse, falseArgs)
}

// Switch defines `llvm.switch`: successor 0 is the default, successor i+1 that of case value i.
var Switch = ir.OpDef{
	Name:    "llvm.switch",
	Summary: instruction("switch"),
	Operands: []ir.ValueDef{
		{Name: "value", Type: constraints.AnySignlessInteger},
		{Name: "defaultOperands", Type: anyType, Arity: ir.Variadic},
		{Name: "caseOperands", Type: anyType, Arity: ir.Variadic},
	},
	Attrs: []ir.OpAttr{
		{Name: branch.CaseValues, Attr: constraints.IntElements, Optional: true},
		{Name: branch.CaseSegments, Attr: constraints.DenseI32Array},
		{Name: branch.Weights, Attr: constraints.DenseI32Array, Optional: true},
	},
	Successors: []ir.SuccessorDef{{Name: "defaultDestination"}, {Name: "caseDestinations", Variadic: true}},
	Traits:     ir.AttrSizedOperandSegments | ir.Pure | ir.Terminator,
	Parse:      parseSwitch,
	Print:      printSwitch,
	Verify:     verifySwitch,
	Interfaces: []any{branch.ByValue{}},
}

// NewSwitch creates a switch on an integer.
func NewSwitch(b *ir.Builder, flag *ir.Value, dest *ir.Block, args []*ir.Value,
	cases ...branch.Case) *ir.Operation {
	return branch.NewSwitch(b, &Switch, flag, dest, args, cases...)
}

// parseSwitch reads `%v : i32, ^default(%x : f32) [1: ^a, -2: ^b(%x : f32)]`.
func parseSwitch(p ir.OpParser, st *ir.OpState) {
	flag := p.Operand()
	p.Literal(":")
	pos := p.Pos()
	t := p.Type()
	if !p.Failed() && !constraints.IsInteger(t) {
		p.Errorf(pos, "invalid kind of type specified: expected builtin.integer, but found %s", ir.Quote(t))
	}
	p.Literal(",")
	st.Successors = append(st.Successors, p.Successor())
	defaults := p.SuccessorOperands()
	var cases []branch.Case
	p.Literal("[")
	for more := !p.TryLiteral("]"); more && !p.Failed(); more = p.TryLiteral(",") {
		value := p.Int64()
		p.Literal(":")
		cases = append(cases, branch.Case{Value: value, Dest: p.Successor(), Args: p.SuccessorOperands()})
	}
	if len(cases) > 0 {
		p.Literal("]")
	}
	p.AttrDict(st)
	if p.Failed() {
		return
	}
	st.Operands = append(append(st.Operands, p.Resolve(flag, t)), defaults...)
	branch.FinishSwitch(st, t, len(defaults), cases)
}

func printSwitch(p ir.OpPrinter, op *ir.Operation) {
	p.Text(" ")
	p.Operand(op.Operand(0))
	p.Text(" : ")
	p.Type(op.Operand(0).Type())
	p.Text(", ")
	printTarget(p, op, 0)
	p.Text(" [")
	for i, value := range branch.ValuesOf(op) {
		if i > 0 {
			p.Text(",")
		}
		p.Newline()
		p.Text("  " + strconv.FormatInt(value, 10) + ": ")
		printTarget(p, op, i+1)
	}
	p.Newline()
	p.Text("]")
	p.AttrDict(op, branch.CaseSegments, branch.CaseValues, ir.OperandSegments)
}

func printTarget(p ir.OpPrinter, op *ir.Operation, i int) {
	from, to := branch.ByValue{}.SuccessorOperands(op, i)
	p.Successor(op.Successor(i))
	p.SuccessorOperands(op.OperandRange(from, to))
}

func verifySwitch(op *ir.Operation) error {
	cases := op.NumSuccessors() - 1
	if err := branch.VerifySegments(op, cases); err != nil {
		return err
	}
	if err := ir.VerifyBranch(op, branch.ByValue{}); err != nil {
		return err
	}
	if err := branch.VerifyWeights(op); err != nil {
		return err
	}
	values, ok := op.Inherent(branch.CaseValues).(*ir.DenseElementsAttr)
	if !ok && cases > 0 || ok && values.Len() != cases {
		return op.Errorf("expects number of case values to match number of case destinations")
	}
	if ok && values.ShapedType().ElementType() != op.Operand(0).Type() {
		return ir.Errorf(op.Loc(), "expects case value type to match condition value type")
	}
	return nil
}

// Unreachable defines `llvm.unreachable`.
var Unreachable = ir.OpDef{
	Name:     "llvm.unreachable",
	Summary:  instruction("unreachable"),
	Traits:   ir.Terminator,
	Assembly: `attr-dict`,
}

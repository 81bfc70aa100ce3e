package llvm

import (
	"strconv"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/branch"
	"github.com/girih-ir/girih/ir/constraints"
)

// Br defines `llvm.br`.
var Br = inLoops(branch.Def("llvm.br", instruction("br")+" without a condition", anyType))

// NewBr creates a branch.
func NewBr(b *ir.Builder, dest *ir.Block, args ...*ir.Value) *ir.Operation {
	return branch.New(b, &Br, dest, args...)
}

// CondBr defines `llvm.cond_br`.
var CondBr = inLoops(branch.CondDef("llvm.cond_br", instruction("br")+" with a condition", anyType))

// inLoops adds the attribute of branches that says what a compiler may do with the loop that the branch closes.
func inLoops(def ir.OpDef) ir.OpDef {
	def.Attrs = append(def.Attrs, ir.OpAttr{Name: LoopAnnotation, Attr: loopConstraint, Optional: true})
	return def
}

// NewCondBr creates a conditional branch.
func NewCondBr(b *ir.Builder, condition *ir.Value, ifTrue *ir.Block, trueArgs []*ir.Value, ifFalse *ir.Block,
	falseArgs []*ir.Value) *ir.Operation {
	return branch.NewCond(b, &CondBr, condition, ifTrue, trueArgs, ifFalse, falseArgs)
}

// Switch defines `llvm.switch`: successor 0 is the default, and successor i+1 is that of case value i.
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
	branch.ParseSwitch(p, st, func(t *branch.Targets) {
		t.Default()
		p.Literal("[")
		if p.TryLiteral("]") {
			return
		}
		for more := true; more && !p.Failed(); more = p.TryLiteral(",") {
			t.Case()
		}
		p.Literal("]")
	})
}

func printSwitch(p ir.OpPrinter, op *ir.Operation) {
	branch.PrintSwitch(p, op, func() {
		branch.PrintTarget(p, op, 0)
		p.Text(" [")
		for i, value := range branch.ValuesOf(op) {
			if i > 0 {
				p.Text(",")
			}
			p.Newline()
			p.Text("  " + strconv.FormatInt(value, 10) + ": ")
			branch.PrintTarget(p, op, i+1)
		}
		p.Newline()
		p.Text("]")
	})
}

func verifySwitch(op *ir.Operation) error {
	cases := op.NumSuccessors() - 1
	if err := branch.VerifyTargets(op); err != nil {
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

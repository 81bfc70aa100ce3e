package cf

import (
	"math"
	"strconv"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/branch"
	"github.com/girih-ir/girih/ir/constraints"
)

// Switch defines `cf.switch`: successor 0 is the default, and successor i+1 is that of case value i.
var Switch = ir.OpDef{
	Name:    "cf.switch",
	Summary: "Switch operation",
	Operands: []ir.ValueDef{
		{Name: "flag", Type: constraints.AnyInteger},
		{Name: "defaultOperands", Type: constraints.AnyType, Arity: ir.Variadic},
		{Name: "caseOperands", Type: constraints.AnyType, Arity: ir.Variadic},
	},
	Attrs: []ir.OpAttr{
		{Name: branch.CaseValues, Attr: constraints.IntElements, Optional: true},
		{Name: branch.CaseSegments, Attr: constraints.DenseI32Array},
	},
	Successors: []ir.SuccessorDef{{Name: "defaultDestination"}, {Name: "caseDestinations", Variadic: true}},
	Traits:     ir.AttrSizedOperandSegments | ir.Pure | ir.Terminator,
	Parse:      parseSwitch,
	Print:      printSwitch,
	Verify:     verifySwitch,
	Interfaces: []any{branch.ByValue{}},
}

// Case is one case of a switch.
type Case = branch.Case

// NewSwitch creates a switch on an integer.
func NewSwitch(b *ir.Builder, flag *ir.Value, dest *ir.Block, args []*ir.Value, cases ...Case) *ir.Operation {
	return branch.NewSwitch(b, &Switch, flag, dest, args, cases...)
}

// CaseValues returns the values of a switch's cases. Case i leads to successor i+1.
func CaseValues(op *ir.Operation) []int64 { return branch.ValuesOf(op) }

func parseSwitch(p ir.OpParser, st *ir.OpState) {
	branch.ParseSwitch(p, st, func(t *branch.Targets) {
		p.Literal("[")
		p.Literal("default")
		p.Literal(":")
		t.Default()
		for p.TryLiteral(",") {
			t.Case()
		}
		p.Literal("]")
	})
}

func printSwitch(p ir.OpPrinter, op *ir.Operation) {
	branch.PrintSwitch(p, op, func() {
		p.Text("[")
		p.Newline()
		p.Text("  default: ")
		branch.PrintTarget(p, op, 0)
		if values, ok := op.Inherent(branch.CaseValues).(*ir.DenseElementsAttr); ok {
			for i := range op.NumSuccessors() - 1 {
				p.Text(",")
				p.Newline()
				p.Text("  ")
				p.Text(caseText(values.Element(op.Context(), i)))
				p.Text(": ")
				branch.PrintTarget(p, op, i+1)
			}
			p.Newline()
		}
		p.Text("]")
	})
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

func verifySwitch(op *ir.Operation) error {
	cases := op.NumSuccessors() - 1
	if err := branch.VerifyTargets(op); err != nil {
		return err
	}
	values, ok := op.Inherent(branch.CaseValues).(*ir.DenseElementsAttr)
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

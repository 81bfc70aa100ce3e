package cf

import (
	"math"
	"slices"
	"strconv"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/branch"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/rewrite"
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

func init() { // here, since patterns refer to the definitions that they belong to
	rewrite.Canonicalize(&Switch,
		&rewrite.Pattern{Name: "cf.switch.only-default", Rewrite: foldOnlyDefault},
		&rewrite.Pattern{Name: "cf.switch.drop-default-cases", Rewrite: dropDefaultCases},
		&rewrite.Pattern{Name: "cf.switch.constant", Rewrite: foldConstantSwitch},
		&rewrite.Pattern{Name: "cf.switch.pass-through", Rewrite: passThroughSwitch},
		&rewrite.Pattern{Name: "cf.switch.same-flag", Rewrite: foldRepeatedFlag},
		&rewrite.Pattern{Name: "cf.switch.same-flag-default", Rewrite: dropHandledCases},
	)
}

// switchCases returns the default and the cases of a switch; ok is false if the values are wider than 64 bits.
func switchCases(op *ir.Operation) (otherwise target, cases []Case, ok bool) {
	if ir.BitWidth(op.Operand(0).Type()) > 64 {
		return target{}, nil, false
	}
	otherwise = targetOf(op, branch.ByValue{}, 0)
	for i := range op.NumSuccessors() - 1 {
		t := targetOf(op, branch.ByValue{}, i+1)
		cases = append(cases, Case{Value: caseValue(op, i), Dest: t.block, Args: t.args})
	}
	return otherwise, cases, true
}

func caseValue(op *ir.Operation, i int) int64 {
	return op.Inherent(branch.CaseValues).(*ir.DenseElementsAttr).Element(op.Context(), i).(*ir.IntegerAttr).Int64()
}

func targetOfCase(c Case) target { return target{c.Dest, c.Args} }

func replaceSwitch(rw *rewrite.Rewriter, op *ir.Operation, otherwise target, cases []Case) bool {
	NewSwitch(rw.Builder, op.Operand(0), otherwise.block, otherwise.args, cases...)
	rw.Erase(op)
	return true
}

// foldOnlyDefault replaces a switch without cases by a branch.
func foldOnlyDefault(rw *rewrite.Rewriter, op *ir.Operation) bool {
	return op.NumSuccessors() == 1 && branchTo(rw, op, targetOf(op, branch.ByValue{}, 0))
}

// dropDefaultCases removes cases with the same target and values as the default.
func dropDefaultCases(rw *rewrite.Rewriter, op *ir.Operation) bool {
	otherwise, cases, ok := switchCases(op)
	n := len(cases)
	cases = slices.DeleteFunc(cases, func(c Case) bool { return targetOfCase(c).equal(otherwise) })
	return ok && len(cases) < n && replaceSwitch(rw, op, otherwise, cases)
}

// foldConstantSwitch replaces a switch on a constant by a branch.
func foldConstantSwitch(rw *rewrite.Rewriter, op *ir.Operation) bool {
	a, known := ir.ConstantOf(op.Operand(0)).(*ir.IntegerAttr)
	return known && takeCase(rw, op, a.Int64())
}

// takeCase replaces a switch by a branch to the target for a value.
func takeCase(rw *rewrite.Rewriter, op *ir.Operation, value int64) bool {
	otherwise, cases, ok := switchCases(op)
	if !ok {
		return false
	}
	for _, c := range cases {
		if c.Value == value {
			return branchTo(rw, op, targetOfCase(c))
		}
	}
	return branchTo(rw, op, otherwise)
}

// passThroughSwitch replaces targets of a switch by the targets of blocks that only branch.
func passThroughSwitch(rw *rewrite.Rewriter, op *ir.Operation) bool {
	otherwise, cases, ok := switchCases(op)
	if !ok {
		return false
	}
	otherwise, changed := otherwise.skip()
	for i, c := range cases {
		if t, skipped := targetOfCase(c).skip(); skipped {
			cases[i].Dest, cases[i].Args = t.block, t.args
			changed = true
		}
	}
	return changed && replaceSwitch(rw, op, otherwise, cases)
}

// decidingSwitch returns the switch on the same flag that has the only edge to op's block, and the index of that
// successor.
func decidingSwitch(op *ir.Operation) (pred *ir.Operation, successor int) {
	pred = onlyEdge(op.Block())
	if pred == nil || op.Block().IsEntry() || pred == op || !pred.Is(&Switch) || pred.Operand(0) != op.Operand(0) ||
		ir.BitWidth(op.Operand(0).Type()) > 64 {
		return nil, 0
	}
	for pred.Successor(successor) != op.Block() {
		successor++
	}
	return pred, successor
}

// foldRepeatedFlag replaces a switch by a branch if its block is only reached by one case of a switch on the same flag.
func foldRepeatedFlag(rw *rewrite.Rewriter, op *ir.Operation) bool {
	pred, i := decidingSwitch(op)
	return pred != nil && i > 0 && takeCase(rw, op, caseValue(pred, i-1))
}

// dropHandledCases removes cases that cannot occur because the block is only reached by the default of a switch on the
// same flag that has these cases.
func dropHandledCases(rw *rewrite.Rewriter, op *ir.Operation) bool {
	pred, i := decidingSwitch(op)
	if pred == nil || i > 0 {
		return false
	}
	handled := make(map[int64]bool)
	for i := range pred.NumSuccessors() - 1 {
		handled[caseValue(pred, i)] = true
	}
	otherwise, cases, ok := switchCases(op)
	n := len(cases)
	cases = slices.DeleteFunc(cases, func(c Case) bool { return handled[c.Value] })
	return ok && len(cases) < n && replaceSwitch(rw, op, otherwise, cases)
}

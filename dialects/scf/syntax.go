package scf

import "github.com/girih-ir/girih/ir"

// parseAssignments reads `(%inner = %outer, ...)`.
func parseAssignments(p ir.OpParser) (inner []ir.Argument, outer []ir.UnresolvedOperand) {
	if !p.TryLiteral("(") {
		p.Errorf(p.Pos(), "expected '('")
	}
	if p.TryLiteral(")") {
		return nil, nil
	}
	for more := true; more; more = p.TryLiteral(",") {
		inner = append(inner, p.Argument(false))
		p.Literal("=")
		outer = append(outer, p.Operand())
	}
	p.Literal(")")
	return inner, outer
}

// printAssignments prints a prefix and the text that parseAssignments reads. It prints nothing if there are no values.
func printAssignments(p ir.OpPrinter, prefix string, inner, outer []*ir.Value) {
	if len(outer) == 0 {
		return
	}
	p.Text(prefix)
	p.Text("(")
	for i, v := range inner {
		if i > 0 {
			p.Text(", ")
		}
		p.Operand(v)
		p.Text(" = ")
		p.Operand(outer[i])
	}
	p.Text(")")
}

// parseArguments reads `(%a, %b)` as arguments of type t.
func parseArguments(p ir.OpParser, t ir.Type) (args []ir.Argument) {
	p.Tuple("argument list", func() {
		arg := p.Argument(false)
		arg.Type = t
		args = append(args, arg)
	})
	return args
}

// parseOperands reads `(%a, %b)`.
func parseOperands(p ir.OpParser) (operands []ir.UnresolvedOperand) {
	p.Tuple("operand list", func() { operands = append(operands, p.Operand()) })
	return operands
}

// parseOperandTuple reads `(%a, %b)` into st. There must be n operands, of type t.
func parseOperandTuple(p ir.OpParser, st *ir.OpState, t ir.Type, n int) {
	pos := p.Pos()
	operands := parseOperands(p)
	if !p.Failed() && len(operands) != n {
		p.Errorf(pos, "expected %d operands", n)
		return
	}
	p.ResolveInto(st, operands, repeat(t, n), pos)
}

// setTypes sets the types of arguments to those of the values that they receive.
func setTypes(args []ir.Argument, types []ir.Type) {
	for i := range args {
		args[i].Type = types[i]
	}
}

func printTuple(p ir.OpPrinter, values []*ir.Value) {
	p.Text("(")
	p.Operands(values)
	p.Text(")")
}

// printArrowTuple prints ` -> (types)`, with parentheses even for one type. It prints nothing if there are no types.
func printArrowTuple(p ir.OpPrinter, types []ir.Type) {
	if len(types) == 0 {
		return
	}
	p.Text(" -> (")
	p.Types(types)
	p.Text(")")
}

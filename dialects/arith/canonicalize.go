package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// The canonicalization patterns of this package are upstream's (ArithCanonicalization.td and ArithOps.cpp), and have
// the same names. There is one difference. If constants are combined, overflow flags are only kept if the combination
// does not overflow either (see combination). Upstream always keeps them: it replaces x + 100 + 100 in i8 by x + -56,
// which is poison for x = -100 although the first expression is not.

// rewriting returns the replacement of an operation with one result, or nil.
type rewriting = func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value

// pattern returns a pattern that replaces an operation with one result by the value that rewritten returns, unless that
// is nil. As in upstream, a pattern that matches more operations has a higher benefit.
func pattern(name string, benefit int, rewritten rewriting) *rewrite.Pattern {
	return &rewrite.Pattern{Name: name, Benefit: benefit, Rewrite: func(rw *rewrite.Rewriter, op *ir.Operation) bool {
		v := rewritten(rw, op)
		if v == nil {
			return false
		}
		rw.Replace(op, v)
		return true
	}}
}

// operandBy returns the operation that defines operand i of op if it is one of def, else nil. In unreachable code, an
// operation may be its own operand. operandBy returns nil then, since patterns would be applied forever.
func operandBy(op *ir.Operation, i int, def *ir.OpDef) *ir.Operation {
	if by := definedBy(op.Operand(i), def); by != op {
		return by
	}
	return nil
}

// Names of values in rules, and their uses in replacements.
var (
	anyX, anyY, anyZ, anyC, constantC = rewrite.Any("x"), rewrite.Any("y"), rewrite.Any("z"), rewrite.Any("c"),
		rewrite.Constant("c")
	useX, useY, useC = rewrite.Use("x"), rewrite.Use("y"), rewrite.Use("c")
)

// rule returns a rule for an operation of one result.
func rule(name string, benefit int, match *rewrite.OpNode, replace rewrite.New,
	where ...func(m *rewrite.Match) bool) rewrite.Rule {
	return rewrite.Rule{Name: name, Benefit: benefit, Match: match, Replace: []rewrite.New{replace}, Where: where}
}

// sameTypes is the condition that x and y have one type.
func sameTypes(m *rewrite.Match) bool { return m.Value("x").Type() == m.Value("y").Type() }

// isScalarInt reports whether a is an integer or index, and not an elements attribute.
func isScalarInt(a ir.Attribute) bool {
	_, ok := a.(*ir.IntegerAttr)
	return ok
}

// with copies an attribute of another operation to the created one.
func with(rw *rewrite.Rewriter, def *ir.OpDef, name string, value ir.Attribute, operands ...*ir.Value) *ir.Value {
	return rw.Build(def, operands, ir.NamedAttr{Name: name, Value: value}).Result(0)
}

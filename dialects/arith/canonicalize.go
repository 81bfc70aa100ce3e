package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// The canonicalization patterns of this package are upstream's (ArithCanonicalization.td and ArithOps.cpp) under their
// names, with one difference: where constants are combined, a declaration that the operations do not overflow is kept
// only if the combination does not overflow either (see combination). Upstream keeps it, and so makes x + 100 + 100 in
// i8, which is fine for x = -100, into x + -56, which is poison.

// rewriting returns what replaces an operation of one result, or nil.
type rewriting = func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value

// pattern returns a pattern that replaces an operation of one result by the value that rewritten returns, unless that
// is nil. Like upstream, a pattern that looks at more operations has more benefit.
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

// operandBy returns the operation that defines operand i of op if it is one of def, else nil. Where values may depend
// on themselves, op may be its own operand: that does not count, as a pattern would go round in circles.
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

// isScalarInt reports whether a is an integer or index, not elements of them.
func isScalarInt(a ir.Attribute) bool {
	_, ok := a.(*ir.IntegerAttr)
	return ok
}

// with creates an operation that has the attribute of another one.
func with(rw *rewrite.Rewriter, def *ir.OpDef, name string, value ir.Attribute, operands ...*ir.Value) *ir.Value {
	return rw.Build(def, operands, ir.NamedAttr{Name: name, Value: value}).Result(0)
}

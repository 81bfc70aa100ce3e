package affine

import (
	"math"
	"strconv"
)

// constraint parses expr (>= | <= | ==) expr.
func (p *parser) constraint() Constraint {
	lhs := p.expr()
	switch {
	case p.relation('>'):
		return Constraint{p.difference(lhs, p.expr()), false}
	case p.relation('<'):
		return Constraint{p.difference(p.expr(), lhs), false}
	case p.relation('='):
		return Constraint{p.difference(lhs, p.expr()), true}
	}
	p.fail("expected '== affine-expr' or '>= affine-expr' at end of affine constraint")
	return Constraint{}
}

// relation consumes the operator that starts with a character and ends with an equals sign.
func (p *parser) relation(first tokenKind) bool { return p.accept(first) && p.accept('=') }

func (p *parser) difference(lhs, rhs Expr) Expr {
	if p.err != nil {
		return Expr{}
	}
	return Sub(lhs, rhs)
}

// expr parses a sum. Like all productions of expressions it returns the zero
// Expr after an error.
func (p *parser) expr() Expr {
	sum := p.product(Expr{})
	for {
		kind := p.tok.kind
		if kind != '+' && kind != '-' {
			return sum
		}
		p.advance()
		term := p.product(sum)
		if p.err != nil {
			return Expr{}
		}
		if kind == '-' {
			term = Neg(term)
		}
		sum = p.bounded(Add(sum, term))
	}
}

// product parses factors joined by operators of high precedence. left is the expression before the product, if any.
// Only messages depend on it.
func (p *parser) product(left Expr) Expr {
	result := p.operand(left)
	kind, offset := p.productOperator()
	for kind != KindInvalid {
		p.advance()
		factor := p.operand(result)
		if p.err != nil {
			return Expr{}
		}
		// MLIR reports a non-affine operation at the operator after it, if
		// there is one.
		next, nextOffset := p.productOperator()
		if next != KindInvalid {
			offset = nextOffset
		}
		if err := checkAffine(kind, result, factor); err != nil {
			p.failAt(offset, err.Error())
			return Expr{}
		}
		result = p.bounded(Binary(kind, result, factor))
		kind = next
	}
	return result
}

// productOperator returns the kind and offset of the current token as an
// operator of high precedence, or KindInvalid.
func (p *parser) productOperator() (kind Kind, offset int) {
	switch {
	case p.err != nil:
	case p.tok.kind == '*':
		kind = KindMul
	case p.tok.kind == tokenIdentifier:
		switch string(p.spelling()) {
		case "mod":
			kind = KindMod
		case "floordiv":
			kind = KindFloorDiv
		case "ceildiv":
			kind = KindCeilDiv
		}
	}
	return kind, p.tok.start
}

// bounded reports an error if e is nested too deeply.
func (p *parser) bounded(e Expr) Expr {
	if e.n.depth > maxParsedDepth {
		p.fail("affine expression is too deep")
		return Expr{}
	}
	return e
}

// operand parses a constant, a name, a negation or a parenthesized expression.
func (p *parser) operand(left Expr) Expr {
	switch p.tok.kind {
	case tokenIdentifier:
		return p.nameUse()
	case tokenInteger:
		return p.integer()
	case '(', '-':
		return p.nested(left)
	case '+', '*':
		if !left.IsValid() {
			p.fail("missing left operand of binary operator")
			return Expr{}
		}
	case tokenOther:
		if p.text[p.tok.start] == '%' {
			p.failWrongToken("unexpected ssa identifier")
			return Expr{}
		}
	}
	if left.IsValid() {
		p.fail("missing right operand of binary operator")
	} else {
		p.fail("expected affine expression")
	}
	return Expr{}
}

// nested parses operands that contain other operands.
func (p *parser) nested(left Expr) Expr {
	if p.nesting++; p.nesting > maxNesting {
		p.fail("affine expression is nested too deeply")
		return Expr{}
	}
	defer func() { p.nesting-- }()
	if p.accept('-') {
		if string(p.spelling()) == mostNegative[1:] {
			p.advance()
			return Constant(math.MinInt64)
		}
		e := p.operand(left)
		if p.err != nil {
			p.failFurther("missing operand of negation")
			return Expr{}
		}
		return Neg(e)
	}
	p.advance()
	if p.tok.kind == ')' {
		p.fail("no expression inside parentheses")
		return Expr{}
	}
	e := p.expr()
	p.expect(')', "expected ')'")
	return e
}

// nameUse parses a declared name. The keyword symbol begins an SSA operand, which is not allowed in maps and sets.
func (p *parser) nameUse() Expr {
	if string(p.spelling()) == "symbol" {
		p.advance()
		if p.expect('(', "expected '(' at start of SSA symbol") {
			p.failWrongToken("unexpected ssa identifier")
		}
		return Expr{}
	}
	e := p.names[string(p.spelling())]
	if !e.IsValid() {
		p.failWrongToken("use of undeclared identifier")
		return Expr{}
	}
	p.advance()
	return e
}

// mostNegative is the only constant whose magnitude does not fit in an int64.
const mostNegative = "-9223372036854775808"

// integer parses a constant that is not negative.
func (p *parser) integer() Expr {
	digits, base := string(p.spelling()), 10
	if len(digits) > 2 && digits[1] == 'x' {
		digits, base = digits[2:], 16
	}
	v, err := strconv.ParseUint(digits, base, 64)
	if err != nil || v > math.MaxInt64 {
		p.fail("constant too large for index")
		return Expr{}
	}
	p.advance()
	return Constant(int64(v))
}

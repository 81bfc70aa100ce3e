package affine

import (
	"errors"
	"math"
	"strconv"
)

// A SyntaxError is an error in the text of a map or set. Its message is that
// of MLIR's parser.
type SyntaxError struct {
	Offset  int // in bytes
	Message string
}

// Error returns the message, without the offset.
func (e *SyntaxError) Error() string { return e.Message }

// ParseMap parses the map at the start of text, as in
//
//	(d0, d1)[s0] -> (d0 + s0, d1 mod 4)
//
// and returns how many bytes it takes. What follows in text is not looked at.
// The error is a [*SyntaxError].
func ParseMap(text []byte) (m Map, n int, err error) {
	return parse(text, func(p *parser) Map {
		m, _, isSet := p.mapOrSet()
		if isSet {
			p.failAt(p.first, "expected AffineMap, but got IntegerSet")
		}
		return m
	})
}

// ParseSet parses the integer set at the start of text, as in
//
//	(d0)[s0] : (d0 >= 0, d0 <= s0, d0 mod 4 == 0)
//
// and returns how many bytes it takes. What follows in text is not looked at.
// The error is a [*SyntaxError].
func ParseSet(text []byte) (s Set, n int, err error) {
	return parse(text, func(p *parser) Set {
		_, s, isSet := p.mapOrSet()
		if !isSet {
			p.failAt(p.first, "expected IntegerSet, but got AffineMap")
		}
		return s
	})
}

// CheckAffine returns an error, with the message of MLIR's parser, if
// lhs kind rhs is neither affine nor semi-affine: a product of two expressions
// that both have dimensions, or a division by such an expression.
func CheckAffine(kind Kind, lhs, rhs Expr) error {
	switch kind {
	case KindMul:
		if !lhs.n.symbolic && !rhs.n.symbolic {
			return errNonAffineMul
		}
	case KindMod, KindFloorDiv, KindCeilDiv:
		if !rhs.n.symbolic {
			return errNonAffineDiv[kind]
		}
	}
	return nil
}

var (
	errNonAffineMul = errors.New("non-affine expression: at least one of the multiply operands has to be either a constant or symbolic")
	errNonAffineDiv = [...]error{
		KindMod:      errors.New("non-affine expression: right operand of mod has to be either a constant or symbolic"),
		KindFloorDiv: errors.New("non-affine expression: right operand of floordiv has to be either a constant or symbolic"),
		KindCeilDiv:  errors.New("non-affine expression: right operand of ceildiv has to be either a constant or symbolic"),
	}
)

// parse runs a parsing function over text.
func parse[T any](text []byte, body func(*parser) T) (result T, n int, err error) {
	p := &parser{lexer: lexer{text: text}, names: make(map[string]Expr)}
	p.advance()
	p.first = p.tok.start
	result = body(p)
	if p.err != nil {
		var none T
		return none, 0, p.err
	}
	return result, p.lastEnd, nil
}

// parser is a recursive-descent parser with the productions, and the choice of
// error positions, of mlir/lib/AsmParser/AffineParser.cpp.
//
// After the first error every production returns at once, since the current
// token is then a tokenError, which none of them accepts.
type parser struct {
	lexer
	tok     token
	lexErr  string // message of a tokenError from the lexer
	first   int    // offset of the first token
	lastEnd int    // end of the last token consumed
	err     *SyntaxError

	names   map[string]Expr // dimensions and symbols
	nesting int
}

// maxNesting bounds the depth of parentheses and signs, and so the recursion
// of the parser.
const maxNesting = 10000

// advance consumes the current token.
func (p *parser) advance() {
	p.lastEnd = p.tok.end
	p.tok, p.lexErr = p.lexer.next()
}

// failAt reports an error at an offset. Only the first one counts, and what
// the lexer has to say about the current token takes precedence.
func (p *parser) failAt(offset int, message string) {
	if p.err != nil {
		return
	}
	if p.lexErr != "" {
		offset, message = p.tok.start, p.lexErr
	}
	p.err = &SyntaxError{offset, message}
	p.tok.kind = tokenError
}

// fail reports an error at the current token.
func (p *parser) fail(message string) {
	offset := p.tok.start
	if p.tok.kind == tokenEOF {
		offset--
	}
	p.failAt(max(offset, 0), message)
}

// failWrongToken reports an error about a token in the place of another one:
// after the token before, where the other one is missing.
func (p *parser) failWrongToken(message string) {
	if p.lastEnd == 0 {
		p.fail(message)
		return
	}
	offset := p.lastEnd
	if p.tok.kind == tokenEOF && offset == len(p.text) {
		offset--
	}
	p.failAt(offset, message)
}

// accept consumes the current token if it is of the given kind.
func (p *parser) accept(kind tokenKind) bool {
	if p.tok.kind != kind {
		return false
	}
	p.advance()
	return true
}

// expect consumes a token of the given kind, or reports an error.
func (p *parser) expect(kind tokenKind, message string) bool {
	if p.accept(kind) {
		return true
	}
	p.failWrongToken(message)
	return false
}

// spelling returns the text of the current token.
func (p *parser) spelling() []byte { return p.text[p.tok.start:p.tok.end] }

// list parses elements separated by commas between two delimiters. context
// ends the messages about missing delimiters.
func (p *parser) list(open, end tokenKind, context string, element func()) {
	if !p.expect(open, "expected '"+string(rune(open))+"'"+context) || p.accept(end) {
		return
	}
	for {
		element()
		if !p.accept(',') {
			break
		}
	}
	p.expect(end, "expected '"+string(rune(end))+"'"+context)
}

// mapOrSet parses a map or, as isSet tells, a set.
func (p *parser) mapOrSet() (m Map, s Set, isSet bool) {
	dims := p.declarations('(', ')', KindDim, " in dimensional identifier list")
	symbols := 0
	if p.tok.kind == '[' {
		symbols = p.declarations('[', ']', KindSymbol, " in symbol list")
	}
	if p.accept(tokenArrow) {
		m = Map{dims: dims, symbols: symbols}
		p.list('(', ')', " in affine map range", func() {
			m.results = append(m.results, p.expr())
		})
		return m, Set{}, false
	}
	p.expect(':', "expected '->' or ':'")
	var constraints []Constraint
	p.list('(', ')', " in integer set constraint list", func() {
		constraints = append(constraints, p.constraint())
	})
	return Map{}, NewSet(dims, symbols, constraints...), true
}

// declarations parses a list of names and returns how many there are.
func (p *parser) declarations(open, end tokenKind, kind Kind, context string) (n int) {
	p.list(open, end, context, func() {
		if p.tok.kind != tokenIdentifier {
			p.failWrongToken("expected bare identifier")
			return
		}
		name := string(p.spelling())
		if p.names[name].IsValid() {
			p.fail("redefinition of identifier '" + name + "'")
			return
		}
		p.names[name] = newLeaf(kind, int64(n))
		n++
		p.advance()
	})
	return n
}

// constraint parses expr (>= | <= | ==) expr.
func (p *parser) constraint() Constraint {
	lhs := p.expr()
	switch {
	case p.accept('>') && p.accept('='):
		return Constraint{p.difference(lhs, p.expr()), false}
	case p.accept('<') && p.accept('='):
		return Constraint{p.difference(p.expr(), lhs), false}
	case p.accept('=') && p.accept('='):
		return Constraint{p.difference(lhs, p.expr()), true}
	}
	p.fail("expected '== affine-expr' or '>= affine-expr' at end of affine constraint")
	return Constraint{}
}

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

// product parses factors joined by operators of high precedence. left is the
// expression before the product, if any, which only decides about messages.
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
		if err := CheckAffine(kind, result, factor); err != nil {
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

// bounded reports an error if e has become too deep.
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

// nested parses the operands that contain others.
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

// nameUse parses a declared name. The keyword symbol begins an SSA operand,
// which maps and sets have none of.
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

// mostNegative is the only constant whose magnitude is not a constant.
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

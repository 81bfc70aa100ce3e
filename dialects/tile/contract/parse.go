package contract

import (
	"fmt"
	"slices"
	"strconv"
)

// Equation is a contraction of two arrays A and B to an array C.
type Equation struct {
	// A and B are the axes of the operands, and C those of the output.
	A, B, C []Axis
	// Out lists the letters of the output, each once.
	Out []Letter
	// Batch letters are in both operands and in the output. M letters are in A and in the output, and N letters in B
	// and in the output. K letters are only in both operands; the products are summed over them. Each list is in the
	// order of the equation.
	Batch, M, N, K []Letter
}

// Scatters reports whether an axis of the output is an expression. Several sums may then belong to one element; all of
// them are added to it.
func (eq *Equation) Scatters() bool {
	return slices.ContainsFunc(eq.C, func(a Axis) bool { _, alone := a.Expr.(Letter); return !alone })
}

// Axis is an index into a dimension of an array. It is the sum of an outer part, of letters of the output, and a
// reduced part, of letters of K.
type Axis struct {
	Expr           Expr
	Outer, Reduced Expr
	pos            int
}

// SyntaxError is an error in the text of an equation.
type SyntaxError struct {
	Text string
	Pos  int // offset in bytes
	What string
}

// Error returns a message that shows the text with a caret below the error.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%d: %s\n%s\n%*s", e.Pos+1, e.What, e.Text, e.Pos+1, "^")
}

// Parse reads an equation such as "nc(h+r)(w+s),ckrs->nkhw". Blanks are ignored. Errors are of type *[SyntaxError].
func Parse(text string) (*Equation, error) {
	p := &parser{text: text}
	eq := p.equation()
	if p.err == nil {
		p.err = eq.classify(text)
	}
	if p.err == nil {
		p.err = eq.split(text)
	}
	if p.err != nil {
		return nil, p.err
	}
	return eq, nil
}

// maxDepth bounds the nesting of expressions.
const maxDepth = 100

// parser reads a text. After an error it reads nothing.
type parser struct {
	text  string
	at    int
	depth int
	err   error
}

func (p *parser) fail(pos int, format string, args ...any) {
	if p.err == nil {
		p.err = &SyntaxError{Text: p.text, Pos: pos, What: fmt.Sprintf(format, args...)}
	}
}

// peek returns the next character that is not a blank. It returns 0 at the end and after an error.
func (p *parser) peek() byte {
	for p.at < len(p.text) && slices.Contains([]byte(" \t\r\n"), p.text[p.at]) {
		p.at++
	}
	if p.err != nil || p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

// take reads a token if it is next. Blanks inside the token are ignored.
func (p *parser) take(token string) bool {
	for i := range token {
		if p.peek() != token[i] {
			return false
		}
		p.at++
	}
	return true
}

func (p *parser) want(token string) {
	if c := p.peek(); !p.take(token) {
		p.fail(p.at, "expected '%s', but got %s", token, show(c))
	}
}

func show(c byte) string {
	if c == 0 {
		return "the end"
	}
	return strconv.QuoteRune(rune(c))
}

func (p *parser) equation() *Equation {
	eq := &Equation{A: p.operand()}
	p.want(",")
	eq.B = p.operand()
	p.want("->")
	eq.C = p.operand()
	if c := p.peek(); c != 0 {
		p.fail(p.at, "expected a letter of the output, but got %s", show(c))
	}
	for _, axis := range eq.C {
		l, alone := axis.Expr.(Letter)
		if alone && slices.Contains(eq.Out, l) {
			p.fail(axis.pos, "letter '%s' is twice in the output", l)
		}
		for _, l := range letters(axis.Expr) {
			if !slices.Contains(eq.Out, l) {
				eq.Out = append(eq.Out, l)
			}
		}
	}
	return eq
}

// Letters reads a list of letters, each of which is an axis, such as "nk". Blanks are ignored. Errors are of type
// *[SyntaxError].
func Letters(text string) (out []Letter, err error) {
	p := &parser{text: text}
	for isLetter(p.peek()) {
		out = append(out, Letter(text[p.at]))
		p.at++
	}
	if c := p.peek(); c != 0 {
		p.fail(p.at, "expected a letter, but got %s", show(c))
	}
	return out, p.err
}

func (p *parser) operand() (axes []Axis) {
	for {
		switch c := p.peek(); {
		case c == '(':
			pos := p.at
			p.at++
			x := p.sum()
			p.want(")")
			axes = append(axes, Axis{Expr: x, pos: pos})
		case isLetter(c):
			axes = append(axes, Axis{Expr: Letter(c), pos: p.at})
			p.at++
		default:
			return axes
		}
	}
}

func (p *parser) sum() Expr {
	x := p.product()
	for {
		switch c := p.peek(); c {
		case '+', '-':
			p.at++
			x = &Binary{string(c), x, p.product()}
		default:
			return x
		}
	}
}

func (p *parser) product() Expr {
	x := p.factor()
	for {
		c := p.peek()
		switch {
		case c == '*' || c == '%':
			p.at++
			x = &Binary{string(c), x, p.factor()}
		case c == '/':
			p.want("/")
			p.want("/")
			x = &Binary{"//", x, p.factor()}
		default:
			return x
		}
	}
}

func (p *parser) factor() Expr {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.at, "expressions nest at most %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	switch c := p.peek(); {
	case c == '-':
		p.at++
		return &Neg{p.factor()}
	case c == '(':
		p.at++
		x := p.sum()
		p.want(")")
		return x
	case '0' <= c && c <= '9':
		return p.number()
	case isLetter(c):
		return p.name()
	default:
		p.fail(p.at, "expected a letter, number, table or '(', but got %s", show(c))
		return Const(0)
	}
}

func (p *parser) number() Expr {
	from := p.at
	for p.at < len(p.text) && '0' <= p.text[p.at] && p.text[p.at] <= '9' {
		p.at++
	}
	v, err := strconv.ParseInt(p.text[from:p.at], 10, 64)
	if err != nil {
		p.fail(from, "%s does not fit in 64 bits", p.text[from:p.at])
	}
	return Const(v)
}

// name reads a letter, or a table and its indices.
func (p *parser) name() Expr {
	from := p.at
	for p.at < len(p.text) && isName(p.text[p.at]) {
		p.at++
	}
	name := p.text[from:p.at]
	if p.take("[") {
		r := &Read{Table: name, Indices: []Expr{p.sum()}}
		for p.take(",") {
			r.Indices = append(r.Indices, p.sum())
		}
		p.want("]")
		return r
	}
	if len(name) > 1 {
		p.fail(from, "'%s' is not a letter, and a table has indices: %s[...]", name, name)
	}
	return Letter(name[0])
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isName(c byte) bool   { return isLetter(c) || '0' <= c && c <= '9' || c == '_' }

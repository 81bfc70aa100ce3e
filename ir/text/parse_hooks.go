package text

import (
	"math"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// The methods here, with those of parse_type.go, parse_attr.go and parse_shaped.go, implement ir.Parser.

func (p *parser) Context() *ir.Context { return p.ctx }
func (p *parser) Pos() ir.Pos          { return ir.Pos(p.tok.start) }
func (p *parser) Failed() bool         { return p.err != nil }

func (p *parser) Errorf(pos ir.Pos, format string, args ...any) {
	if int(pos) >= len(p.s) && p.err == nil {
		pos = ir.Pos(p.prevEnd)
	}
	p.failHook(int(pos), format, args...)
}

// failHook reports an error in an operation's custom form. As mlir-opt does, it starts the message with the operation's
// name.
func (p *parser) failHook(at int, format string, args ...any) {
	if p.custom.info != nil {
		format, args = "custom op '%s' "+format, append([]any{p.custom.info.Name}, args...)
	}
	p.fail(at, format, args...)
}

func (p *parser) failHookHere(format string, args ...any) { p.failHook(p.tok.start, format, args...) }

// PeekLiteral reports whether a keyword or punctuation is next; "#" matches any attribute that starts with it.
func (p *parser) PeekLiteral(s string) bool {
	switch p.tok.kind {
	case tokHash:
		return s == "#"
	case tokPunct, tokBare, tokArrow, tokEllipsis:
		return p.spelling() == s || len(s) > 1 && p.is('-') && strings.HasPrefix(p.s[p.tok.start:], s)
	}
	return false
}

func (p *parser) TryLiteral(s string) bool {
	if p.PeekLiteral(s) {
		p.next()
		return true
	}
	return false
}

func (p *parser) Literal(s string) {
	if p.TryLiteral(s) {
		return
	}
	if class[s[0]]&classLetter != 0 {
		p.failHookHere("expected '%s'", s)
		return
	}
	p.failHere("expected '%s'", s)
}

func (p *parser) Tuple(what string, element func()) {
	p.want('(', "expected '(' in "+what)
	if p.try(')') {
		return
	}
	for more := p.err == nil; more; more = p.try(',') {
		element()
	}
	p.want(')', "expected ')' in "+what)
}

func (p *parser) Keyword() string {
	w, ok := p.TryKeyword()
	if !ok {
		p.failHookHere("expected valid keyword")
	}
	return w
}

func (p *parser) TryKeyword() (string, bool) {
	if p.tok.kind != tokBare {
		return "", false
	}
	w := p.spelling()
	p.next()
	return w, true
}

func (p *parser) TryKeywordOrString() (string, bool) {
	if s, ok := p.TryString(); ok {
		return s, true
	}
	return p.TryKeyword()
}

// String reads a string literal and returns its value.
func (p *parser) String() string {
	s, ok := p.TryString()
	if !ok {
		p.failHookHere("expected string")
	}
	return s
}

func (p *parser) TryString() (string, bool) {
	if p.tok.kind != tokString {
		return "", false
	}
	s := p.spelling()
	p.next()
	return unquote(s[1 : len(s)-1]), true
}

func (p *parser) Int64() int64 {
	v, ok := p.TryInt64()
	if !ok {
		p.failHookHere("expected integer value")
	}
	return v
}

func (p *parser) TryInt64() (int64, bool) {
	at := p.tok
	negative := false
	if p.is('-') {
		negative = true
		p.next()
	}
	if p.tok.kind != tokInt {
		if negative {
			p.failHookHere("expected integer value")
		}
		return 0, negative
	}
	v, ok := smallInteger(p.spelling())
	if !ok || !negative && v > math.MaxInt64 || negative && v > 1<<63 {
		p.fail(at.start, "integer value too large")
		return 0, true
	}
	p.next()
	if negative {
		return -int64(v), true
	}
	return int64(v), true
}

func (p *parser) Float() float64 {
	negative := p.try('-')
	if p.tok.kind != tokFloat {
		p.failHookHere("expected floating point literal")
		return 0
	}
	v, err := strconv.ParseFloat(p.spelling(), 64)
	if err != nil {
		p.failToken("floating point value too large")
		return 0
	}
	p.next()
	if negative {
		v = -v
	}
	return v
}

func (p *parser) Symbol() string {
	s, ok := p.TrySymbol()
	if !ok {
		p.failHookHere("expected valid '@'-identifier for symbol name")
	}
	return s
}

func (p *parser) TrySymbol() (string, bool) {
	if p.tok.kind != tokAt {
		return "", false
	}
	return p.symbolName(), true
}

// Package boolexpr evaluates the conditions of test files (REQUIRES, UNSUPPORTED, XFAIL, %if) over the names of
// features:
//
//	linux && (target={{x86_64-.+}} || !asan)
//
// Operators are !, && and ||; {{...}} is a regular expression (Go's syntax) as part of a name. A name is true if it is
// a feature, or if its regular expression matches a complete feature; "true" is always true. Start with [Parse] or
// [Eval].
package boolexpr

import (
	"fmt"
	"regexp"
	"strings"
)

// Expr is a parsed condition.
type Expr struct {
	root  node
	names []string
}

// node computes a condition's value.
type node func(features map[string]bool) bool

// Error is a syntax error in a condition.
type Error struct {
	Text    string // the whole condition
	Offset  int    // in bytes
	Message string
}

// Error returns the message with the condition and the column.
func (e *Error) Error() string {
	return fmt.Sprintf("%s at column %d of the condition %q", e.Message, e.Offset+1, e.Text)
}

// Eval parses and evaluates a condition.
func Eval(text string, features map[string]bool) (bool, error) {
	e, err := Parse(text)
	if err != nil {
		return false, err
	}
	return e.Eval(features), nil
}

// Eval returns the condition's value for the given features, and "true".
func (e *Expr) Eval(features map[string]bool) bool { return e.root(features) }

// Names returns the names and patterns that the condition mentions, in the order of the text.
func (e *Expr) Names() []string { return e.names }

// maxDepth bounds the nesting of a condition, and with it the parser's stack.
const maxDepth = 1000

// Parse reads a condition. Its errors are of type [*Error].
func Parse(text string) (*Expr, error) {
	p := &parser{text: text, expr: &Expr{}}
	if err := p.advance(); err != nil {
		return nil, err
	}
	root, err := p.or()
	if err == nil && p.tok != "" {
		err = p.errorf("unexpected %q", p.tok)
	}
	if err != nil {
		return nil, err
	}
	p.expr.root = root
	return p.expr, nil
}

type parser struct {
	text  string
	end   int    // of the current token
	start int    // of the current token
	tok   string // "" at the end
	depth int
	expr  *Expr
}

// tokens matches one token: an operator, or a name with braced expressions.
var tokens = regexp.MustCompile(`^(?:[()]|&&|\|\||!|(?:[-+=._a-zA-Z0-9]+|\{\{.+?\}\})+)`)

func (p *parser) errorf(format string, args ...any) error {
	return &Error{Text: p.text, Offset: p.start, Message: fmt.Sprintf(format, args...)}
}

func (p *parser) advance() error {
	rest := strings.TrimLeft(p.text[p.end:], " \t\n\r\f\v")
	p.start = len(p.text) - len(rest)
	p.tok = tokens.FindString(rest)
	if p.tok == "" && rest != "" {
		return p.errorf("%q is neither a name nor an operator", rest)
	}
	p.end = p.start + len(p.tok)
	return nil
}

// accept consumes the token if it is tok.
func (p *parser) accept(tok string) (bool, error) {
	if p.tok != tok {
		return false, nil
	}
	return true, p.advance()
}

func (p *parser) or() (node, error) {
	left, err := p.and()
	for err == nil {
		var ok bool
		if ok, err = p.accept("||"); !ok || err != nil {
			break
		}
		var right node
		l := left
		right, err = p.and()
		left = func(f map[string]bool) bool { return l(f) || right(f) }
	}
	return left, err
}

func (p *parser) and() (node, error) {
	left, err := p.not()
	for err == nil {
		var ok bool
		if ok, err = p.accept("&&"); !ok || err != nil {
			break
		}
		var right node
		l := left
		right, err = p.not()
		left = func(f map[string]bool) bool { return l(f) && right(f) }
	}
	return left, err
}

func (p *parser) not() (node, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		return nil, p.errorf("more than %d levels of nesting", maxDepth)
	}
	switch p.tok {
	case "!":
		if err := p.advance(); err != nil {
			return nil, err
		}
		x, err := p.not()
		return func(f map[string]bool) bool { return !x(f) }, err
	case "(":
		if err := p.advance(); err != nil {
			return nil, err
		}
		x, err := p.or()
		if err != nil {
			return nil, err
		}
		if ok, err := p.accept(")"); err != nil || ok {
			return x, err
		}
		return nil, p.errorf("expected )")
	case "", ")", "&&", "||":
		return nil, p.errorf("expected a name, ! or (")
	}
	return p.name()
}

// braced matches an expression within a name.
var braced = regexp.MustCompile(`\{\{.+?\}\}`)

func (p *parser) name() (node, error) {
	name := p.tok
	p.expr.names = append(p.expr.names, name)
	if !strings.Contains(name, "{{") {
		return func(f map[string]bool) bool { return name == "true" || f[name] }, p.advance()
	}
	var b strings.Builder
	at := 0
	for _, m := range braced.FindAllStringIndex(name, -1) {
		b.WriteString(regexp.QuoteMeta(name[at:m[0]]) + "(?:" + name[m[0]+2:m[1]-2] + ")")
		at = m[1]
	}
	b.WriteString(regexp.QuoteMeta(name[at:]))
	re, err := regexp.Compile("^(?:" + b.String() + ")$")
	if err != nil {
		return nil, p.errorf("%v", err)
	}
	match := func(f map[string]bool) bool {
		if re.MatchString("true") {
			return true
		}
		for feature, on := range f {
			if on && re.MatchString(feature) {
				return true
			}
		}
		return false
	}
	return match, p.advance()
}

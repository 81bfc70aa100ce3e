package main

import (
	"strconv"

	"github.com/girih-ir/girih/ir"
)

// maxDepth limits how deep expressions nest, because functions that visit them are recursive.
const maxDepth = 500

// parser reads a file by recursive descent. Failure is sticky: after the first error, every token is the end of the
// file, so that functions do not need to check for errors.
type parser struct {
	lexer
	ctx   *ir.Context
	src   *ir.Source
	tok   token
	depth int
	err   error
}

// Parse reads a source. It makes the source known to the context, so that messages can show its lines. Its error is an
// *ir.Diagnostic; [ir.Diagnostic.Render] shows the place.
func Parse(ctx *ir.Context, src *ir.Source) (*File, error) {
	ctx.AddSource(src)
	p := &parser{lexer: lexer{text: string(src.Text)}, ctx: ctx, src: src}
	p.advance()
	file := &File{}
	for p.tok.kind != endOfFile {
		file.Kernels = append(file.Kernels, p.kernel())
	}
	if p.err != nil {
		return nil, p.err
	}
	return file, nil
}

// location returns the location of an offset of the source.
func location(ctx *ir.Context, src *ir.Source, pos int) ir.Location {
	line, col := src.Position(pos)
	return ctx.FileLoc(src.Name, uint32(line), uint32(col))
}

func (p *parser) fail(pos int, format string, args ...any) {
	if p.err == nil {
		p.err = ir.Errorf(location(p.ctx, p.src, pos), format, args...)
	}
	p.tok = token{pos: pos}
	p.lexer.pos = len(p.text)
}

func (p *parser) advance() {
	if p.tok = p.next(); p.tok.kind == invalid {
		p.fail(p.tok.pos, "unexpected character %q", p.tok.text)
	}
}

// is reports whether the current token is a given symbol or keyword.
func (p *parser) is(text string) bool {
	return p.tok.text == text && (p.tok.kind == symbol || p.tok.kind == word)
}

// accept moves past a symbol or keyword if it is there.
func (p *parser) accept(text string) bool {
	if !p.is(text) {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.fail(p.tok.pos, "expected '%s', but got %s", text, p.tok)
	}
}

func (p *parser) name(what string) Name {
	t := p.tok
	if !t.isName() {
		p.fail(t.pos, "expected %s, but got %s", what, t)
		return Name{Pos: t.pos}
	}
	p.advance()
	return Name{Pos: t.pos, Text: t.text}
}

func (p *parser) kernel() *Kernel {
	p.expect("kernel")
	k := &Kernel{Name: p.name("the name of a kernel")}
	p.expect("(")
	for p.err == nil && !p.is(")") {
		k.Params = append(k.Params, p.param())
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	p.expect("{")
	for p.err == nil && !p.is("}") {
		k.Body = append(k.Body, p.stmt())
	}
	k.End = p.tok.pos
	p.expect("}")
	return k
}

func (p *parser) param() Param {
	param := Param{Name: p.name("the name of a parameter")}
	p.expect(":")
	param.Array = p.accept("[")
	param.Elem = p.name("a type")
	if param.Array {
		p.expect("]")
	}
	return param
}

func (p *parser) stmt() Stmt {
	if p.accept("let") {
		name := p.name("a name")
		p.expect("=")
		return &Let{Name: name, Value: p.expr()}
	}
	name := p.name("'let', an array to store to, or '}'")
	if !p.is("[") {
		p.fail(p.tok.pos, "expected '[', but got %s: a name is defined by 'let'", p.tok)
	}
	store := &Store{Target: p.access(name)}
	if store.Target.Other != nil {
		p.fail(store.Target.Other.Offset(), "a store has no 'else': it writes where the condition holds")
	}
	p.expect("=")
	store.Value = p.expr()
	return store
}

// access reads the rest of an access after the name of an array.
func (p *parser) access(array Name) *Access {
	a := &Access{Array: array}
	p.expect("[")
	a.Index = p.expr()
	if p.accept("if") {
		a.Mask = p.expr()
		if p.accept("else") {
			a.Other = p.expr()
		}
	}
	p.expect("]")
	return a
}

// precedences lists the binary operators, from the weakest precedence to the strongest.
var precedences = [][]string{
	{"||"}, {"&&"}, {"==", "!=", "<", "<=", ">", ">="}, {"+", "-"}, {"*", "/", "//", "%"},
}

func (p *parser) expr() Expr { return p.binary(0) }

// binary reads operators with at least a given precedence. All are left-associative.
func (p *parser) binary(level int) Expr {
	if level == len(precedences) {
		return p.unary()
	}
	defer p.nest()()
	x := p.binary(level + 1)
	for n := 0; ; n++ {
		op, ok := p.operator(precedences[level])
		if !ok {
			return x
		}
		if n > maxDepth {
			p.fail(op.pos, "more than %d operators in a row", maxDepth)
		}
		x = &Binary{Pos: op.pos, Op: op.text, X: x, Y: p.binary(level + 1)}
	}
}

// operator moves past one of the given operators.
func (p *parser) operator(among []string) (token, bool) {
	t := p.tok
	for _, op := range among {
		if p.accept(op) {
			return t, true
		}
	}
	return t, false
}

// nest enters a level of nesting and returns a function that leaves it.
func (p *parser) nest() (leave func()) {
	if p.depth++; p.depth > maxDepth*len(precedences) {
		p.fail(p.tok.pos, "expressions nest too deeply")
	}
	return func() { p.depth-- }
}

func (p *parser) unary() Expr {
	if op, ok := p.operator([]string{"-", "!"}); ok {
		defer p.nest()()
		return &Unary{Pos: op.pos, Op: op.text, X: p.unary()}
	}
	return p.primary()
}

func (p *parser) primary() Expr {
	t := p.tok
	switch {
	case t.kind == integer:
		return p.integer()
	case t.kind == float:
		p.advance()
		v, err := strconv.ParseFloat(t.text, 64)
		if err != nil {
			p.fail(t.pos, "%s is beyond the range of 64 bits", t)
		}
		return &Float{Pos: t.pos, Value: v}
	case p.accept("inf"):
		return infinity(t.pos)
	case p.accept("true"):
		return &Bool{Pos: t.pos, Value: true}
	case p.accept("false"):
		return &Bool{Pos: t.pos}
	case p.accept("("):
		x := p.expr()
		p.expect(")")
		return x
	}
	name := p.name("an expression")
	switch {
	case p.is("("):
		return p.call(name)
	case p.is("["):
		return p.access(name)
	}
	return name
}

// integer reads a number, or a range.
func (p *parser) integer() Expr {
	t := p.tok
	from := p.int64()
	if !p.accept("..") {
		return &Int{Pos: t.pos, Value: from}
	}
	if p.tok.kind != integer {
		p.fail(p.tok.pos, "expected an integer as the end of the range, but got %s", p.tok)
	}
	return &Range{Pos: t.pos, From: from, To: p.int64()}
}

func (p *parser) int64() int64 {
	t := p.tok
	p.advance()
	v, err := strconv.ParseInt(t.text, 10, 64)
	if err != nil {
		p.fail(t.pos, "%s is beyond the range of 64 bits", t)
	}
	return v
}

func (p *parser) call(function Name) Expr {
	c := &Call{Function: function}
	p.expect("(")
	for p.err == nil && !p.is(")") {
		c.Args = append(c.Args, p.expr())
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return c
}

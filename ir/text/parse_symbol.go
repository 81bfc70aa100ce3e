package text

import (
	"strings"

	"github.com/girih-ir/girih/ir"
)

// cutDot splits `dialect.rest`.
func cutDot(name string) (dialect, rest string, dotted bool) { return strings.Cut(name, ".") }

// bracketFollows reports whether the character right after the current token is `<`.
func (p *parser) bracketFollows() bool { return p.tok.end < len(p.s) && p.s[p.tok.end] == '<' }

// enterDialectSymbol moves the cursor to the mnemonic of `!dialect.mnemonic` or `!dialect<mnemonic`, and reports
// whether a closing `>` belongs to the form.
func (p *parser) enterDialectSymbol(d *ir.Dialect, dotted bool) (closing bool) {
	if dotted {
		p.resetTo(p.tok.start + 1 + len(d.Name) + 1)
		return false
	}
	p.next()
	p.want('<', "expected '<'")
	return true
}

// dialectBody returns the body of a type or attribute of an unknown dialect, byte for byte. The body is the text after
// the dot with its balanced `<...>` if there is one, or the text between `dialect<` and `>`. The current token is the
// name.
func (p *parser) dialectBody(rest string, dotted bool) string {
	if !dotted {
		open := p.tok.end
		end := p.balancedEnd(open)
		if end < 0 {
			return ""
		}
		p.resetTo(end)
		p.prevEnd = end
		return p.s[open+1 : end-1]
	}
	start, end := p.tok.end-len(rest), p.tok.end
	if rest == "" {
		p.next() // the character after the dot need not start a token
		p.failHere("expected a name after '.'")
		return ""
	}
	if p.bracketFollows() {
		if end = p.balancedEnd(end); end < 0 {
			return ""
		}
	}
	p.resetTo(end)
	p.prevEnd = end
	return p.s[start:end]
}

// balancedEnd returns the offset after the `>` that closes the `<` at an offset. It fails and returns -1 if brackets or
// strings inside are not closed. `->` closes nothing.
func (p *parser) balancedEnd(at int) int {
	var open []byte
	s := p.s
	for i := at; i < len(s) && s[i] != 0; i++ {
		switch c := s[i]; c {
		case '<', '[', '(', '{':
			open = append(open, c)
		case '-':
			if i+1 < len(s) && s[i+1] == '>' {
				i++
			}
		case '>', ']', ')', '}':
			if last := len(open) - 1; open[last] != opening(c) {
				return p.unbalanced(at, open)
			}
			open = open[:len(open)-1]
			if len(open) == 0 {
				return i + 1
			}
		case '"':
			p.tok.start = i
			if p.scanString(i); p.err != nil {
				return -1
			}
			i = p.tok.end - 1
		}
	}
	return p.unbalanced(at, open)
}

func (p *parser) unbalanced(at int, open []byte) int {
	p.fail(at, "unbalanced '%c' character in pretty dialect name", open[len(open)-1])
	return -1
}

// opening returns the opening bracket for a closing one.
func opening(c byte) byte {
	switch c {
	case '>':
		return '<'
	case ']':
		return '['
	case ')':
		return '('
	}
	return '{'
}

// leaveCustom makes errors those of a type or attribute, and not of the enclosing operation, until the returned
// function is called.
func (p *parser) leaveCustom() (restore func()) {
	info := p.custom.info
	p.custom.info = nil
	return func() { p.custom.info = info }
}

// extendedType reads `!alias`, `!dialect.mnemonic...` or `!dialect<...>`.
func (p *parser) extendedType() ir.Type {
	start := p.tok.start
	name := p.spelling()[1:]
	dialect, rest, dotted := cutDot(name)
	if !dotted && !p.bracketFollows() {
		return useAlias(p, p.aliases.types)
	}
	if !p.enter() {
		return nil
	}
	defer p.leave()
	if d := p.ctx.Dialect(dialect); d != nil {
		return p.registeredType(d, start, dotted)
	}
	body := p.dialectBody(rest, dotted)
	if p.err != nil {
		return nil
	}
	if !p.ctx.AllowUnregistered {
		p.fail(start, "`!%s<\"%s\">` type created with unregistered dialect. If this is intended, please call "+
			"allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool "+
			"used", dialect, body)
		return nil
	}
	return p.ctx.OpaqueType(dialect, body)
}

func (p *parser) registeredType(d *ir.Dialect, start int, dotted bool) ir.Type {
	closing := p.enterDialectSymbol(d, dotted)
	at := p.tok.start
	defer p.leaveCustom()()
	var t ir.Type
	if def := findType(d, p); def != nil {
		p.next()
		t = def.Parse(p)
	} else if d.ParseType != nil {
		t = d.ParseType(p)
	} else if len(d.Types) == 0 {
		p.fail(at, "dialect '%s' provides no type parsing hook", d.Name)
	} else {
		p.fail(at, "unknown  type `%s` in dialect `%s`", p.spelling(), d.Name)
	}
	if closing {
		p.want('>', "expected '>'")
	}
	if p.err != nil {
		return nil
	}
	return t
}

func findType(d *ir.Dialect, p *parser) *ir.TypeDef {
	if p.tok.kind == tokBare {
		for _, def := range d.Types {
			if def.Mnemonic == p.spelling() {
				return def
			}
		}
	}
	return nil
}

// extendedAttr reads `#alias`, `#dialect.mnemonic...` or `#dialect<...>`, the latter with an optional `: type`.
func (p *parser) extendedAttr(t ir.Type) ir.Attribute {
	start := p.tok.start
	name := p.spelling()[1:]
	dialect, rest, dotted := cutDot(name)
	if !dotted && !p.bracketFollows() {
		return useAlias(p, p.aliases.attrs)
	}
	if !p.enter() {
		return nil
	}
	defer p.leave()
	if d := p.ctx.Dialect(dialect); d != nil {
		return p.registeredAttr(d, t, dotted)
	}
	body := p.dialectBody(rest, dotted)
	if p.err == nil && t == nil && p.try(':') {
		t = p.Type()
	}
	if p.err != nil {
		return nil
	}
	if !p.ctx.AllowUnregistered {
		p.fail(start, "#\"%s\"<\"%s\"> : %s attribute created with unregistered dialect. If this is intended, please "+
			"call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt "+
			"tool used", dialect, body, ir.Quote(t))
		return nil
	}
	return p.ctx.OpaqueAttr(dialect, body, t)
}

func (p *parser) registeredAttr(d *ir.Dialect, t ir.Type, dotted bool) ir.Attribute {
	closing := p.enterDialectSymbol(d, dotted)
	at := p.tok.start
	defer p.leaveCustom()()
	var a ir.Attribute
	if def := findAttr(d, p); def != nil {
		p.next()
		a = def.Parse(p, t)
	} else if d.ParseAttr != nil {
		a = d.ParseAttr(p, t)
	} else if len(d.Attrs) == 0 {
		p.fail(at, "dialect '%s' provides no attribute parsing hook", d.Name)
	} else {
		p.fail(at, "unknown attribute `%s` in dialect `%s`", p.spelling(), d.Name)
	}
	if closing {
		p.want('>', "expected '>'")
	}
	if p.err != nil {
		return nil
	}
	return a
}

func findAttr(d *ir.Dialect, p *parser) *ir.AttrDef {
	if p.tok.kind == tokBare {
		for _, def := range d.Attrs {
			if def.Mnemonic == p.spelling() {
				return def
			}
		}
	}
	return nil
}

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

// dialectBody returns the body of a symbol of a dialect that is not loaded, byte for byte: what follows the dot with
// its balanced `<...>` if there is one, or what stands between `dialect<` and `>`. The current token is the symbol.
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
		p.next() // the character after the dot may be none that a token starts with
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

// balancedEnd returns the offset behind the `>` that closes the `<` at an offset; it fails and returns -1 when
// brackets or strings inside do not close. `->` closes nothing.
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

// opening returns the bracket that a closing one belongs to.
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

// leaveCustom makes errors those of a type or attribute, not of the operation around it, until the result is called.
func (p *parser) leaveCustom() (restore func()) {
	info := p.custom.info
	p.custom.info = nil
	return func() { p.custom.info = info }
}

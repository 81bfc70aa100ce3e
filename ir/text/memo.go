package text

import (
	"strings"

	"github.com/girih-ir/girih/ir"
)

// memo maps pieces of text to the values that were read from them. Most operations of a function share their trailing
// signature and their property dictionary with other operations, byte for byte, and to read those is most of the work
// of reading an operation. The key of a piece is the text from its first character to the end of its line. For the same
// key, the parser would consume the same number of bytes.
type memo[T any] struct {
	m map[string]memoEntry[T]
}

type memoEntry[T any] struct {
	value T
	used  int // bytes, from the piece's first character to the start of the token after it
}

const (
	memoMaxText    = 128
	memoMaxEntries = 4096
)

// line returns the text from the current token to the end of its line, if that is short enough to remember. It finds
// nothing within the definition of an alias, where all text must be read so that its extent is counted.
func (p *parser) line() (string, bool) {
	if p.defining {
		return "", false
	}
	return lineAt(p.s[p.tok.start:])
}

func lineAt(s string) (string, bool) {
	if i := strings.IndexByte(s[:min(len(s), memoMaxText)], '\n'); i >= 0 {
		return s[:i], true
	}
	return "", false
}

func (m *memo[T]) find(p *parser) (T, bool) {
	if line, ok := p.line(); ok {
		if e, ok := m.m[line]; ok {
			p.tok.end = p.tok.start + e.used
			p.pos = p.tok.end
			p.next()
			return e.value, true
		}
	}
	var zero T
	return zero, false
}

// store remembers the value of the piece that started at an offset and ended before the current token.
func (m *memo[T]) store(p *parser, start int, value T) {
	if p.err != nil || len(m.m) >= memoMaxEntries {
		return
	}
	used := p.prevEnd - start
	line, ok := lineAt(p.s[start:])
	if !ok || used > len(line) {
		return
	}
	if m.m == nil {
		m.m = make(map[string]memoEntry[T])
	}
	m.m[line] = memoEntry[T]{value, used}
}

// forgetMemos is called when aliases change what text means.
func (p *parser) forgetMemos() {
	p.sigs, p.props, p.dicts, p.types = memo[signature]{}, memo[*ir.DictAttr]{}, memo[*ir.DictAttr]{}, memo[ir.Type]{}
}

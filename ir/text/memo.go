package text

import (
	"strings"

	"github.com/girih-ir/girih/ir"
)

// memo maps pieces of text to the values that were read from them. Most operations of a function share their trailing
// signature and their property dictionary with other operations, byte for byte, and to read those is most of the work
// of reading an operation. The key of a piece is a text that starts with it: up to the end of its line, or for a type
// up to its closing bracket. For the same key, the parser would consume the same number of bytes.
type memo[T any] struct {
	m map[string]memoEntry[T]
}

// keyAt returns the key of the piece with which a text starts, if it is short enough to remember.
type keyAt func(s string) (key string, ok bool)

type memoEntry[T any] struct {
	value T
	used  int // bytes, from the piece's first character to the start of the token after it
}

const (
	memoMaxText    = 128
	memoMaxEntries = 4096
)

// lineAt returns a text up to the end of its line, or up to a location, which is another one for each operation.
func lineAt(s string) (string, bool) {
	s = s[:min(len(s), memoMaxText)]
	line, _, ok := strings.Cut(s, "\n")
	if before, _, located := strings.Cut(line, " loc("); located {
		return before, true
	}
	return line, ok
}

// bracketAt returns a text up to the bracket that closes the first one, or a bit before it if there are arrows.
func bracketAt(s string) (string, bool) {
	s = s[:min(len(s), memoMaxText)]
	for end, closed := 0, 1; ; closed++ {
		next := strings.IndexByte(s[end:], '>')
		if next < 0 || strings.IndexByte(s[end:end+next], '\n') >= 0 {
			return "", false
		}
		if end += next + 1; strings.Count(s[:end], "<") == closed {
			return s[:end], true
		}
	}
}

// find returns the value of the piece that starts at the current token, and moves past it. It finds nothing within the
// definition of an alias, where all text must be read so that its extent is counted.
func (m *memo[T]) find(p *parser, at keyAt) (T, bool) {
	if !p.defining {
		if key, ok := at(p.s[p.tok.start:]); ok {
			if e, ok := m.m[key]; ok {
				p.tok.end = p.tok.start + e.used
				p.pos = p.tok.end
				p.next()
				return e.value, true
			}
		}
	}
	var zero T
	return zero, false
}

// store remembers the value of the piece that started at an offset and ended before the current token.
func (m *memo[T]) store(p *parser, start int, at keyAt, value T) {
	if p.err != nil || len(m.m) >= memoMaxEntries {
		return
	}
	used := p.prevEnd - start
	key, ok := at(p.s[start:])
	if !ok || used > len(key) {
		return
	}
	if m.m == nil {
		m.m = make(map[string]memoEntry[T])
	}
	m.m[key] = memoEntry[T]{value, used}
}

// forgetMemos is called when aliases change what text means.
func (p *parser) forgetMemos() {
	p.sigs, p.props, p.dicts, p.types = memo[signature]{}, memo[*ir.DictAttr]{}, memo[*ir.DictAttr]{}, memo[ir.Type]{}
}

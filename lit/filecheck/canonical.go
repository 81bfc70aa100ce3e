package filecheck

import (
	"encoding/binary"
	"math/bits"
)

// canonicalize removes the carriage returns before newlines. Unless whitespace is strict, it also replaces each run of
// spaces and tabs by one space. If there is nothing to change, it returns the text itself.
func canonicalize(text []byte, strict bool) []byte {
	if nextChange(text, 0, strict) == len(text) {
		return text
	}
	c := canonicalizer{strict: strict, out: make([]byte, 0, len(text))}
	c.write(text)
	return c.finish()
}

// canonicalizer canonicalizes a text that arrives in pieces.
type canonicalizer struct {
	strict  bool
	out     []byte
	blank   bool // the piece before ended in a run of blanks
	carried bool // the piece before ended in a carriage return that is not written yet
}

// write adds a piece of the text.
func (c *canonicalizer) write(text []byte) {
	if c.carried && len(text) > 0 {
		if text[0] != '\n' {
			c.out = append(c.out, '\r')
		}
		c.carried = false
	}
	at := 0
	if c.blank {
		at = skipBlanks(text, 0)
		c.blank = at == len(text)
	}
	for at < len(text) {
		next := nextChange(text, at, c.strict)
		c.out = append(c.out, text[at:next]...)
		if next == len(text) {
			c.endPiece()
			return
		}
		at = next + 1
		if text[next] != '\r' {
			c.out = append(c.out, ' ')
			at = skipBlanks(text, at)
			c.blank = at == len(text)
		}
	}
}

// endPiece records what the next piece needs to know about the end of this one.
func (c *canonicalizer) endPiece() {
	last := len(c.out) - 1
	switch {
	case c.out[last] == '\r':
		c.out = c.out[:last]
		c.carried = true
	case c.out[last] == ' ' && !c.strict:
		c.blank = true
	}
}

// finish returns the whole canonicalized text.
func (c *canonicalizer) finish() []byte {
	if c.carried {
		c.out = append(c.out, '\r')
	}
	return c.out
}

func skipBlanks(text []byte, at int) int {
	for at < len(text) && isBlank(text[at]) {
		at++
	}
	return at
}

// nextChange returns the next position, from i on, at which canonicalization changes something, or the length of the
// text.
func nextChange(text []byte, i int, strict bool) int {
	for start := i; ; i++ {
		i = nextCandidate(text, i)
		if i >= len(text) {
			return len(text)
		}
		last := i+1 == len(text)
		switch c := text[i]; {
		case c == '\r' && !last && text[i+1] == '\n':
			return i
		case c == '\t' && !strict && i > start && text[i-1] == ' ':
			return i - 1
		case c == '\t' && !strict, c == ' ' && !strict && !last && isBlank(text[i+1]):
			return i
		}
	}
}

// Eight equal bytes, to compare eight bytes at once.
const (
	ones    = 0x0101010101010101
	low7    = 0x7f * ones
	spaces  = ' ' * ones
	tabs    = '\t' * ones
	tabOrCR = '\r' ^ '\t'
)

// equal returns a word with the high bit set in each byte that is the same in both.
func equal(a, b uint64) uint64 {
	d := a ^ b
	return ^((d&low7 + low7) | d | low7)
}

// nextCandidate returns the position, from i on, of the next tab, carriage return or pair of spaces. Near the end of
// the text it may return the position of any byte.
func nextCandidate(text []byte, i int) int {
	for ; i+9 <= len(text); i += 8 {
		here, next := binary.LittleEndian.Uint64(text[i:]), binary.LittleEndian.Uint64(text[i+1:])
		// A tab and a carriage return differ in only one bit.
		found := equal(here, spaces)&equal(next, spaces) | equal(here&^(tabOrCR*ones), tabs)
		if found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	return i
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

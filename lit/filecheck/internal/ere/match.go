package ere

import (
	"bytes"
	"context"
	"math"
)

const (
	// referenceLimit bounds the work of one match with back-references, which can be exponential in the text.
	referenceLimit = 100_000_000
	// captureLimit bounds the work for the captures of one match, which is at worst quadratic in its length.
	captureLimit = 2_000_000_000
)

// Matcher runs an expression. It keeps memory between matches and is not safe for concurrent use.
type Matcher struct {
	re      *Regexp
	ctx     context.Context
	steps   int
	limit   int // for steps
	err     error
	threads threads
	states  closure
	auto    *automaton
	misses  int // lines searched in vain by the threads
	// literals are the uses of the expression's literals, of which that at literal is looked for.
	literals []literalUse
	literal  int
}

// NewMatcher returns a matcher for the expression.
func (re *Regexp) NewMatcher() *Matcher { return &Matcher{re: re} }

// maxText bounds the text, whose offsets are kept in 32 bits.
const maxText = math.MaxInt32

// Match finds the leftmost match in text and of those the longest. It returns the offsets of the match and, if captures
// is set, of every group after it: -1 for a group without one; nil means no match. The error is [ErrTooComplex] or that
// of the context.
func (m *Matcher) Match(ctx context.Context, text []byte, captures bool) ([]int, error) {
	m.ctx, m.steps, m.limit, m.err = ctx, 0, captureLimit, nil
	if len(text) > maxText {
		return nil, ErrTooComplex
	}
	var loc []int
	switch {
	case m.re.backref:
		m.limit = referenceLimit
		loc = m.matchBackref(text)
	case captures && m.re.groups > 0:
		if start, end, ok := m.find(text, 0); ok {
			loc = m.captures(text, start, end)
		}
	default:
		if start, end, ok := m.find(text, 0); ok {
			loc = []int{start, end}
		}
	}
	if m.err != nil {
		return nil, m.err
	}
	return loc, nil
}

// step counts work and tells whether to go on.
func (m *Matcher) step(n int) bool {
	m.steps += n
	if m.steps >= m.limit {
		m.fail(ErrTooComplex)
	}
	if m.steps&0xffff < n {
		m.alive()
	}
	return m.err == nil
}

// alive tells whether the context still is.
func (m *Matcher) alive() bool {
	if err := m.ctx.Err(); err != nil {
		m.fail(err)
	}
	return m.err == nil
}

func (m *Matcher) fail(err error) {
	if m.err == nil {
		m.err = err
	}
}

// manyMisses is the number of lines after which building an automaton pays.
const manyMisses = 8

// find returns the leftmost longest match that starts at from or later, taking back-references for copies of the
// expression of their group.
func (m *Matcher) find(text []byte, from int) (start, end int, ok bool) {
	if !m.re.oneLine || len(m.re.literals) == 0 {
		return m.findIn(text, from, len(text))
	}
	for {
		at := m.nextLiteral(text[from:])
		if at < 0 || !m.alive() {
			return 0, 0, false
		}
		lo := from + bytes.LastIndexByte(text[from:from+at], '\n') + 1
		hi := len(text)
		if i := bytes.IndexByte(text[from+at:], '\n'); i >= 0 {
			hi = from + at + i
		}
		if start, end, ok = m.findInLine(text, lo, hi); ok || hi == len(text) {
			return start, end, ok
		}
		from = hi + 1
	}
}

// trials is how often a literal is looked for before it is compared with the others.
const trials = 4

// literalUse is what is known of a literal: how often it was looked for, and how far from the start of the search it
// was.
type literalUse struct{ uses, distance int }

// nextLiteral returns the offset of a literal in text, or -1 if one is not there. All are tried for a while; then it is
// the one that leaves out the most text.
func (m *Matcher) nextLiteral(text []byte) int {
	if m.literals == nil {
		m.literals = make([]literalUse, len(m.re.literals))
	}
	use := &m.literals[m.literal]
	at := m.re.literals[m.literal].Index(text)
	use.uses++
	use.distance += at
	if use.uses == trials {
		if m.literal+1 < len(m.literals) {
			m.literal++
		} else {
			for i, u := range m.literals {
				if u.distance > m.literals[m.literal].distance {
					m.literal = i
				}
			}
		}
	}
	return at
}

// findInLine is find in a part of text that ends before a newline or with the text.
func (m *Matcher) findInLine(text []byte, lo, hi int) (start, end int, ok bool) {
	if m.misses >= manyMisses {
		return m.findIn(text, lo, hi)
	}
	if start, end, ok = m.leftmost(text, lo, hi); !ok {
		m.misses++
	}
	return start, end, ok
}

// findIn is find in a part of text that ends before a newline or with the text.
func (m *Matcher) findIn(text []byte, lo, hi int) (start, end int, ok bool) {
	if m.auto == nil {
		m.auto = newAutomaton(m.re)
	}
	cold, ok := m.auto.scan(m, text, lo, hi)
	if !ok {
		return 0, 0, false
	}
	return m.leftmost(text, cold, hi)
}

// situation is what assertions look at.
type situation struct{ bol, eol, bow, eow bool }

// at returns the situation at a position of text.
func at(text []byte, pos int) situation {
	var s situation
	s.bol = pos == 0 || text[pos-1] == '\n'
	s.eol = pos == len(text) || text[pos] == '\n'
	before := pos > 0 && isWord(text[pos-1])
	after := pos < len(text) && isWord(text[pos])
	s.bow, s.eow = !before && after, before && !after
	return s
}

// holds tells whether an assertion holds.
func (s situation) holds(op opcode) bool {
	switch op {
	case opBOL:
		return s.bol
	case opEOL:
		return s.eol
	case opBOW:
		return s.bow
	default:
		return s.eow
	}
}

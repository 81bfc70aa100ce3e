package ere

import (
	"bytes"
	"context"
	"math"
)

const (
	// referenceLimit limits the steps of one match with back-references, which can be exponential in the text.
	referenceLimit = 100_000_000
	// captureLimit limits the steps for the captures of one match, which are at worst quadratic in its length.
	captureLimit = 2_000_000_000
)

// Matcher runs an expression. It keeps memory between matches and is not safe for concurrent use.
type Matcher struct {
	re      *Regexp
	ctx     context.Context
	steps   int
	limit   int // of steps
	err     error
	threads threads
	states  closure
	auto    *automaton
	misses  int // the number of lines in which the threads found no match
	// literals are the statistics of the expression's literals. literal is the index of the one to search for.
	literals []literalUse
	literal  int
}

// NewMatcher returns a matcher for the expression.
func (re *Regexp) NewMatcher() *Matcher { return &Matcher{re: re} }

// maxText is the size of the largest text, because offsets are kept in 32 bits.
const maxText = math.MaxInt32

// Match finds the leftmost match in text, and the longest one of these. It returns the offsets of the match. If
// captures is set, it also returns the offsets of every group, or -1 for a group that captured nothing. nil means that
// there is no match. The error is [ErrTooComplex] or the error of the context.
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

// step counts a step and returns whether to continue.
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

// alive returns whether the context is not done.
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

// manyMisses is the number of lines from which on it is worth building an automaton.
const manyMisses = 8

// find returns the leftmost longest match that starts at from or later. It treats each back-reference as a copy of the
// expression in its group.
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

// trials is the number of searches for a literal before it is compared with the others.
const trials = 4

// literalUse is the statistics of a literal: the number of searches, and the sum of the distances from the start of
// each search to the literal.
type literalUse struct{ uses, distance int }

// nextLiteral returns the offset of a literal in text, or -1 if the literal does not occur. It tries each literal for a
// while. Then it uses the one that lets it skip the most text.
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

// findInLine is find in a part of text that ends before a newline or at the end of the text.
func (m *Matcher) findInLine(text []byte, lo, hi int) (start, end int, ok bool) {
	if m.misses >= manyMisses {
		return m.findIn(text, lo, hi)
	}
	if start, end, ok = m.leftmost(text, lo, hi); !ok {
		m.misses++
	}
	return start, end, ok
}

// findIn is find in a part of text that ends before a newline or at the end of the text.
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

// situation is the information about a position that assertions need.
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

// holds returns whether an assertion is true.
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

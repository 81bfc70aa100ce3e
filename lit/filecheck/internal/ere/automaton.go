package ere

import (
	"encoding/binary"
	"slices"
)

// maxStates limits the memory of an automaton. When it is reached, all states are dropped and built again.
const maxStates = 2000

// kind is the information about a neighboring byte that assertions need.
type kind uint8

const (
	kindOther kind = iota
	kindWord
	kindLine // a newline, or the end of the text
)

// automaton is a deterministic automaton that finds out whether there is a match. It is built while it runs.
type automaton struct {
	re      *Regexp
	class   [256]uint8
	classes int // without the class for the end
	bytes   []byte
	states  map[string]*state
	start   *state
	hit     *state
	set     closure
	key     []byte
}

// state is the set of instructions reached after a byte of some kind, before assertions are checked.
type state struct {
	pcs  []int32
	last kind
	cold bool // no earlier match is in progress, see [threads.cold]
	next []*state
}

func newAutomaton(re *Regexp) *automaton {
	a := &automaton{re: re, hit: &state{}}
	a.classify()
	a.reset()
	return a
}

func (a *automaton) reset() {
	a.states = map[string]*state{}
	a.start = a.state([]int32{0}, kindLine)
}

// classify divides the bytes into classes. The program treats all bytes of a class alike.
func (a *automaton) classify() {
	a.classes = 1
	var single byteSet
	for _, in := range a.re.prog {
		if in.op == opByte {
			single.add(byte(in.x))
		}
	}
	for c := range a.class {
		if single.has(byte(c)) {
			a.class[c] = uint8(a.classes)
			a.classes++
		}
	}
	for i := range a.re.sets {
		a.refine(a.re.sets[i].has)
	}
	if a.re.asserts {
		a.refine(isWord)
		a.refine(func(c byte) bool { return c == '\n' })
	}
	a.bytes = make([]byte, a.classes)
	for c, class := range a.class {
		a.bytes[class] = byte(c)
	}
}

// refine divides classes by whether their bytes are in a set.
func (a *automaton) refine(has func(c byte) bool) {
	var outside [256]bool // by class, whether it has bytes outside the set
	for c, class := range a.class {
		outside[class] = outside[class] || !has(byte(c))
	}
	var part [256]uint8 // by class, the class of its bytes in the set, or 0
	for c, class := range a.class {
		if !outside[class] || !has(byte(c)) {
			continue
		}
		if part[class] == 0 {
			part[class] = uint8(a.classes)
			a.classes++
		}
		a.class[c] = part[class]
	}
}

// scan finds the end of the match that ends first in text[lo:hi]. It returns the last position before it at which no
// match was in progress: the leftmost match starts there or later.
func (a *automaton) scan(m *Matcher, text []byte, lo, hi int) (cold int, ok bool) {
	s := a.start
	cold = lo
	if lo > 0 && text[lo-1] != '\n' {
		s = a.state([]int32{0}, a.kindOf(text[lo-1]))
	}
	for pos := lo; pos < hi; pos++ {
		if s.cold {
			cold = pos
		}
		c := text[pos]
		next := s.next[a.class[c]]
		if next == nil {
			next = a.advance(s, int(a.class[c]), a.kindOf(c))
			if !m.alive() {
				return 0, false
			}
		}
		if next == a.hit {
			return cold, true
		}
		s = next
	}
	if s.cold {
		cold = hi
	}
	next := s.next[a.classes]
	if next == nil {
		next = a.advance(s, a.classes, kindLine)
	}
	return cold, next == a.hit
}

func (a *automaton) kindOf(c byte) kind {
	switch {
	case !a.re.asserts:
		return kindOther
	case c == '\n':
		return kindLine
	case isWord(c):
		return kindWord
	}
	return kindOther
}

// state returns the state for a set of instructions.
func (a *automaton) state(pcs []int32, last kind) *state {
	if !a.re.asserts {
		last = kindOther
	}
	a.key = append(a.key[:0], byte(last))
	for _, pc := range pcs {
		a.key = binary.AppendUvarint(a.key, uint64(pc))
	}
	s := a.states[string(a.key)]
	if s == nil {
		s = &state{pcs: slices.Clone(pcs), last: last, cold: true}
		for _, pc := range pcs {
			s.cold = s.cold && a.re.fresh[pc]
		}
		s.next = make([]*state, a.classes+1)
		a.states[string(a.key)] = s
	}
	return s
}

// advance computes the state after a byte of a class; the last class is the end of the text.
func (a *automaton) advance(s *state, class int, next kind) *state {
	here := situation{
		bol: s.last == kindLine, eol: next == kindLine,
		bow: s.last != kindWord && next == kindWord, eow: s.last == kindWord && next != kindWord,
	}
	last := int32(len(a.re.prog) - 1)
	a.set.reset(a.re)
	for _, pc := range s.pcs {
		a.set.add(a.re.prog, thread{pc: pc}, here, last)
	}
	a.set.settle(a.re, here, last)
	if a.set.find(last) >= 0 {
		s.next[class] = a.hit
		return a.hit
	}
	var pcs []int32
	for _, th := range a.set.list {
		if class < a.classes && a.re.prog[th.pc].consumes(a.re, a.bytes[class]) {
			pcs = append(pcs, th.pc+1)
		}
	}
	pcs = append(pcs, 0)
	slices.Sort(pcs)
	pcs = slices.Compact(pcs)
	if len(a.states) >= maxStates {
		a.reset()
	}
	to := a.state(pcs, next)
	s.next[class] = to
	return to
}

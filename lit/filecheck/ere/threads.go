package ere

import "bytes"

// thread is an instruction reached by a match that began at start.
type thread struct{ pc, start int }

// threads simulates the program for all starts at once, in time linear in the text. Of the threads that reach the same
// instruction only the one with the earliest start is kept.
type threads struct {
	now, next []thread
	index     []int32 // by instruction, into now, if that entry is of the instruction
	stack     []thread
	words     []thread // threads that wait at a word boundary
}

// leftmost returns the leftmost longest match in text[lo:hi].
func (m *Matcher) leftmost(text []byte, lo, hi int) (start, end int, ok bool) {
	t := &m.threads
	if t.index == nil {
		t.index = make([]int32, len(m.re.prog))
	}
	t.next = t.next[:0]
	for pos := lo; ; pos++ {
		if len(t.next) == 0 {
			if ok {
				return start, end, true
			}
			if pos = m.skip(text, pos, hi); pos < 0 {
				return 0, 0, false
			}
		}
		var here situation
		if m.re.asserts {
			here = at(text, pos)
		}
		t.now = t.now[:0]
		for _, th := range t.next {
			t.add(m.re.prog, th, here, false)
		}
		if !ok {
			t.add(m.re.prog, thread{0, pos}, here, false)
		}
		t.addWords(m.re.prog, here)
		for _, th := range t.now {
			if m.re.prog[th.pc].op == opMatch && (!ok || th.start <= start) {
				start, end, ok = th.start, pos, true
			}
		}
		if pos == hi {
			return start, end, ok
		}
		if pos&0xffff == 0 && !m.alive() {
			return 0, 0, false
		}
		t.consume(m.re, text[pos], start, ok)
	}
}

// skip returns the next position where a match may start, or -1.
func (m *Matcher) skip(text []byte, pos, hi int) int {
	if len(m.re.prefix) == 0 {
		return pos
	}
	i := bytes.Index(text[pos:hi], m.re.prefix)
	if i < 0 {
		return -1
	}
	return pos + i
}

// consume sets next to what is reached over a byte. Once a match is known, later starts are of no interest.
func (t *threads) consume(re *Regexp, c byte, start int, found bool) {
	t.next = t.next[:0]
	for _, th := range t.now {
		if found && th.start > start {
			continue
		}
		in := re.prog[th.pc]
		if in.op == opByte && byte(in.x) == c || in.op == opSet && re.sets[in.x].has(c) {
			t.next = append(t.next, thread{th.pc + 1, th.start})
		}
	}
}

// add adds a thread and what it reaches without consuming. Line assertions are passed only before word assertions are
// looked at, as in Spencer's engine, where [[:>:]]$ does not match.
func (t *threads) add(prog []instr, th thread, here situation, afterWord bool) {
	t.stack = append(t.stack[:0], th)
	for len(t.stack) > 0 {
		th := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		if i := int(t.index[th.pc]); i < len(t.now) && t.now[i].pc == th.pc {
			if t.now[i].start <= th.start {
				continue
			}
			t.now[i].start = th.start
		} else {
			t.index[th.pc] = int32(len(t.now))
			t.now = append(t.now, th)
		}
		next := thread{th.pc + 1, th.start}
		switch in := prog[th.pc]; in.op {
		case opByte, opSet, opMatch:
		case opBOL, opEOL:
			if !afterWord && here.holds(in.op) {
				t.stack = append(t.stack, next)
			}
		case opBOW, opEOW:
			if !afterWord && here.holds(in.op) {
				t.words = append(t.words, next)
			}
		case opSplit, opLoop:
			t.stack = append(t.stack, next, thread{int(in.x), th.start})
		case opJump:
			t.stack = append(t.stack, thread{int(in.x), th.start})
		default:
			t.stack = append(t.stack, next)
		}
	}
}

// addWords lets the threads go on that wait at a word boundary.
func (t *threads) addWords(prog []instr, here situation) {
	for _, th := range t.words {
		t.add(prog, th, here, true)
	}
	t.words = t.words[:0]
}

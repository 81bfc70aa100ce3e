package ere

import "bytes"

// threads simulates the program for all starts at once. The time is linear in the text.
type threads struct {
	now  closure
	next []thread
}

// leftmost returns the leftmost longest match in text[lo:hi].
func (m *Matcher) leftmost(text []byte, lo, hi int) (start, end int, ok bool) {
	t := &m.threads
	last := int32(len(m.re.prog) - 1)
	t.next = t.next[:0]
	for pos := lo; ; pos++ {
		if !ok && t.cold(m.re) {
			t.next = t.next[:0]
		}
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
		t.now.reset(m.re)
		for _, th := range t.next {
			t.now.add(m.re.prog, th, here, last)
		}
		if !ok {
			t.now.add(m.re.prog, thread{0, int32(pos)}, here, last)
		}
		if m.re.asserts {
			t.now.settle(m.re, here, last)
		}
		if i := t.now.find(last); i >= 0 && (!ok || int(t.now.list[i].start) <= start) {
			start, end, ok = int(t.now.list[i].start), pos, true
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

// cold returns whether a match that starts here also reaches all threads. Then Spencer's engine forgets matches that
// started earlier, so that its match is not always the leftmost one.
func (t *threads) cold(re *Regexp) bool {
	for _, th := range t.next {
		if !re.fresh[th.pc] {
			return false
		}
	}
	return true
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

// consume sets next to the threads after a byte. Once a match is known, it ignores later starts.
func (t *threads) consume(re *Regexp, c byte, start int, found bool) {
	t.next = t.next[:0]
	for _, th := range t.now.list {
		if found && int(th.start) > start {
			continue
		}
		if re.prog[th.pc].consumes(re, c) {
			t.next = append(t.next, thread{th.pc + 1, th.start})
		}
	}
}

// consumes returns whether an instruction accepts a byte.
func (in instr) consumes(re *Regexp, c byte) bool {
	return in.op == opByte && byte(in.x) == c || in.op == opSet && re.sets[in.x].has(c)
}

package ere

// captures finds the texts of the groups in the match text[start:end]. Each element of a sequence, from left to right,
// takes as much as possible, provided that the rest of the sequence still matches the rest of the text. A loop captures
// in its last round. An alternation captures in its first branch that matches.
func (m *Matcher) captures(text []byte, start, end int) []int {
	loc := make([]int, 2*(m.re.groups+1))
	for i := range loc {
		loc[i] = -1
	}
	loc[0], loc[1] = start, end
	m.dissect(loc, m.re.top, text, start, end)
	return loc
}

// dissect divides text[start:stop], which matches the sequence, among its elements.
func (m *Matcher) dissect(loc []int, s sequence, text []byte, start, stop int) {
	rest := m.reachable(s, text, start, stop)
	pos := start
	for _, el := range s.elements {
		if m.err != nil {
			return
		}
		switch el.kind {
		case elemOpen:
			loc[2*el.group] = pos
			continue
		case elemClose:
			loc[2*el.group+1] = pos
			continue
		}
		end := pos
		m.ends(el.lo, el.hi, text, pos, stop, func(p int) {
			if rest.has(p, el.hi) {
				end = p
			}
		})
		if el.branches != nil {
			m.dissectInside(loc, el, text, pos, end)
		}
		pos = end
	}
}

// dissectInside divides the text that a compound element matched among the elements inside it.
func (m *Matcher) dissectInside(loc []int, el element, text []byte, pos, end int) {
	switch el.kind {
	case elemQuest:
		if inner := el.branches[0]; m.matches(inner, text, pos, end) {
			m.dissect(loc, inner, text, pos, end)
		}
	case elemPlus:
		from, to := m.lastRound(el.branches[0], text, pos, end)
		m.dissect(loc, el.branches[0], text, from, to)
	case elemAlternate:
		for _, branch := range el.branches {
			if m.matches(branch, text, pos, end) {
				m.dissect(loc, branch, text, pos, end)
				return
			}
		}
	}
}

// lastRound returns the last round of a loop. It makes each round as long as possible.
func (m *Matcher) lastRound(body sequence, text []byte, pos, end int) (from, to int) {
	from, to = pos, pos
	for m.err == nil {
		longest := -1
		m.ends(body.lo, body.hi, text, to, end, func(p int) { longest = p })
		if longest < 0 {
			return from, to
		}
		if longest == to {
			return to, to
		}
		from, to = to, longest
	}
	return from, to
}

// matches returns whether a sequence matches text[pos:end].
func (m *Matcher) matches(s sequence, text []byte, pos, end int) bool {
	found := false
	m.ends(s.lo, s.hi, text, pos, end, func(p int) { found = found || p == end })
	return found
}

// ends calls visit for every end of a match of prog[lo:hi] that starts at pos, in order, up to limit.
func (m *Matcher) ends(lo, hi int32, text []byte, pos, limit int, visit func(int)) {
	set := &m.states
	next := []int32{lo}
	for ; len(next) > 0; pos++ {
		var here situation
		if m.re.asserts {
			here = at(text, pos)
		}
		set.reset(m.re)
		for _, pc := range next {
			set.add(m.re.prog, thread{pc: pc}, here, hi)
		}
		if m.re.asserts {
			set.settle(m.re, here, hi)
		}
		if !m.step(len(set.list)) {
			return
		}
		if set.find(hi) >= 0 {
			visit(pos)
		}
		if pos == limit {
			return
		}
		next = next[:0]
		for _, th := range set.list {
			if th.pc != hi && m.re.prog[th.pc].consumes(m.re, text[pos]) {
				next = append(next, th.pc+1)
			}
		}
	}
}

// maxTable limits the number of words in a table.
const maxTable = 1 << 25

// table contains, by position, the instructions of a sequence from which its end can be reached at the end of the text.
type table struct {
	start int
	lo    int32
	words int
	bits  []uint64
}

func (t *table) at(pos int, pc int32) (word *uint64, mask uint64) {
	i := int(pc - t.lo)
	return &t.bits[(pos-t.start)*t.words+i>>6], 1 << (i & 63)
}

func (t *table) has(pos int, pc int32) bool {
	if t.bits == nil {
		return false
	}
	word, mask := t.at(pos, pc)
	return *word&mask != 0
}

// reachable runs a sequence backward from the end of the text.
func (m *Matcher) reachable(s sequence, text []byte, start, stop int) *table {
	t := &table{start: start, lo: s.lo, words: int(s.hi-s.lo)>>6 + 1}
	size := (stop - start + 1) * t.words
	if size > maxTable {
		m.fail(ErrTooComplex)
		return t
	}
	t.bits = make([]uint64, size)
	word, mask := t.at(stop, s.hi)
	*word |= mask
	for pos := stop; pos >= start && m.step(int(s.hi-s.lo)); pos-- {
		var here situation
		if m.re.asserts {
			here = at(text, pos)
		}
		for again := true; again; {
			again = false
			for pc := s.hi - 1; pc >= s.lo; pc-- {
				if !t.has(pos, pc) && m.leads(t, text, pos, stop, pc, here) {
					word, mask := t.at(pos, pc)
					*word |= mask
					again = m.re.loops
				}
			}
		}
	}
	return t
}

// leads returns whether an instruction leads to one that is in the table.
func (m *Matcher) leads(t *table, text []byte, pos, stop int, pc int32, here situation) bool {
	switch in := m.re.prog[pc]; in.op {
	case opByte, opSet:
		return pos < stop && in.consumes(m.re, text[pos]) && t.has(pos+1, pc+1)
	case opBOL, opEOL, opBOW, opEOW:
		return here.holds(in.op) && t.has(pos, pc+1)
	case opSplit, opLoop:
		return t.has(pos, pc+1) || t.has(pos, in.x)
	case opJump:
		return t.has(pos, in.x)
	default:
		return t.has(pos, pc+1)
	}
}

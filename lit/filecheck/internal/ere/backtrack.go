package ere

import "bytes"

// matchBackref finds the leftmost longest match of an expression with back-references. For candidates of its start and
// end, the expression is matched with copies of the groups in place of the references. Backtracking then decides
// whether a candidate is a match.
func (m *Matcher) matchBackref(text []byte) []int {
	b := backtracker{m: m, text: text}
	for from := 0; from <= len(text); from++ {
		start, _, ok := m.find(text, from)
		if !ok {
			return nil
		}
		var ends []int
		m.ends(0, int32(len(m.re.prog)-1), text, start, len(text), func(p int) { ends = append(ends, p) })
		for i := len(ends) - 1; i >= 0 && m.err == nil; i-- {
			if loc := b.match(start, ends[i]); loc != nil {
				return loc
			}
		}
		if m.err != nil {
			return nil
		}
		from = start
	}
	return nil
}

// backtracker tries the paths through the program one after the other.
type backtracker struct {
	m     *Matcher
	text  []byte
	stop  int
	loc   []int
	round []int // by nesting, the position where the current round of a loop started
	depth int
}

func (b *backtracker) match(start, stop int) []int {
	re := b.m.re
	b.stop = stop
	b.loc = make([]int, 2*(re.groups+1))
	for i := range b.loc {
		b.loc[i] = -1
	}
	b.round = make([]int, re.plus+1)
	if !b.try(0, start, 0) {
		return nil
	}
	b.loc[0], b.loc[1] = start, stop
	return b.loc
}

// maxEmptyReferences limits how many references to empty groups one path may have.
const maxEmptyReferences = 100

// maxDepth limits the number of choices that are open at the same time, because each needs a part of the stack.
const maxDepth = 1_000_000

// try returns whether the program matches from an instruction up to the end of the match.
func (b *backtracker) try(pc int32, pos, empties int) bool {
	if b.depth++; b.depth > maxDepth {
		b.m.fail(ErrTooComplex)
	}
	defer func() { b.depth-- }()
	for b.m.step(1) {
		in := b.m.re.prog[pc]
		switch in.op {
		case opByte, opSet:
			if pos == b.stop || !in.consumes(b.m.re, b.text[pos]) {
				return false
			}
			pos++
			pc++
		case opBOL, opEOL, opBOW, opEOW:
			if !b.holds(in.op, pos) {
				return false
			}
			pc++
		case opJump:
			pc = in.x
		case opMatch:
			return pos == b.stop
		case opBack:
			length := b.reference(int(in.x), pos)
			if length == 0 {
				empties++
			}
			if length < 0 || empties > maxEmptyReferences {
				return false
			}
			pos += length
			pc = in.nest
		case opSplit:
			if b.try(pc+1, pos, empties) {
				return true
			}
			pc = in.x
		case opPlus:
			b.round[in.x] = pos
			pc++
		case opLoop:
			if b.again(in, pos, empties) {
				return true
			}
			pc++
		case opOpen, opClose:
			return b.mark(in, pc, pos, empties)
		}
	}
	return false
}

// again tries another round of a loop, unless the last round was empty.
func (b *backtracker) again(in instr, pos, empties int) bool {
	if b.round[in.nest] == pos {
		return false
	}
	b.round[in.nest] = pos
	return b.try(in.x, pos, empties)
}

// mark sets the start or end of a group. It restores the old value if the rest does not match.
func (b *backtracker) mark(in instr, pc int32, pos, empties int) bool {
	slot := &b.loc[2*in.x]
	if in.op == opClose {
		slot = &b.loc[2*in.x+1]
	}
	saved := *slot
	*slot = pos
	if b.try(pc+1, pos, empties) {
		return true
	}
	*slot = saved
	return false
}

// holds returns whether an assertion is true. No line starts at the end of the text.
func (b *backtracker) holds(op opcode, pos int) bool {
	if op == opBOL && pos > 0 && pos == len(b.text) {
		return false
	}
	return at(b.text, pos).holds(op)
}

// reference returns the length of a group's text if the same text is at pos, or -1.
func (b *backtracker) reference(group, pos int) int {
	from, to := b.loc[2*group], b.loc[2*group+1]
	if to < 0 || from > to || pos+to-from > b.stop || !bytes.Equal(b.text[from:to], b.text[pos:pos+to-from]) {
		return -1
	}
	return to - from
}

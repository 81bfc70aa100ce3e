package ere

import "github.com/girih-ir/girih/lit/filecheck/internal/substring"

type opcode uint8

const (
	opByte  opcode = iota // consume the byte x
	opSet                 // consume a byte of sets[x]
	opBOL                 // at the start of a line
	opEOL                 // at the end of a line
	opBOW                 // at the start of a word
	opEOW                 // at the end of a word
	opSplit               // continue with the next instruction, or at x
	opJump                // continue at x
	opPlus                // start of a loop of nesting x
	opLoop                // end of a loop: repeat from x, or continue
	opOpen                // group x starts
	opClose               // group x ends
	opBack                // text of group x again; up to link is the code of the group, for matching without captures
	opMatch
)

// instr is an instruction. Each part of an expression continues at the instruction after its last one. So a part can
// also run on its own: it has matched when it reaches that instruction.
type instr struct {
	op   opcode
	nest int32 // opLoop: nesting, opBack: link
	x    int32
}

type elementKind uint8

const (
	elemStep  elementKind = iota // one byte, or nothing
	elemQuest                    // ( … )? of a star
	elemPlus
	elemAlternate
	elemOpen
	elemClose
)

// element is a part of an expression. Its extent in a match is determined before the extents of the parts after it.
type element struct {
	kind     elementKind
	lo, hi   int32
	group    int32
	branches []sequence // nil if there are no groups inside
}

// sequence is a concatenation of elements. Parentheses are elements of their own and do not nest.
type sequence struct {
	lo, hi   int32
	elements []element
}

type emitter struct {
	re     *Regexp
	group  [maxBackref + 1]*node
	setIDs map[byteSet]int32
	extra  int // number of instructions that Spencer's program has more
	nest   int32
	full   bool
}

// emit generates the program of an expression.
func emit(re *Regexp, root *node, groups [maxBackref + 1]*node) error {
	e := emitter{re: re, group: groups, setIDs: map[byteSet]int32{}}
	re.oneLine = true
	re.top = e.sequence(root)
	e.add(opMatch, 0)
	re.size = len(re.prog) + 1 + e.extra
	if e.full {
		return ErrSpace
	}
	return nil
}

func (e *emitter) here() int32 { return int32(len(e.re.prog)) }

func (e *emitter) add(op opcode, x int32) int32 {
	if len(e.re.prog) >= maxProgram {
		e.full = true
		return 0
	}
	e.re.prog = append(e.re.prog, instr{op: op, x: x})
	return e.here() - 1
}

// sequence generates the code of a node as a sequence of its own.
func (e *emitter) sequence(n *node) sequence {
	s := sequence{lo: e.here()}
	e.node(n, &s)
	s.hi = e.here()
	return s
}

// node generates the code of a node as a part of a sequence.
func (e *emitter) node(n *node, s *sequence) {
	if e.full {
		return
	}
	switch n.kind {
	case nodeByte:
		e.re.oneLine = e.re.oneLine && n.char != '\n'
		e.step(s, opByte, int32(n.char))
	case nodeSet:
		e.re.oneLine = e.re.oneLine && !n.set.has('\n')
		e.step(s, opSet, e.set(n.set))
	case nodeAssert:
		e.re.asserts = true
		e.step(s, n.assert, 0)
	case nodeConcat:
		for _, sub := range n.subs {
			e.node(sub, s)
		}
	case nodeAlternate:
		e.alternate(s, n.subs)
	case nodeGroup:
		s.elements = append(s.elements, element{kind: elemOpen, group: int32(n.number)})
		e.add(opOpen, int32(n.number))
		e.node(n.subs[0], s)
		s.elements = append(s.elements, element{kind: elemClose, group: int32(n.number)})
		e.add(opClose, int32(n.number))
	case nodeBackref:
		e.backref(s, n.number)
	case nodeRepeat:
		e.repeat(s, n.subs[0], n.min, n.max, n.plain)
	}
}

func (e *emitter) step(s *sequence, op opcode, x int32) {
	pc := e.add(op, x)
	s.elements = append(s.elements, element{kind: elemStep, lo: pc, hi: pc + 1})
}

func (e *emitter) set(set byteSet) int32 {
	id, ok := e.setIDs[set]
	if !ok {
		id = int32(len(e.re.sets))
		e.re.sets = append(e.re.sets, set)
		e.setIDs[set] = id
	}
	return id
}

// backref generates the comparison with a group. It also generates the code of the group, for the search without
// captures.
func (e *emitter) backref(s *sequence, number int) {
	e.re.backref = true
	e.extra++
	pc := e.add(opBack, int32(number))
	var unused sequence
	e.node(e.group[number].subs[0], &unused)
	if !e.full {
		e.re.prog[pc].nest = e.here()
	}
	s.elements = append(s.elements, element{kind: elemStep, lo: pc, hi: e.here()})
}

// emptyNode matches the empty text. Outside of a repetition, no expression has such a part.
var emptyNode = &node{kind: nodeConcat}

// repeat generates a repetition. Optional copies come before the last required copy. Their order decides what groups
// inside capture.
func (e *emitter) repeat(s *sequence, n *node, min, max int, plain bool) {
	for ; min > 1 && !e.full; min-- {
		e.node(n, s)
		if max != infinite {
			max--
		}
	}
	switch {
	case max == 0:
	case plain && max == infinite:
		e.star(s, n)
	case min == 0:
		optional := &node{kind: nodeRepeat, subs: []*node{n}, min: 1, max: max}
		e.alternate(s, []*node{optional, emptyNode})
	case max == infinite:
		e.plus(s, n)
	default:
		for ; max > 1 && !e.full; max-- {
			e.alternate(s, []*node{n, emptyNode})
		}
		e.node(n, s)
	}
}

func (e *emitter) star(s *sequence, n *node) {
	e.extra++
	lo := e.add(opSplit, 0)
	inner := sequence{lo: e.here()}
	e.plus(&inner, n)
	inner.hi = e.here()
	e.link(lo)
	e.compound(s, elemQuest, lo, []sequence{inner})
}

func (e *emitter) plus(s *sequence, n *node) {
	e.re.loops = true
	e.nest++
	e.re.plus = max(e.re.plus, int(e.nest))
	nest := e.nest
	lo := e.add(opPlus, nest)
	inner := e.sequence(n)
	if loop := e.add(opLoop, inner.lo); !e.full {
		e.re.prog[loop].nest = nest
	}
	e.nest--
	e.compound(s, elemPlus, lo, []sequence{inner})
}

func (e *emitter) alternate(s *sequence, subs []*node) {
	e.extra += 2
	lo := e.here()
	var branches []sequence
	var jumps []int32
	for i, sub := range subs {
		last := i == len(subs)-1
		split := e.here()
		if !last {
			e.add(opSplit, 0)
		}
		branches = append(branches, e.sequence(sub))
		if !last {
			jumps = append(jumps, e.add(opJump, 0))
			e.link(split)
		}
	}
	for _, pc := range jumps {
		e.link(pc)
	}
	e.compound(s, elemAlternate, lo, branches)
}

// link sets the target of an instruction to the current place.
func (e *emitter) link(pc int32) {
	if !e.full {
		e.re.prog[pc].x = e.here()
	}
}

// compound adds an element. It keeps the branches only if there is a group inside.
func (e *emitter) compound(s *sequence, kind elementKind, lo int32, branches []sequence) {
	el := element{kind: kind, lo: lo, hi: e.here()}
	for _, b := range branches {
		for _, inner := range b.elements {
			if inner.kind == elemOpen || inner.branches != nil {
				el.branches = branches
			}
		}
	}
	s.elements = append(s.elements, el)
}

// maxLiterals is the largest number of literals to try.
const maxLiterals = 8

// findLiterals sets the texts that every match contains, and the text with which every match starts.
func (re *Regexp) findLiterals() {
	var run []byte
	atStart := true
	flush := func() {
		if atStart {
			re.prefix = run
		}
		if len(run) > 0 && len(re.literals) < maxLiterals {
			re.literals = append(re.literals, substring.New(run, false))
		}
		run, atStart = nil, false
	}
	for _, el := range re.top.elements {
		switch {
		case el.kind == elemOpen || el.kind == elemClose:
		case el.kind == elemStep && re.prog[el.lo].op == opByte:
			run = append(run, byte(re.prog[el.lo].x))
		default:
			flush()
		}
	}
	flush()
}

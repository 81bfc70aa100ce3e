package ere

import "slices"

// states is a set of instructions reached at a position.
type states struct {
	pcs   []int32
	index []int32 // by instruction, into pcs
	stack []int32
	words []int32 // reached past a word boundary
}

// reset empties the set; n is the size of the program.
func (s *states) reset(n int) {
	if len(s.index) <= n {
		s.index = make([]int32, n+1)
	}
	s.pcs, s.words = s.pcs[:0], s.words[:0]
}

func (s *states) has(pc int32) bool {
	i := int(s.index[pc])
	return i < len(s.pcs) && s.pcs[i] == pc
}

// add adds an instruction and what it reaches without consuming, as far as end.
func (s *states) add(prog []instr, pc int32, here situation, end int32) {
	s.reach(prog, pc, here, end, false)
}

// addWords adds what lies past word boundaries, where line assertions are not looked at again.
func (s *states) addWords(prog []instr, here situation, end int32) {
	for _, pc := range s.words {
		s.reach(prog, pc, here, end, true)
	}
	s.words = s.words[:0]
}

func (s *states) reach(prog []instr, pc int32, here situation, end int32, afterWord bool) {
	s.stack = append(s.stack[:0], pc)
	for len(s.stack) > 0 {
		pc := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if s.has(pc) {
			continue
		}
		s.index[pc] = int32(len(s.pcs))
		s.pcs = append(s.pcs, pc)
		if pc == end {
			continue
		}
		switch in := prog[pc]; in.op {
		case opByte, opSet, opMatch:
		case opBOL, opEOL:
			if !afterWord && here.holds(in.op) {
				s.stack = append(s.stack, pc+1)
			}
		case opBOW, opEOW:
			if !afterWord && here.holds(in.op) {
				s.words = append(s.words, pc+1)
			}
		case opSplit, opLoop:
			s.stack = append(s.stack, pc+1, in.x)
		case opJump:
			s.stack = append(s.stack, in.x)
		default:
			s.stack = append(s.stack, pc+1)
		}
	}
}

func sortUnique(pcs *[]int32) {
	slices.Sort(*pcs)
	*pcs = slices.Compact(*pcs)
}

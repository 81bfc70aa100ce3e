package ere

// thread is an instruction that a match starting at start has reached.
type thread struct{ pc, start int32 }

// closure is the set of instructions reached at a position. For each it has the earliest start of a match.
type closure struct {
	list  []thread
	index []int32 // by instruction, its index in list; valid if that entry is for the same instruction
	stack []thread
	lines []thread // those after a line assertion that is true
	words []thread // those after a word assertion that is true
	spare []thread
}

// reset empties the set. All threads after assertions must have been settled.
func (c *closure) reset(re *Regexp) {
	if len(c.index) == 0 {
		c.index = make([]int32, len(re.prog))
	}
	c.list = c.list[:0]
}

func (c *closure) find(pc int32) int {
	if i := int(c.index[pc]); i < len(c.list) && c.list[i].pc == pc {
		return i
	}
	return -1
}

// add adds a thread and the instructions that it reaches without consuming a byte and without assertions, up to the
// instruction end.
func (c *closure) add(prog []instr, th thread, here situation, end int32) {
	c.stack = append(c.stack[:0], th)
	for len(c.stack) > 0 {
		th := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		if i := c.find(th.pc); i < 0 {
			c.index[th.pc] = int32(len(c.list))
			c.list = append(c.list, th)
		} else if c.list[i].start > th.start {
			c.list[i].start = th.start
		} else {
			continue
		}
		if th.pc == end {
			continue
		}
		next := thread{th.pc + 1, th.start}
		switch in := prog[th.pc]; in.op {
		case opByte, opSet, opMatch:
		case opBOL, opEOL:
			if here.holds(in.op) {
				c.lines = append(c.lines, next)
			}
		case opBOW, opEOW:
			if here.holds(in.op) {
				c.words = append(c.words, next)
			}
		case opSplit, opLoop:
			c.stack = append(c.stack, next, thread{in.x, th.start})
		case opJump:
			c.stack = append(c.stack, thread{in.x, th.start})
		default:
			c.stack = append(c.stack, next)
		}
	}
}

// settle adds the threads after assertions. As in Spencer's engine, the number of assertions that can be passed at one
// position is limited: first line assertions, as many as the expression contains; then one word assertion; none after
// that. So [[:>:]]$ never matches, nor does ($){2}. There is no limit if the engine needs more states for the
// expression than a word has bits, but the order is the same.
func (c *closure) settle(re *Regexp, here situation, end int32) {
	lines, words := 0, 1
	if here.bol {
		lines += re.bols
	}
	if here.eol {
		lines += re.eols
	}
	if re.size > 64 {
		lines, words = len(re.prog), len(re.prog)
	}
	for ; lines > 0 && len(c.lines) > 0; lines-- {
		c.pass(re, &c.lines, here, end)
	}
	for ; words > 0 && len(c.words) > 0; words-- {
		c.pass(re, &c.words, here, end)
	}
	c.lines, c.words = c.lines[:0], c.words[:0]
}

// pass adds the threads of a list. Assertions that these threads reach form the new list.
func (c *closure) pass(re *Regexp, list *[]thread, here situation, end int32) {
	batch := *list
	*list = c.spare[:0]
	for _, th := range batch {
		c.add(re.prog, th, here, end)
	}
	c.spare = batch
}

// findFresh sets the instructions that are reached at the start of every match.
func (re *Regexp) findFresh() {
	var c closure
	c.reset(re)
	c.add(re.prog, thread{}, situation{}, int32(len(re.prog)-1))
	re.fresh = make([]bool, len(re.prog))
	for _, th := range c.list {
		re.fresh[th.pc] = true
	}
}

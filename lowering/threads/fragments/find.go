package fragments

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// loop is a loop of a block with a condition, the header, and a block with everything else.
type loop struct {
	header, body *ir.Block
	entry, back  *ir.Operation // the branches to the header
	condition    *ir.Operation // the header's llvm.cond_br

	wait, barrier *ir.Operation
	reads         []*ir.Operation // of shared memory
	lookups       []*ir.Operation // reads of other memory, such as of tables that copies need
	copies        []*ir.Operation // and commits, in their order
	// steps are the products of an iteration. Those of a step add to different sums; a step adds to those of the one
	// before.
	steps [][]*ir.Operation

	// first are the reads for the first step, and the operations of the body that lead to them and from them to the
	// products. fragments are their results that the products use.
	first     map[*ir.Operation]bool
	fragments []*ir.Value
}

// loopAt returns the loop with a header, or nil if there is none or it has effects that do not fit.
func loopAt(header *ir.Block) *loop {
	l := &loop{header: header, condition: header.Terminator()}
	if l.condition == nil || !l.condition.Is(&llvm.CondBr) || header.IsEntry() || header.NumPredecessors() != 2 {
		return nil
	}
	for from := range header.Predecessors() {
		switch {
		case !from.Is(&llvm.Br):
			return nil
		case from.Block() == l.condition.Successor(0):
			l.back, l.body = from, from.Block()
		default:
			l.entry = from
		}
	}
	if l.entry == nil || l.body == nil || l.body == header || l.body.NumPredecessors() != 1 || l.body.NumArgs() > 0 {
		return nil
	}
	for op := range header.Ops() {
		if op != l.condition && !ir.IsPure(op) {
			return nil
		}
	}
	if !l.collect() {
		return nil
	}
	return l
}

// collect finds the operations of the body with effects. It reports whether there are no others than a wait and a
// barrier, and then reads and copies. Copies are to other slots than those of the reads, as no barrier is between them.
func (l *loop) collect() bool {
	for op := range l.body.Ops() {
		switch {
		case op == l.back || ir.HasNoEffect(op) && op.NumRegions() == 0 || op.Is(&nvvm.MmaSync):
		case op.Is(&nvvm.CpAsyncWait) && l.wait == nil:
			l.wait = op
		case op.Is(&nvvm.Barrier0) && l.wait != nil && l.barrier == nil:
			l.barrier = op
		case readsShared(op) && l.barrier != nil:
			l.reads = append(l.reads, op)
		case op.Is(&llvm.Load) && ir.WouldBeTriviallyDead(op) && l.barrier != nil:
			l.lookups = append(l.lookups, op)
		case (op.Is(&nvvm.CpAsync) || op.Is(&nvvm.CpAsyncCommit)) && l.barrier != nil:
			l.copies = append(l.copies, op)
		default:
			return false
		}
	}
	return l.barrier != nil && len(l.copies) > 0
}

// readsShared reports whether op only reads shared memory, and may be left out if nothing uses what it reads.
func readsShared(op *ir.Operation) bool {
	if op.Is(&nvvm.LdMatrix) {
		return true
	}
	if !op.Is(&llvm.Load) || !ir.WouldBeTriviallyDead(op) {
		return false
	}
	pointer, ok := op.Operand(0).Type().(*llvm.PointerType)
	return ok && pointer.AddrSpace == llvm.SharedSpace
}

// tiles returns the number of iterations if it is known, from a condition i < n.
func (l *loop) tiles() (n int64, known bool) {
	test := l.condition.Operand(0).DefiningOp()
	if test == nil || !test.Is(&llvm.ICmp) || predicateOf(test) != "slt" || test.Operand(0).ArgumentOf() != l.header {
		return 0, false
	}
	i := test.Operand(0).Index()
	begin, known := llvm.ConstantInt(l.entry.Operand(i))
	end, bounded := llvm.ConstantInt(test.Operand(1))
	next := l.back.Operand(i).DefiningOp()
	if !known || !bounded || next == nil || !next.Is(&llvm.Add) || next.Operand(0) != test.Operand(0) {
		return 0, false
	}
	step, known := llvm.ConstantInt(next.Operand(1))
	if !known || step <= 0 {
		return 0, false
	}
	return max(0, (end-begin+step-1)/step), true
}

// divide finds the steps. It reports whether there are several, and all factors are independent of products of the
// loop. A thread whose iteration is one step would need registers for the fragments of two.
func (l *loop) divide() bool {
	// behind has, for operations of the body, the number of steps that lead to them.
	behind := make(map[*ir.Operation]int)
	most := func(values []*ir.Value) (n int) {
		for _, v := range values {
			n = max(n, behind[v.DefiningOp()])
		}
		return n
	}
	for op := range l.body.Ops() {
		if !op.Is(&nvvm.MmaSync) {
			behind[op] = most(op.OperandValues())
			continue
		}
		operands := nvvm.MmaOperands(op)
		if most(operands[0]) > 0 || most(operands[1]) > 0 {
			return false
		}
		step := most(operands[2])
		if behind[op] = step + 1; step == len(l.steps) {
			l.steps = append(l.steps, nil)
		}
		l.steps[step] = append(l.steps[step], op)
	}
	return len(l.steps) > 1
}

// slice finds the operations that belong to the first step. It reports whether they can be computed for the next
// iteration in this one: they use no other arguments of the header than the numbers of slots, and no address that was
// read.
func (l *loop) slice() bool {
	l.first = make(map[*ir.Operation]bool)
	seen := make(map[*ir.Value]bool)
	for _, product := range l.steps[0] {
		for _, v := range factorsOf(product) {
			if !l.add(v) {
				return false
			}
			if l.first[v.DefiningOp()] && !seen[v] {
				seen[v] = true
				l.fragments = append(l.fragments, v)
			}
		}
	}
	return len(l.fragments) > 0
}

// add adds the operations of the body that lead to v to those of the first step.
func (l *loop) add(v *ir.Value) bool {
	op := v.DefiningOp()
	switch {
	case v.ArgumentOf() == l.header:
		return l.isSlot(v)
	case op == nil || op.Block() != l.body && op.Block() != l.header || l.first[op]:
		return true
	case op.Block() == l.header || !ir.IsPure(op) && !readsShared(op):
		return false
	}
	l.first[op] = true
	for _, operand := range op.Operands() {
		if !l.add(operand) {
			return false
		}
	}
	return !readsShared(op) || !l.isRead(op.Operand(0), make(map[*ir.Operation]bool))
}

// isRead reports whether an address depends on what the first step reads. Behind the last tile, that may be anything.
func (l *loop) isRead(address *ir.Value, seen map[*ir.Operation]bool) bool {
	op := address.DefiningOp()
	if !l.first[op] || seen[op] {
		return false
	}
	seen[op] = true
	return readsShared(op) || slices.ContainsFunc(op.OperandValues(), func(v *ir.Value) bool { return l.isRead(v, seen) })
}

// isSlot reports whether an argument of the header is the number of a slot: it begins with a number from 0 to n-1 and
// takes these in turns, as the next one is (s + 1 == n) ? 0 : s + 1.
func (l *loop) isSlot(s *ir.Value) bool {
	begin, known := llvm.ConstantInt(l.entry.Operand(s.Index()))
	choice := l.back.Operand(s.Index()).DefiningOp()
	if !known || choice == nil || !choice.Is(&llvm.Select) {
		return false
	}
	zero, isConstant := llvm.ConstantInt(choice.Operand(1))
	next, test := choice.Operand(2).DefiningOp(), choice.Operand(0).DefiningOp()
	if !isConstant || zero != 0 || next == nil || !next.Is(&llvm.Add) || next.Operand(0) != s ||
		test == nil || !test.Is(&llvm.ICmp) || predicateOf(test) != "eq" || test.Operand(0) != next.Result(0) {
		return false
	}
	one, isConstant := llvm.ConstantInt(next.Operand(1))
	n, bounded := llvm.ConstantInt(test.Operand(1))
	return isConstant && one == 1 && bounded && 0 <= begin && begin < n
}

// predicateOf returns how an llvm.icmp compares, such as slt.
func predicateOf(test *ir.Operation) string {
	p, _ := llvm.IntPredicate.Value(test.Inherent("predicate"))
	return llvm.IntPredicate.Name(p)
}

// factorsOf returns the fragments that products multiply.
func factorsOf(products ...*ir.Operation) (fragments []*ir.Value) {
	for _, product := range products {
		operands := nvvm.MmaOperands(product)
		fragments = append(append(fragments, operands[0]...), operands[1]...)
	}
	return fragments
}

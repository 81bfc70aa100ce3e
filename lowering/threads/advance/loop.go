package advance

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// loop is an innermost loop, whose header tests a counter.
type loop struct {
	header      *ir.Block
	blocks      map[*ir.Block]bool
	enter, back *ir.Operation // the branches to the header
	b           *ir.Builder

	// counter is an argument of the header that advances by stride in each iteration, without wrapping around. Behind
	// the header's test, it is less than limit. It is nil if there is none.
	counter, limit *ir.Value
	stride         int64

	copies   []*ir.Operation // behind the test
	replaced []*ir.Value     // what were addresses of copies

	known   map[*ir.Value]bounds
	sums    map[term]sum
	fixed   map[*ir.Value]bool
	early   map[*ir.Value]bool      // what is known of canBegin
	begin   map[*ir.Value]*ir.Value // values of the first iteration, ahead of the loop
	defined map[*ir.Operation]bool  // operations without flags that make their results poison
}

// loopAt returns the loop with a header, or nil if there is none with copies, or it has another form.
func loopAt(f *ir.Operation, header *ir.Block, dominance *ir.Dominance) *loop {
	test := header.Terminator()
	if test == nil || !test.Is(&llvm.CondBr) || header.NumPredecessors() != 2 {
		return nil
	}
	l := &loop{header: header, blocks: map[*ir.Block]bool{header: true}, b: ir.NewBuilder(f.Context()),
		known: make(map[*ir.Value]bounds), sums: make(map[term]sum), fixed: make(map[*ir.Value]bool),
		early: make(map[*ir.Value]bool), begin: make(map[*ir.Value]*ir.Value), defined: make(map[*ir.Operation]bool)}
	for branch := range header.Predecessors() {
		switch {
		case !branch.Is(&llvm.Br):
			return nil
		case dominance.BlockDominates(header, branch.Block()):
			l.back = branch
		default:
			l.enter = branch
		}
	}
	if l.back == nil || l.enter == nil {
		return nil
	}
	l.add(l.back.Block())
	body := test.Successor(0)
	if !l.blocks[body] || body == header || body.NumPredecessors() != 1 || l.blocks[test.Successor(1)] {
		return nil
	}
	l.count(test)
	products := false
	for block := range f.Region(0).Blocks() {
		if !l.blocks[block] {
			continue
		}
		for branch := range block.Predecessors() {
			if block != header && dominance.BlockDominates(block, branch.Block()) {
				return nil // an inner loop
			}
		}
		for op := range block.Ops() {
			switch {
			case op.Is(&nvvm.MmaSync):
				products = true
			case op.Is(&nvvm.CpAsync) && block != header:
				l.copies = append(l.copies, op)
			}
		}
	}
	if !products || l.isShort() {
		return nil
	}
	return l
}

// add adds a block that leads to the end of the loop, with those that lead to it.
func (l *loop) add(b *ir.Block) {
	if l.blocks[b] {
		return
	}
	l.blocks[b] = true
	for branch := range b.Predecessors() {
		l.add(branch.Block())
	}
}

// count finds the counter. A counter that were the greatest number behind the test would wrap around.
func (l *loop) count(test *ir.Operation) {
	compare := test.Operand(0).DefiningOp()
	if compare == nil || !compare.Is(&llvm.ICmp) || compare.Operand(0).ArgumentOf() != l.header {
		return
	}
	counter, limit := compare.Operand(0), compare.Operand(1)
	next := l.back.Operand(counter.Index()).DefiningOp()
	if p, _ := llvm.IntPredicate.Value(compare.Inherent("predicate")); llvm.IntPredicate.Name(p) != "slt" ||
		!isSmall(counter.Type()) || next == nil || !next.Is(&llvm.Add) || next.Operand(0) != counter {
		return
	}
	stride, ok := llvm.ConstantInt(next.Operand(1))
	if ok && stride > 0 && l.boundsOf(limit).greatest-1+stride <= allOf(counter.Type()).greatest {
		l.counter, l.limit, l.stride = counter, limit, stride
	}
	clear(l.known)
}

// fewTiles is the number of tiles of a loop that gains nothing: threads copy most of them ahead of it. A contraction of
// f64 with three tiles took 9 per cent longer on an H200.
const fewTiles = 3

func (l *loop) isShort() bool {
	if l.counter == nil {
		return false
	}
	begin, known := llvm.ConstantInt(l.enter.Operand(l.counter.Index()))
	end, bounded := llvm.ConstantInt(l.limit)
	return known && bounded && end-begin <= fewTiles*l.stride
}

// isFixed reports whether a value is the same in all iterations, and can be computed ahead of the loop.
func (l *loop) isFixed(v *ir.Value) bool {
	if !l.blocks[v.ParentBlock()] {
		return true
	}
	if fixed, known := l.fixed[v]; known {
		return fixed
	}
	op := v.DefiningOp()
	fixed := op != nil && ir.IsPure(op) && op.NumRegions() == 0
	for i := 0; fixed && i < op.NumOperands(); i++ {
		fixed = l.isFixed(op.Operand(i))
	}
	l.fixed[v] = fixed
	return fixed
}

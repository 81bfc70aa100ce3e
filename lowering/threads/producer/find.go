package producer

import (
	"maps"
	"slices"

	"github.com/girih-ir/girih/dialects/gpu"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// kernel is a kernel that is being divided.
type kernel struct {
	llvm.Func
	thread  *ir.Operation // reads the thread's index
	threads int32
	copies  map[*ir.Block]bool // the blocks that contain copies
	copying int32              // number of added threads: those of a warp, of which one copies, or of a warp group
	// undecided are the blocks behind branches that the copying warp does not decide on.
	undecided map[*ir.Block]bool
	// idle are the blocks that the copying warp bypasses.
	idle map[*ir.Block]bool
	// private are the blocks with barriers that the copying warp need not wait at.
	private map[*ir.Block]bool
	// opening is nil if the copying warp waits for the others before its first copy.
	opening *opening
}

// find finds the kernel's copies. It returns an error if none of them waits for its slot, or if the block has no room
// for another warp.
func (k *kernel) find() error {
	waits, reads := false, 0
	for b := range k.Region(0).Blocks() {
		for op := range b.Ops() {
			switch op.Def() {
			case nvvm.ThreadID[0]:
				k.thread = op
				reads++
			case &nvvm.TensorLoad:
				k.copies[b] = true
			}
		}
		for op := range b.Ops() {
			waits = waits || k.copies[b] && op.Is(&nvvm.MbarrierTryWaitParity)
		}
	}
	size, ok := k.Attr(nvvm.ReqNTID).(*ir.DenseArrayAttr)
	if !ok || size.Int64(0)%warp != 0 || !waits || reads != 1 || !k.thread.Block().IsEntry() {
		return ErrNoCopies
	}
	k.threads = int32(size.Int64(0))
	k.copying = k.copiers()
	for i := 1; i < size.Len(); i++ {
		if size.Int64(i) != 1 {
			return ErrNoCopies
		}
	}
	if k.threads+k.copying > maxThreads {
		return k.Errorf("its threads copy tiles themselves: a block has at most %d threads, so there is no room for a warp "+
			"beside %d: use fewer warps", maxThreads, k.threads)
	}
	return nil
}

// maxThreads is how many threads a block may have (CUDA C++ Programming Guide, "Technical Specifications").
const maxThreads = 1024

// isKept reports whether an operation with side effects belongs to the copying warp's program.
func (k *kernel) isKept(op *ir.Operation, in *ir.Block) bool {
	if scope, _, ok := nvvm.Together(op); ok && scope == gpu.Block { // barriers of the block and of its cluster
		return !op.Is(&nvvm.Barrier0) || !k.private[in]
	}
	switch op.Def() {
	case &nvvm.BarWarpSync:
		return true
	case &nvvm.Barrier: // without a number, all threads take part
		_, threads := nvvm.BarrierOperands(op)
		return threads == nil
	case &nvvm.MbarrierTryWaitParity, &nvvm.MbarrierArriveExpectTx, &nvvm.TensorLoad:
		return k.copies[in]
	}
	return k.opening != nil && isOfOpening(op)
}

// isReproducible returns an error if the copying warp cannot compute by itself the operands of branches and copies.
func (k *kernel) isReproducible() error {
	k.findUndecided()
	known := &reproduction{kernel: k, seen: make(map[*ir.Value]bool)}
	for b := range k.Region(0).Blocks() {
		if k.idle[b] {
			continue
		}
		for op := range b.Ops() {
			var roots []*ir.Value
			if k.isKept(op, b) {
				roots = op.OperandValues()
			} else if op.Is(&llvm.CondBr) || op.Is(&llvm.Switch) {
				if _, join := k.aside(op, k.copies); join == nil {
					roots = op.OperandValues()[:1]
				}
			} else if op == b.Last() && !op.Is(&llvm.Br) && !op.Is(&llvm.Return) {
				return reason(op)
			}
			if slices.ContainsFunc(roots, func(v *ir.Value) bool { return !known.has(v) }) {
				if known.culprit == nil {
					known.culprit = op
				}
				return reason(known.culprit)
			}
		}
	}
	return nil
}

// reproduction finds which values the copying warp can compute by itself.
type reproduction struct {
	*kernel
	seen    map[*ir.Value]bool
	culprit *ir.Operation // whose result it cannot compute
}

// has reports whether the copying warp can compute a value. After the first one that it cannot compute, r is of no use.
func (r *reproduction) has(v *ir.Value) bool {
	if r.seen[v] {
		return true
	}
	r.seen[v] = true
	op := v.DefiningOp()
	if op == nil {
		return r.passed(v, r.has)
	}
	if !ir.HasNoEffect(op) && !r.isConstantLoad(op) {
		r.culprit = op
		return false
	}
	return !slices.ContainsFunc(op.OperandValues(), func(x *ir.Value) bool { return !r.has(x) })
}

// findUndecided finds the blocks with arguments behind branches whose condition the copying warp cannot compute.
func (k *kernel) findUndecided() {
	k.undecided, k.idle = make(map[*ir.Block]bool), make(map[*ir.Block]bool)
	for found := true; found; {
		found = false
		for b := range k.Region(0).Blocks() {
			if !b.Last().Is(&llvm.CondBr) || k.decides(b.Last()) {
				continue
			}
			_, join := k.ways(b.Last(), k.copies)
			if join == nil {
				var idle map[*ir.Block]bool
				join, idle = k.bypass(b, k.copies)
				maps.Copy(k.idle, idle)
			}
			if join != nil && join.NumArgs() > 0 && !k.undecided[join] {
				k.undecided[join], found = true, true
			}
		}
	}
}

// decides reports whether the copying warp can compute the condition of a branch.
func (k *kernel) decides(branch *ir.Operation) bool {
	known := &reproduction{kernel: k, seen: make(map[*ir.Value]bool)}
	return known.has(branch.Operand(0))
}

// aside returns the number of the successor to which the copying warp goes at a branch whose only purpose is to do
// something that the copying warp does not do, such as a store, or to compute values on which it cannot decide. The way
// ends in the block join. It returns -1 for other branches, and if the copying warp goes to join at once.
func (k *kernel) aside(branch *ir.Operation, copies map[*ir.Block]bool) (to int, join *ir.Block) {
	to, join = k.ways(branch, copies)
	if join == nil && branch.Is(&llvm.CondBr) && !k.decides(branch) {
		join, _ = k.bypass(branch.Block(), copies)
	}
	if join != nil && join.NumArgs() > 0 && !k.undecided[join] {
		return -1, nil
	}
	return to, join
}

// ways returns what aside does, for any values.
func (k *kernel) ways(branch *ir.Operation, copies map[*ir.Block]bool) (to int, join *ir.Block) {
	if !branch.Is(&llvm.CondBr) || branch.Successor(0) == branch.Successor(1) {
		return -1, nil
	}
	for i := range 2 {
		if end := k.detour(branch.Successor(i), copies); end != nil && end == branch.Successor(1-i) {
			return 1 - i, end
		}
	}
	if end := k.detour(branch.Successor(0), copies); end != nil && end == k.detour(branch.Successor(1), copies) {
		return 0, end
	}
	return -1, nil
}

// detour returns the block behind a block that only one branch leads to and that does nothing for the copying warp; nil
// for other blocks.
func (k *kernel) detour(b *ir.Block, copies map[*ir.Block]bool) *ir.Block {
	end := b.Last()
	if len(slices.Collect(b.Predecessors())) != 1 || !end.Is(&llvm.Br) || copies[b] {
		return nil
	}
	for op := range b.Ops() {
		if k.isKept(op, b) {
			return nil
		}
	}
	return end.Successor(0)
}

func reason(op *ir.Operation) error {
	return op.Errorf("controls copies of tiles, so the threads that compute make the copies: for a producer warp, it " +
		"must depend only on kernel arguments and on memory that the kernel does not write")
}

// passed reports whether all values that are passed to a block's argument satisfy a condition. None do behind a branch
// that the copying warp does not decide on.
func (k *kernel) passed(arg *ir.Value, satisfies func(v *ir.Value) bool) bool {
	b := arg.ParentBlock()
	if b.IsEntry() {
		return true
	}
	if k.undecided[b] {
		return false
	}
	for end := range b.Predecessors() {
		branch, ok := ir.InterfaceOf[ir.Branch](end)
		if !ok {
			return false
		}
		for i := range end.NumSuccessors() {
			if end.Successor(i) != b {
				continue
			}
			first, last := branch.SuccessorOperands(end, i)
			if at := first + arg.Index(); at >= last || !satisfies(end.Operand(at)) {
				return false
			}
		}
	}
	return true
}

// isConstantLoad reports whether an operation loads memory that nothing writes: a constant of the module, or memory
// that an argument points to and the kernel does not write.
func (k *kernel) isConstantLoad(op *ir.Operation) bool {
	if !op.Is(&llvm.Load) || op.Inherent("volatile_") != nil {
		return false
	}
	p := op.Operand(0)
	for p.DefiningOp() != nil && p.DefiningOp().Is(&llvm.GetElementPtr) {
		p = p.DefiningOp().Operand(0)
	}
	if address := p.DefiningOp(); address != nil && address.Is(&llvm.AddressOf) {
		g, ok := llvm.AsGlobal(ir.ResolveSymbol(address, address.Inherent("global_name").(*ir.SymbolRefAttr)))
		return ok && g.IsConstant()
	}
	entry := k.Region(0).Entry()
	return p.DefiningOp() == nil && p.ParentBlock() == entry &&
		k.ArgAttr(p.Index(), llvm.ReadOnly) != nil && k.ArgAttr(p.Index(), llvm.NoAlias) != nil
}

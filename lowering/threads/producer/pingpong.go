package producer

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
)

// A block that computes one tile of the result after the other may have two warp groups that multiply, each a tile of
// its own, in turns (ping-pong). While one of them converts and stores its tile, the products of the other one keep
// tensor cores busy:
//
//	group 0:  products of tile 0 | store tile 0       | products of tile 2 | ...
//	group 1:                     | products of tile 1 | store tile 1       | ...
//
// Both share the slots, which the copying warps fill in the order of the tiles. A group skips the slots of the other
// one's tiles. Two pairs of barriers order the groups: one for the products, one for the rest of a tile, since groups
// share the memory through which they store. No group may be ahead of the other by a whole tile, or it would confuse
// the phases of a slot's mbarrier.
//
// [kernel.findPingPong] says which kernels qualify, alternate.go divides the tiles, and pending.go keeps a step's
// products running while the next step's tiles are awaited. With one warp group at a time, nothing else keeps tensor
// cores busy then.

// pingPong is a loop over tiles that two warp groups can compute in turns.
type pingPong struct {
	*kernel
	first *ir.Block // the program of the threads that multiply
	tiles cycle
	steps cycle // the loop with a tile's products
	// behind has the blocks that are executed for a tile after its products.
	behind map[*ir.Block]bool
	// advance is what an iteration over tiles adds to each argument of that loop.
	advance []*ir.Value
	// alone are the branches to what only one thread does before the loop.
	alone []*ir.Operation
	// own are the barriers of the threads that multiply.
	own     []*ir.Operation
	pending *pending
}

// findPingPong returns nil if only one warp group can compute the tiles of a kernel. first is the program of the
// threads that multiply.
func (k *kernel) findPingPong(first *ir.Block) *pingPong {
	needed, ok := k.Attr(tilegpu.Registers).(*ir.IntegerAttr)
	most := costs.RegistersBesideCopies(2*group, costs.FewCopyingRegisters)
	if k.Attr(tilegpu.PingPong) == nil || k.threads != group || !ok || needed.Int64()+besideBound > most ||
		!k.fillsShared() {
		return nil
	}
	for b := range k.copies {
		if !k.private[b] {
			return nil
		}
	}
	p := &pingPong{kernel: k, first: first}
	if p.tiles, ok = cycleOf(k.private); !ok || !p.findSteps() || !p.findAdvance() || !p.areApart() {
		return nil
	}
	if p.pending = p.findPending(); p.pending == nil {
		return nil
	}
	return p
}

// fillsShared reports whether a multiprocessor has no shared memory for another block, which would use tensor cores
// meanwhile.
func (k *kernel) fillsShared() bool {
	bytes, seen := int64(0), make(map[*ir.Operation]bool)
	k.Walk(func(op *ir.Operation) bool {
		if op.Is(&llvm.AddressOf) {
			g, ok := llvm.AsGlobal(ir.ResolveSymbol(op, op.Inherent("global_name").(*ir.SymbolRefAttr)))
			if !ok || g.AddrSpace() != llvm.SharedSpace || seen[g.Operation] {
				return true
			}
			seen[g.Operation] = true
			if t, array := g.Type().(*llvm.ArrayType); array {
				bytes += t.Len * int64(ir.BitWidth(t.Elem)) / 8
			}
		}
		return true
	})
	return 2*(bytes+costs.SharedOfSystem) > costs.SharedPerBlock+costs.SharedOfSystem
}

// cycle is a loop that is entered and left at its head only.
type cycle struct {
	blocks      map[*ir.Block]bool
	head, exit  *ir.Block
	body        *ir.Block     // the head's other successor
	enter, back *ir.Operation // the branches to the head
}

// cycleOf returns the loop that consists of some blocks.
func cycleOf(blocks map[*ir.Block]bool) (c cycle, ok bool) {
	c.blocks = blocks
	for b := range blocks {
		for end := range b.Predecessors() {
			if !blocks[end.Block()] && (c.enter != nil || !end.Is(&llvm.Br)) {
				return c, false
			} else if !blocks[end.Block()] {
				c.head, c.enter = b, end
			}
		}
	}
	if c.head == nil || !c.head.Last().Is(&llvm.CondBr) {
		return c, false
	}
	for end := range c.head.Predecessors() {
		if end != c.enter && (c.back != nil || !end.Is(&llvm.Br)) {
			return c, false
		} else if end != c.enter {
			c.back = end
		}
	}
	c.body, c.exit = c.head.Last().Successor(0), c.head.Last().Successor(1)
	if !blocks[c.body] {
		c.body, c.exit = c.exit, c.body
	}
	ok = c.back != nil && blocks[c.body] && !blocks[c.exit] && c.body.NumPredecessors() == 1 &&
		c.exit.NumPredecessors() == 1 && c.exit.NumArgs() == 0 && c.body.NumArgs() == 0
	for b := range blocks {
		ok = ok && (b == c.head || !slices.ContainsFunc(successors(b), func(n *ir.Block) bool { return !blocks[n] }))
	}
	return c, ok
}

// findSteps finds the loop with the products of a tile.
func (p *pingPong) findSteps() (ok bool) {
	var products *ir.Block
	for b := range p.tiles.blocks {
		for op := range b.Ops() {
			if op.Is(&tilegpu.AwaitProducts) {
				if products != nil {
					return false
				}
				products = b
			}
		}
	}
	if products == nil {
		return false
	}
	head := map[*ir.Block]bool{p.tiles.head: true}
	ahead, back := reached(products, head, successors), reached(products, head, predecessors)
	blocks := make(map[*ir.Block]bool)
	for b := range ahead {
		if back[b] {
			blocks[b] = true
		}
	}
	if p.steps, ok = cycleOf(blocks); !ok {
		return false
	}
	p.behind = reached(p.steps.exit, head, successors)
	p.behind[p.steps.exit] = true
	around := reached(p.tiles.body, map[*ir.Block]bool{p.steps.exit: true, p.tiles.head: true}, successors)
	return !p.behind[p.steps.head] && !around[p.tiles.back.Block()] // each tile has the loop, if without any steps
}

// findAdvance finds out what each iteration over tiles adds to the arguments of the loop. Each argument must grow by
// the same number every time.
func (p *pingPong) findAdvance() bool {
	known := newBefore(p.tiles.blocks)
	for i, arg := range p.tiles.head.Args() {
		next := p.tiles.back.Operand(i).DefiningOp()
		if next == nil || !next.Is(&llvm.Add) {
			return false
		}
		by := next.Operand(0)
		if by == arg {
			by = next.Operand(1)
		} else if next.Operand(1) != arg {
			return false
		}
		if !known.has(by) {
			return false
		}
		p.advance = append(p.advance, by)
		for use := range arg.Uses() {
			if !p.tiles.blocks[use.Owner().Block()] {
				return false
			}
		}
	}
	return true
}

// areApart reports whether one warp group may do what it does while the other one is at another place: it uses memory
// of its own only behind the products, and neither meets all threads in the loop nor does anything of effect around it
// but to make mbarriers and wait.
func (p *pingPong) areApart() bool {
	after := reached(p.tiles.exit, nil, successors)
	after[p.tiles.exit] = true
	before := reached(p.first, p.tiles.blocks, successors)
	before[p.first] = true
	for b := range before {
		if after[b] {
			continue
		}
		for op := range b.Ops() {
			switch {
			case op.Is(&nvvm.MbarrierInit):
				if !p.isOfOneThread(b) {
					return false
				}
			case !mayRepeat(op):
				return false
			}
		}
	}
	for b := range after {
		for op := range b.Ops() {
			if !mayRepeat(op) && !op.Is(&nvvm.BulkWait) {
				return false
			}
		}
	}
	for b := range p.tiles.blocks {
		for op := range b.Ops() {
			if !p.isOwn(op, p.behind[b]) {
				return false
			}
		}
	}
	return true
}

// mayRepeat reports whether threads of both warp groups may execute an operation outside the loop.
func mayRepeat(op *ir.Operation) bool {
	switch op.Def() {
	case &nvvm.Barrier:
		_, threads := nvvm.BarrierOperands(op)
		return threads == nil
	case &nvvm.Barrier0: // of the opening
		return op.Attr(openingMark) != nil
	case &nvvm.FenceMbarrierInit, &nvvm.FenceProxy, &nvvm.BarWarpSync:
		return true
	}
	return ir.HasNoEffect(op) || op == op.Block().Last()
}

// isOfOneThread reports whether only one thread executes a block, and notes the branch to it.
func (p *pingPong) isOfOneThread(b *ir.Block) bool {
	for end := range b.Predecessors() {
		if b.NumPredecessors() != 1 || !end.Is(&llvm.CondBr) || end.Successor(0) != b {
			return false
		}
		op := end.Operand(0).DefiningOp()
		if op == nil || !op.Is(&llvm.ICmp) || op.Operand(0) != p.thread.Result(0) {
			return false
		}
		compares := equal(op.Context())
		if _, constant := llvm.ConstantInt(op.Operand(1)); !constant || op.Inherent(compares.Name) != compares.Value {
			return false
		}
		if !slices.Contains(p.alone, end) {
			p.alone = append(p.alone, end)
		}
		return true
	}
	return false
}

// isOwn reports whether a warp group may execute an operation of the loop by itself. What it notes are the barriers of
// the group.
func (p *pingPong) isOwn(op *ir.Operation, behind bool) bool {
	switch op.Def() {
	case &nvvm.MbarrierTryWaitParity, &nvvm.MbarrierArrive, &nvvm.WgmmaFence, &nvvm.WgmmaCommit, &nvvm.WgmmaMMAAsync,
		&tilegpu.AwaitProducts, &tilegpu.FenceRegisters, &tilegpu.RegisterProduct, &nvvm.BarWarpSync, &nvvm.ShflSync,
		&llvm.Load, &nvvm.LdMatrix:
		return true
	case &nvvm.Barrier:
		id, threads := nvvm.BarrierOperands(op)
		if id == nil || threads == nil {
			return false
		}
		number, ok := llvm.ConstantInt(id)
		p.own = append(p.own, op)
		return ok && number == privateBarrier && behind
	case &llvm.Store, &nvvm.StMatrix, &nvvm.FenceProxy, &nvvm.TensorStore, &nvvm.BulkCommit, &nvvm.BulkWait:
		return behind
	}
	return ir.HasNoEffect(op) || op == op.Block().Last()
}

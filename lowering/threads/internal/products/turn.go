package products

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// Warp group g waits for its turn at barrier g + 1 of the block. The warp group before it arrives there.

// TakeTurn lowers tilegpu.take_turn.
func TakeTurn(c *emit.Code, op *ir.Operation) error {
	return turn(c, op, 0, func(id, threads *ir.Value) { nvvm.NewBarrier(c.B, id, threads) })
}

// PassTurn lowers tilegpu.pass_turn.
func PassTurn(c *emit.Code, op *ir.Operation) error {
	return turn(c, op, 1, func(id, threads *ir.Value) { nvvm.NewBarrierArrive(c.B, id, threads) })
}

// turn emits an operation at the barrier of the warp group that is behind groups after the thread's own. If op concerns
// one turn only, it is emitted just for the warp group for which this is barrier 1.
func turn(c *emit.Code, op *ir.Operation, behind int64, at func(id, threads *ir.Value)) error {
	groups := int64(c.Warps / 4)
	if groups < 2 || groups > maxGroups {
		return op.Errorf("needs from 2 to %d warp groups, but there are %d", maxGroups, groups)
	}
	threads := c.I32(2 * emit.GroupThreads)
	if tilegpu.IsAlone(op) {
		group := c.Binary(&llvm.LShr, c.Warp, c.I32(2))
		c.When(c.Compare("eq", group, c.I32((groups-behind)%groups)), nil, func() []*ir.Value {
			at(c.I32(1), threads)
			return nil
		})
		return nil
	}
	group := uniform(c.B, c.I32(2), c.Warp)
	for range behind {
		next := c.Binary(&llvm.Add, group, c.I32(1))
		group = c.Choose(c.Compare("eq", next, c.I32(groups)), c.I32(0), next)
	}
	at(c.Binary(&llvm.Add, group, c.I32(1)), threads)
	return nil
}

// maxGroups is the largest number of warp groups in a block.
const maxGroups = 8

// EndTurns removes the turns of warp groups from a function if a warp group may reach a barrier of the whole block
// during its turn. There it would wait for warp groups that wait for their turn. Operations between products may need
// such a barrier, and called functions may contain one.
func EndTurns(f *ir.Operation) {
	var turns []*ir.Operation
	meet := false
	f.Walk(func(op *ir.Operation) bool {
		switch {
		case op.Is(&nvvm.BarrierArrive):
			turns = append(turns, op)
		case op.Is(&nvvm.Barrier):
			id, threads := nvvm.BarrierOperands(op)
			if threads != nil {
				if n, ok := llvm.ConstantInt(threads); ok && n == emit.GroupThreads {
					return true // a barrier of one warp group
				}
			}
			turns = append(turns, op)
			if _, alone := llvm.ConstantInt(id); !alone {
				meet = meet || meetFrom(op.Next(), make(map[*ir.Block]bool))
			}
		}
		return true
	})
	if !meet {
		return
	}
	for _, op := range turns {
		op.Erase()
	}
}

// meetFrom reports whether a barrier of the whole block, or a call, may be executed from op on before the turn ends.
func meetFrom(op *ir.Operation, seen map[*ir.Block]bool) bool {
	end := op.Block().Last()
	for ; op != nil; op = op.Next() {
		switch op.Def() {
		case &nvvm.Barrier0, &llvm.CallOp:
			return true
		case &nvvm.BarrierArrive:
			return false
		}
	}
	for i := range end.NumSuccessors() {
		if b := end.Successor(i); !seen[b] {
			seen[b] = true
			if meetFrom(b.First(), seen) {
				return true
			}
		}
	}
	return false
}

// Package sink moves operations into the only branch that uses their results: the pass `control-flow-sink`. An
// operation without side effects moves to the start of a region that runs at most once if all of its uses are inside
// that region. Then the operations that define its operands may move, too. Operations whose regions run at most once
// implement [ir.RunsOnce].
//
// Before:
//
//	func.func @f(%c: i1, %x: i32) -> i32 {
//	  %a = arith.muli %x, %x : i32
//	  %r = scf.if %c -> i32 {
//	    scf.yield %a : i32
//	  } else {
//	    scf.yield %x : i32
//	  }
//	  return %r : i32
//	}
//
// After control-flow-sink:
//
//	func.func @f(%arg0: i1, %arg1: i32) -> i32 {
//	  %0 = scf.if %arg0 -> (i32) {
//	    %1 = arith.muli %arg1, %arg1 : i32
//	    scf.yield %1 : i32
//	  } else {
//	    scf.yield %arg1 : i32
//	  }
//	  return %0 : i32
//	}
package sink

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// statistics are the counters of the pass.
type statistics struct {
	Sunk int64 `stat:"num-sunk" help:"Number of operations sunk"`
}

// Pass is `control-flow-sink`.
var Pass = &pass.Pass{
	Name:       "control-flow-sink",
	Title:      "ControlFlowSink",
	Summary:    "Sink operations into conditional blocks",
	Statistics: func() any { return new(statistics) },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		moved := 0
		op.WalkPostOrder(func(inner *ir.Operation) {
			if _, once := ir.InterfaceOf[ir.RunsOnce](inner); !once {
				return
			}
			for i := range inner.NumRegions() {
				if r := inner.Region(i); !r.IsEmpty() {
					moved += into(r)
				}
			}
		})
		ctx.Statistics.(*statistics).Sunk += int64(moved)
		return ctx.Finish(moved > 0)
	},
}

// into moves operations into a region if all their uses are inside it, and returns how many.
func into(r *ir.Region) (moved int) {
	var stack []*ir.Operation
	for b := range r.Blocks() {
		for op := range b.Ops() {
			stack = append(stack, op)
		}
	}
	for len(stack) > 0 {
		user := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, v := range user.Operands() {
			op := v.DefiningOp()
			if op == nil || r.IsAncestorOf(op.ParentRegion()) || !isUsedOnlyIn(op, r) || !ir.HasNoEffect(op) {
				continue
			}
			// The operands' producers are sunk later, and are inserted before op.
			op.Remove()
			r.Entry().InsertBefore(op, r.Entry().First())
			moved++
			stack = append(stack, op)
		}
	}
	return moved
}

func isUsedOnlyIn(op *ir.Operation, r *ir.Region) bool {
	for _, result := range op.Results() {
		for u := range result.Uses() {
			if !r.IsAncestorOf(u.Owner().ParentRegion()) {
				return false
			}
		}
	}
	return true
}

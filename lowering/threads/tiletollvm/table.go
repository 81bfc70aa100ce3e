package tiletollvm

import (
	"maps"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/cf"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/arithmetic"
	"github.com/girih-ir/girih/lowering/threads/internal/control"
	"github.com/girih-ir/girih/lowering/threads/internal/debug"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
	"github.com/girih-ir/girih/lowering/threads/internal/memory"
	"github.com/girih-ir/girih/lowering/threads/internal/movement"
	"github.com/girih-ir/girih/lowering/threads/internal/products"
	"github.com/girih-ir/girih/lowering/threads/internal/reductions"
	"github.com/girih-ir/girih/lowering/threads/internal/sorting"
)

// rules has the lowering of each operation. Those of elementwise operations are listed in [arithmetic.Rules].
var rules = withArithmetic(map[*ir.OpDef]emit.Rule{
	&arith.ConstantOp: arithmetic.Constant,
	&tile.ProgramID:   arithmetic.ProgramID,
	&tile.NumPrograms: arithmetic.NumPrograms,
	&tile.Iota:        arithmetic.Iota,
	&tile.Splat:       arithmetic.Splat,
	&tile.Hint:        arithmetic.Hint,
	&tile.Map:         arithmetic.Map,
	&tile.Lookup:      arithmetic.Lookup,
	&tile.InlineAsm:   arithmetic.InlineAsm,
	&tile.Cast:        arithmetic.Cast,
	&tile.Add:         arithmetic.InDirection("add"),
	&tile.Sub:         arithmetic.InDirection("sub"),
	&tile.Mul:         arithmetic.InDirection("mul"),
	&tile.Div:         arithmetic.InDirection("div"),
	&tile.FMA:         arithmetic.InDirection("fma"),
	&tile.Sqrt:        arithmetic.InDirection("sqrt"),
	&tile.Exp2:        arithmetic.FlushingExp2,

	&tile.Load:        memory.Load,
	&tile.Store:       memory.Store,
	&tile.AtomicRMW:   memory.AtomicRMW,
	&tilegpu.AddParts: memory.AddParts,
	&tile.AtomicCAS:   memory.AtomicCAS,

	&tilegpu.BulkStore: memory.BulkStore,

	&tilegpu.ConvertLayout: movement.ConvertLayout,
	&tile.ExpandDims:       movement.SameElements,
	&tile.Broadcast:        movement.SameElements,
	&tile.Reshape:          movement.Rearrange,
	&tile.Permute:          movement.Rearrange,
	&tile.Cat:              movement.Rearrange,
	&tile.Join:             movement.Rearrange,
	&tile.Split:            movement.Rearrange,
	&tile.Flip:             movement.Flip,
	&tile.Gather:           movement.Gather,
	&tile.Extract:          movement.Extract,
	&tile.Insert:           movement.Insert,

	&tile.Dot: products.Dot, &tilegpu.StreamDot: products.Stream, &tilegpu.WindowDot: products.WindowDot,
	&tilegpu.Ring: products.Ring, &tilegpu.RingCopy: products.RingCopy, &tilegpu.RingAwait: products.RingAwait,
	&tilegpu.RingRelease: products.RingRelease, &tilegpu.RingEnd: products.RingEnd,
	&tilegpu.RingLoad: products.RingLoad, &tilegpu.RingStore: products.RingStore, &tilegpu.RingDot: products.RingDot,
	&tilegpu.RingWait: products.RingWait, &tilegpu.TakeTurn: products.TakeTurn, &tilegpu.PassTurn: products.PassTurn,
	&tilegpu.SharedAlloc: products.SharedAlloc, &tilegpu.SharedCopy: products.SharedCopy,
	&tilegpu.SharedGroup: products.SharedGroup, &tilegpu.SharedAwait: products.SharedAwait,
	&tilegpu.SharedLoad: products.SharedLoad,

	&tile.Reduce:    reductions.Reduce,
	&tile.Scan:      reductions.Scan,
	&tile.Histogram: reductions.Histogram,
	&tile.Sort:      sorting.Sort,

	&scf.ForOp:         control.For,
	&scf.IfOp:          control.If,
	&scf.WhileOp:       control.While,
	&scf.IndexSwitchOp: control.IndexSwitch,
	&scf.ExecuteRegion: control.ExecuteRegion,
	&fn.CallOp:         control.Call,
	&tile.Barrier:      control.Barrier,
	&tilegpu.Split:     control.Split,

	&tile.Print:  debug.Print,
	&tile.Assert: debug.Assert,
	&cf.Assert:   debug.Assert,
	&tile.Assume: debug.Assume,
})

func withArithmetic(rules map[*ir.OpDef]emit.Rule) map[*ir.OpDef]emit.Rule {
	maps.Copy(rules, arithmetic.Rules())
	return rules
}

// lower applies the rule of an operation.
func lower(c *emit.Code, op *ir.Operation) error {
	if rule, ok := rules[op.Def()]; ok {
		return rule(c, op)
	}
	return emit.NoRule(op)
}

package importtt

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tt"
	"github.com/girih-ir/girih/ir"
)

var memory = map[*ir.OpDef]conversion{
	&tt.AddPtr: renamed(&tile.AddPtr),
	&tt.Load: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		v := tile.NewLoad(im.b, op.GroupValue(0), op.GroupValue(1), op.GroupValue(2))
		im.accessHints(op, v.DefiningOp())
		return []*ir.Value{v}, nil
	},
	&tt.Store: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		im.accessHints(op, tile.NewStore(im.b, op.GroupValue(0), op.GroupValue(1), op.GroupValue(2)))
		return nil, nil
	},
	&tt.AtomicRMW: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		order, scope := ordering(op)
		kind := atomicKinds[tt.Keyword(op, "atomic_rmw_op", tt.AtomicKinds)]
		return []*ir.Value{tile.NewAtomicRMW(im.b, kind, order, scope, op.GroupValue(0), op.GroupValue(1),
			op.GroupValue(2))}, nil
	},
	&tt.AtomicCAS: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		order, scope := ordering(op)
		return []*ir.Value{tile.NewAtomicCAS(im.b, order, scope, op.Operand(0), op.Operand(1), op.Operand(2))}, nil
	},
}

// accessHints copies the cache operator, eviction priority and volatility from one access to another. It ignores a
// cache operator that is not valid for the kind of access, such as a load's operator on a store.
func (im *importer) accessHints(from, to *ir.Operation) {
	operator := tt.Keyword(from, "cache", tt.CacheModifiers)
	if v, ok := tile.CacheModifiers.Parse(operator); ok && slices.Contains(tile.CacheOperatorsOf(to), operator) {
		to.SetAttr(tile.CacheName, tile.CacheModifiers.Attr(im.ctx, v))
	}
	if v, ok := tile.EvictionPolicies.Parse(tt.Keyword(from, "evict", tt.EvictionPolicies)); ok {
		to.SetAttr(tile.EvictionName, tile.EvictionPolicies.Attr(im.ctx, v))
	}
	if volatile, ok := from.Inherent("isVolatile").(*ir.IntegerAttr); ok && volatile.Bool() {
		to.SetAttr(tile.VolatileName, im.ctx.Unit())
	}
}

// atomicKinds maps Triton's names to the kinds of tile.atomic_rmw. There is one kind of addition for integers and
// floats.
var atomicKinds = map[string]tile.AtomicKind{
	"and": tile.AtomicAnd, "or": tile.AtomicOr, "xor": tile.AtomicXOr, "add": tile.AtomicAdd, "fadd": tile.AtomicAdd,
	"max": tile.AtomicMax, "min": tile.AtomicMin, "umax": tile.AtomicUMax, "umin": tile.AtomicUMin,
	"exch": tile.AtomicXchg,
}

// ordering returns the memory order and the scope of an atomic operation in dialect tile.
func ordering(op *ir.Operation) (order tile.MemoryOrder, scope tile.Scope) {
	order, _ = tile.MemoryOrders.Parse(tt.Keyword(op, "sem", tt.MemorySemantics))
	switch tt.Keyword(op, "scope", tt.MemoryScopes) {
	case "cta":
		scope = tile.ScopeBlock
	case "gpu":
		scope = tile.ScopeDevice
	case "sys":
		scope = tile.ScopeSystem
	}
	return order, scope
}

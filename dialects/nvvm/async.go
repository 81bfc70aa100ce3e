package nvvm

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

var (
	proxyKinds = newBracketed("proxy_kind", "Proxy kind", "ProxyKind",
		"alias", "async", "async.global", "async.shared", "tensormap", "generic")
	sharedSpaces = newBracketed("shared_space", "Shared memory space", "SharedSpace", "cta", "cluster")
	memScopes    = newBracketed("mem_scope", "NVVM Memory Scope kind", "MemScopeKind", "cta", "cluster", "gpu", "sys")
	tmaModes     = newBracketed("tma_load_mode", "List of Load-Modes supported for TMA Tensor Ops", "TMALoadMode",
		"tile", "im2col", "im2col_w", "im2col_w_128", "tile_gather4")
)

// FenceProxy defines `nvvm.fence.proxy`: accesses before it through one way to memory come before those behind it
// through another, such as stores to shared memory and the products that read it (PTX ISA, "membar/fence", proxies).
var FenceProxy = ir.OpDef{
	Name:    "nvvm.fence.proxy",
	Summary: "Uni-directional proxy fence operation",
	Attrs: []ir.OpAttr{{Name: "kind", Attr: proxyKinds.constraint()},
		{Name: "space", Attr: sharedSpaces.constraint(), Optional: true}},
	Assembly: `attr-dict`,
	Verify: func(op *ir.Operation) error {
		shared, space := caseOf(op.Inherent("kind")) == "async.shared", op.Inherent("space") != nil
		switch {
		case shared && !space:
			return op.Errorf("async_shared fence requires space attribute")
		case !shared && space:
			return op.Errorf("only async_shared fence can have space attribute")
		}
		return nil
	},
}

// NewFenceProxyAsyncShared creates the fence between the block's accesses to shared memory and what reads or writes it
// asynchronously: products and bulk copies.
func NewFenceProxyAsyncShared(b *ir.Builder) {
	st := b.State(&FenceProxy)
	st.SetInherent("kind", proxyKinds.attr(b.Context(), "async.shared"))
	st.SetInherent("space", sharedSpaces.attr(b.Context(), "cta"))
	b.Create(st)
}

// IsAsyncSharedFence reports whether a fence is between accesses of threads to shared memory and asynchronous ones.
func IsAsyncSharedFence(op *ir.Operation) bool { return caseOf(op.Inherent("kind")) == "async.shared" }

// FenceMbarrierInit defines `nvvm.fence.mbarrier.init`: asynchronous operations, and the other blocks of a cluster, see
// barriers initialized before it.
var FenceMbarrierInit = ir.OpDef{Name: "nvvm.fence.mbarrier.init",
	Summary: "fence after the initialization of barriers in memory", Assembly: `attr-dict`}

// MbarrierInit defines `nvvm.mbarrier.init`: a barrier in shared memory, of 64 bits, whose phases end when so many
// threads have arrived and all announced bytes have.
var MbarrierInit = ir.OpDef{
	Name: "nvvm.mbarrier.init", Summary: "MBarrier Initialization Op",
	Operands: []ir.ValueDef{{Name: "addr", Type: sharedPointer}, {Name: "count", Type: constraints.I32}},
	Assembly: `$addr ',' $count attr-dict ':' type($addr) ',' type($count)`,
}

// MbarrierInval defines `nvvm.mbarrier.inval`: the barrier's memory may be used for something else. No thread may be
// waiting there.
var MbarrierInval = ir.OpDef{
	Name: "nvvm.mbarrier.inval", Summary: "MBarrier Invalidation Op",
	Operands: []ir.ValueDef{{Name: "addr", Type: sharedPointer}},
	Assembly: `$addr attr-dict ':' type($addr)`,
}

// MbarrierArriveExpectTx defines `nvvm.mbarrier.arrive.expect_tx`: the phase also waits for so many bytes, and the
// thread has arrived.
var MbarrierArriveExpectTx = ir.OpDef{
	Name: "nvvm.mbarrier.arrive.expect_tx", Summary: "MBarrier Arrive with Expected Transaction Count",
	Operands: []ir.ValueDef{{Name: "addr", Type: sharedPointer}, {Name: "txcount", Type: constraints.I32}},
	Attrs: []ir.OpAttr{{Name: "scope", Attr: memScopes.constraint(), Default: scopeCTA},
		{Name: "relaxed", Attr: constraints.Bool, Default: isFalse}},
	Assembly: `$addr ',' $txcount attr-dict ':' type($addr) ',' type($txcount)`,
}

// MbarrierArrive defines `nvvm.mbarrier.arrive`: the thread has arrived. The result is the state of the barrier before.
var MbarrierArrive = ir.OpDef{
	Name: "nvvm.mbarrier.arrive", Summary: "MBarrier Arrive Operation",
	Operands: []ir.ValueDef{{Name: "addr", Type: sharedPointer}},
	Results:  []ir.ValueDef{{Name: "res", Type: constraints.I64}},
	Assembly: `$addr attr-dict ':' type($addr) '->' type($res)`,
}

// MbarrierTryWaitParity defines `nvvm.mbarrier.try_wait.parity`: the thread goes on when the phase of a parity has
// ended.
var MbarrierTryWaitParity = ir.OpDef{
	Name: "nvvm.mbarrier.try_wait.parity", Summary: "MBarrier Potentially-Blocking Try Wait with Phase Parity",
	Operands: []ir.ValueDef{{Name: "addr", Type: sharedPointer}, {Name: "phaseParity", Type: constraints.I32},
		{Name: "ticks", Type: constraints.I32}},
	Assembly: `$addr ',' $phaseParity ',' $ticks attr-dict ':' type($addr) ',' type($phaseParity) ',' type($ticks)`,
}

// TensorLoad defines `nvvm.cp.async.bulk.tensor.shared.cluster.global`: a box of the tensor that a map describes is
// copied into shared memory; elements beyond its bounds are zero. Its bytes arrive at a barrier in memory. Coordinates
// count elements, the fastest dimension first.
var TensorLoad = ir.OpDef{
	Name:    "nvvm.cp.async.bulk.tensor.shared.cluster.global",
	Summary: "bulk copy of a box of a tensor from global to shared memory",
	Operands: []ir.ValueDef{{Name: "dstMem", Type: sharedPointer}, {Name: "tmaDescriptor", Type: genericPointer},
		{Name: "coordinates", Type: constraints.I32, Arity: ir.Variadic}, {Name: "mbar", Type: barrierPointer},
		{Name: "im2colOffsets", Type: constraints.I16, Arity: ir.Variadic},
		{Name: "multicastMask", Type: constraints.I16, Arity: ir.Optional},
		{Name: "l2CacheHint", Type: constraints.I64, Arity: ir.Optional},
		{Name: "predicate", Type: constraints.I1, Arity: ir.Optional}},
	Attrs: []ir.OpAttr{{Name: "mode", Attr: tmaModes.constraint(), Default: tileMode},
		{Name: "isCTAOnly", Attr: constraints.Bool, Default: isFalse}},
	Traits: ir.AttrSizedOperandSegments,
	Assembly: `$dstMem ',' $tmaDescriptor ',' $mbar ',' 'box' '[' $coordinates ']' ('im2col' '[' $im2colOffsets^ ']')? ` +
		`('multicast_mask' '=' $multicastMask^)? ('l2_cache_hint' '=' $l2CacheHint^)? ('predicate' '=' $predicate^)? ` +
		`attr-dict ':' type($dstMem) ',' type($tmaDescriptor)`,
	Verify: verifyTensorLoad,
}

var (
	sharedPointer  = pointerTo("LLVM pointer in address space 3 or 7", llvm.SharedSpace, clusterSpace)
	genericPointer = pointerTo("LLVM pointer type", 0)
	barrierPointer = ir.OfType("LLVM pointer in address space 3", func(ctx *ir.Context) ir.Type {
		return llvm.Ptr(ctx, llvm.SharedSpace)
	})
)

// clusterSpace is the address space of shared memory of all blocks of a cluster.
const clusterSpace = 7

func pointerTo(summary string, spaces ...uint32) ir.TypeConstraint {
	return ir.TypeConstraint{Summary: summary, Check: func(t ir.Type) bool {
		p, ok := t.(*llvm.PointerType)
		for _, s := range spaces {
			if ok && p.AddrSpace == s {
				return true
			}
		}
		return false
	}}
}

func scopeCTA(ctx *ir.Context) ir.Attribute { return memScopes.attr(ctx, "cta") }
func tileMode(ctx *ir.Context) ir.Attribute { return tmaModes.attr(ctx, "tile") }
func isFalse(ctx *ir.Context) ir.Attribute  { return ctx.Bool(false) }

func verifyTensorLoad(op *ir.Operation) error {
	if n := len(TensorCoordinates(op)); n < 1 || n > 5 {
		return op.Errorf("expects coordinates between 1 to 5 dimension")
	}
	return nil
}

// TensorCoordinates returns where the box of a copy begins, the fastest dimension first.
func TensorCoordinates(op *ir.Operation) []*ir.Value {
	from, to := op.Group(2)
	return op.OperandRange(from, to)
}

// NewTensorLoad creates a copy by the threads of this block alone.
func NewTensorLoad(b *ir.Builder, to, tensorMap, barrier *ir.Value, coordinates ...*ir.Value) *ir.Operation {
	ctx := b.Context()
	st := b.State(&TensorLoad)
	st.Operands = append(append(append(st.Operands, to, tensorMap), coordinates...), barrier)
	st.SetInherent("mode", tmaModes.attr(ctx, "tile"))
	st.SetInherent("isCTAOnly", ctx.Bool(false))
	st.SetInherent(ir.OperandSegments, ctx.DenseI32(1, 1, int32(len(coordinates)), 1, 0, 0, 0, 0))
	return b.Create(st)
}

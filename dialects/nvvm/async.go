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
)

// FenceProxy defines `nvvm.fence.proxy`: it orders accesses through one proxy before later accesses through another
// proxy, such as stores to shared memory before matrix products that read it (PTX ISA, "membar/fence", proxies).
var FenceProxy = ir.OpDef{
	Name:    "nvvm.fence.proxy",
	Summary: "Uni-directional proxy fence operation",
	Attrs: []ir.OpAttr{{Name: "kind", Attr: proxyKinds.constraint()},
		{Name: "space", Attr: sharedSpaces.constraint(), Optional: true}},
	Assembly: `attr-dict`,
	Verify: func(op *ir.Operation) error {
		kind, space := caseOf(op.Inherent("kind")), op.Inherent("space") != nil
		shared := kind == "async.shared"
		switch {
		case kind == "tensormap":
			return op.Errorf("tensormap proxy is not a supported proxy kind")
		case kind == "generic":
			return op.Errorf("generic proxy not a supported proxy kind")
		case shared && !space:
			return op.Errorf("async_shared fence requires space attribute")
		case !shared && space:
			return op.Errorf("only async_shared fence can have space attribute")
		}
		return nil
	},
}

// NewFenceProxyAsyncShared creates a fence between the block's accesses to shared memory and later asynchronous
// accesses to it, which are those of warp-group products and bulk copies.
func NewFenceProxyAsyncShared(b *ir.Builder) {
	st := b.State(&FenceProxy)
	st.SetInherent("kind", proxyKinds.attr(b.Context(), "async.shared"))
	st.SetInherent("space", sharedSpaces.attr(b.Context(), "cta"))
	b.Create(st)
}

// FenceProxyOf returns the kind of a fence (alias, async, async.global or async.shared). For async.shared it also
// returns the space, cta or cluster.
func FenceProxyOf(op *ir.Operation) (kind, space string) {
	return caseOf(op.Inherent("kind")), caseOf(op.Inherent("space"))
}

// FenceMbarrierInit defines `nvvm.fence.mbarrier.init`: the fence makes earlier initializations of mbarriers visible to
// asynchronous operations and to the other blocks of the cluster.
var FenceMbarrierInit = ir.OpDef{Name: "nvvm.fence.mbarrier.init",
	Summary: "fence after the initialization of mbarriers", Assembly: `attr-dict`}

// MbarrierInit defines `nvvm.mbarrier.init`: the operation initializes an mbarrier, which is 64 bits of shared memory.
// A phase of the mbarrier ends when the given number of threads have arrived and all expected bytes have been copied.
var MbarrierInit = ir.OpDef{
	Name: "nvvm.mbarrier.init", Summary: "MBarrier Initialization Op",
	Operands: []ir.ValueDef{{Name: "addr", Type: ownBarrier}, {Name: "count", Type: constraints.I32}},
	Assembly: `$addr ',' $count attr-dict ':' type($addr) ',' type($count)`,
}

// MbarrierInval defines `nvvm.mbarrier.inval`: the operation ends the use of an mbarrier, so that its memory can be
// used for something else. No thread may be waiting at the mbarrier.
var MbarrierInval = ir.OpDef{
	Name: "nvvm.mbarrier.inval", Summary: "MBarrier Invalidation Op",
	Operands: []ir.ValueDef{{Name: "addr", Type: ownBarrier}},
	Assembly: `$addr attr-dict ':' type($addr)`,
}

// MbarrierArriveExpectTx defines `nvvm.mbarrier.arrive.expect_tx`: the thread adds a number of bytes to those that the
// current phase of an mbarrier waits for, and then arrives. The mbarrier may be in the memory of another block of the
// cluster.
var MbarrierArriveExpectTx = ir.OpDef{
	Name: "nvvm.mbarrier.arrive.expect_tx", Summary: "MBarrier Arrive with Expected Transaction Count",
	Operands: []ir.ValueDef{{Name: "addr", Type: anyBarrier}, {Name: "txcount", Type: constraints.I32}},
	Results:  []ir.ValueDef{{Name: "res", Type: constraints.I64, Arity: ir.Optional}},
	Attrs:    arrivalAttrs,
	Assembly: `$addr ',' $txcount attr-dict ':' type($addr) ',' type($txcount) ('->' type($res)^)?`,
	Verify:   verifyArrival, InferTypes: withoutState,
}

// MbarrierArrive defines `nvvm.mbarrier.arrive`: the thread arrives at an mbarrier of its block or of another block of
// the cluster. It counts as one arrival, or as the given number of arrivals. The result is the state of the mbarrier
// before the arrival.
var MbarrierArrive = ir.OpDef{
	Name: "nvvm.mbarrier.arrive", Summary: "MBarrier Arrive Operation",
	Operands: []ir.ValueDef{{Name: "addr", Type: anyBarrier},
		{Name: "count", Type: constraints.I32, Arity: ir.Optional}},
	Results:  []ir.ValueDef{{Name: "res", Type: constraints.I64, Arity: ir.Optional}},
	Attrs:    arrivalAttrs,
	Assembly: `$addr (',' $count^)? attr-dict ':' type($addr) ('->' type($res)^)?`,
	Verify:   verifyArrival, InferTypes: withoutState,
}

// MbarrierExpectTx defines `nvvm.mbarrier.expect_tx`: the operation adds a number of bytes to those that the current
// phase of an mbarrier waits for.
var MbarrierExpectTx = ir.OpDef{
	Name: "nvvm.mbarrier.expect_tx", Summary: "MBarrier expect-tx Operation",
	Operands: []ir.ValueDef{{Name: "addr", Type: sharedPointer}, {Name: "txcount", Type: constraints.I32}},
	Attrs:    []ir.OpAttr{{Name: "scope", Attr: memScopes.constraint(), Default: scopeCTA}},
	Assembly: `$addr ',' $txcount attr-dict ':' type($addr) ',' type($txcount)`,
	Verify:   verifyArrival,
}

// arrivalAttrs are the attributes of arrivals. An arrival that is not relaxed orders the thread's earlier accesses for
// the threads of scope: the block or the cluster.
var arrivalAttrs = []ir.OpAttr{{Name: "scope", Attr: memScopes.constraint(), Default: scopeCTA},
	{Name: "relaxed", Attr: constraints.Bool, Default: isFalse}}

// withoutState makes builders create arrivals without a result.
func withoutState(*ir.Context, *ir.OpState) ([]ir.Type, error) { return nil, nil }

func verifyArrival(op *ir.Operation) error {
	scope := caseOf(op.Inherent("scope"))
	switch {
	case scope != "cta" && scope != "cluster":
		return op.Errorf("mbarrier scope must be either CTA or Cluster")
	case op.NumResults() > 0 && IsRemote(op.Operand(0)):
		return op.Errorf("mbarrier in shared_cluster space cannot return any value")
	}
	return nil
}

// IsRemote reports whether a pointer is into shared memory of the cluster, so that it may point to another block's
// memory.
func IsRemote(v *ir.Value) bool {
	p, ok := v.Type().(*llvm.PointerType)
	return ok && p.AddrSpace == ClusterSpace
}

// ArrivalOf returns the scope of an arrival, "cta" or "cluster", and whether the arrival is relaxed, so that it orders
// no accesses.
func ArrivalOf(op *ir.Operation) (scope string, relaxed bool) {
	return caseOf(op.Inherent("scope")), op.Inherent("relaxed") == op.Context().Bool(true)
}

// MbarrierTryWaitParity defines `nvvm.mbarrier.try_wait.parity`: the thread waits until the phase of the given parity
// has ended.
var MbarrierTryWaitParity = ir.OpDef{
	Name: "nvvm.mbarrier.try_wait.parity", Summary: "MBarrier Potentially-Blocking Try Wait with Phase Parity",
	Operands: []ir.ValueDef{{Name: "addr", Type: ownBarrier}, {Name: "phaseParity", Type: constraints.I32},
		{Name: "ticks", Type: constraints.I32}},
	Assembly: `$addr ',' $phaseParity ',' $ticks attr-dict ':' type($addr) ',' type($phaseParity) ',' type($ticks)`,
}

var (
	sharedPointer = pointerTo("LLVM pointer in address space 3 or LLVM pointer in address space 7", llvm.SharedSpace,
		ClusterSpace)
	anyBarrier = pointerTo("LLVM pointer in address space 0 or LLVM pointer in address space 3 or LLVM pointer in "+
		"address space 7", llvm.GenericSpace, llvm.SharedSpace, ClusterSpace)
	ownBarrier = pointerTo("LLVM pointer in address space 0 or LLVM pointer in address space 3", llvm.GenericSpace,
		llvm.SharedSpace)
	genericPointer = pointerTo("LLVM pointer type", 0)
	barrierPointer = ir.OfType("LLVM pointer in address space 3", func(ctx *ir.Context) ir.Type {
		return llvm.Ptr(ctx, llvm.SharedSpace)
	})
)

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
func isFalse(ctx *ir.Context) ir.Attribute  { return ctx.Bool(false) }

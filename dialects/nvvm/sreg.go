package nvvm

import (
	"math"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Special registers by dimension x, y, z: the thread's index in its block, the block's size, the block's index in the
// grid, and the grid's size in blocks.
var (
	ThreadID = perDimension("tid")
	BlockDim = perDimension("ntid")
	BlockID  = perDimension("ctaid")
	GridDim  = perDimension("nctaid")
)

// Special registers for the lane of a thread, for the number of its warp in the block, and for the number of lanes. The
// warp number may change while a kernel runs; a number computed from the thread index does not.
var (
	LaneID   = specialRegister("laneid")
	WarpID   = specialRegister("warpid")
	WarpSize = specialRegister("warpsize")
)

func perDimension(name string) [3]*ir.OpDef {
	return [3]*ir.OpDef{specialRegister(name + ".x"), specialRegister(name + ".y"), specialRegister(name + ".z")}
}

func specialRegister(name string) *ir.OpDef {
	return &ir.OpDef{
		Name:     "nvvm.read.ptx.sreg." + name,
		Summary:  "special register %" + name,
		Results:  []ir.ValueDef{{Name: "res", Type: anyLLVM}},
		Attrs:    []ir.OpAttr{{Name: "range", Attr: llvm.RangeConstraint, Optional: true}},
		Traits:   ir.Pure,
		Assembly: `('range' $range^)? attr-dict ':' type($res)`,
		Verify:   verifyRange,
	}
}

// ReadRegister creates a read of a special register and returns its value, an i32 that is less than limit. Limit 0
// stands for no known limit.
func ReadRegister(b *ir.Builder, def *ir.OpDef, limit int64) *ir.Value {
	st := b.State(def)
	st.Types = append(st.Types, b.Context().I(32))
	if limit > 0 {
		st.SetInherent("range", llvm.ConstantRange(b.Context(), 32, 0, limit))
	}
	return b.Create(st).Result(0)
}

func verifyRange(op *ir.Operation) error {
	r, ok := op.Inherent("range").(*llvm.ConstantRangeAttr)
	if ok && r.Lower == r.Upper && r.Lower != 0 && r.Lower != math.MaxUint32 {
		return op.Errorf("invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! " +
			"This is an invalid constant range.")
	}
	return nil
}

// Special registers of clusters by dimension x, y, z: the cluster's index in the grid, the grid's size in clusters, the
// block's index in its cluster, and the cluster's size in blocks.
var (
	ClusterID   = perDimension("clusterid")
	GridCluster = perDimension("nclusterid")
	ClusterCTA  = perDimension("cluster.ctaid")
	ClusterDims = perDimension("cluster.nctaid")
)

// Special registers for the block's number in its cluster and for the number of blocks in the cluster.
var (
	ClusterRank = specialRegister("cluster.ctarank")
	ClusterSize = specialRegister("cluster.nctarank")
)

// ClusterArrive defines `nvvm.cluster.arrive`: the thread arrives at the barrier of its cluster. Threads that wait at
// the barrier continue when all threads of the cluster have arrived. They then see what the arriving threads wrote
// before.
var ClusterArrive = clusterOp("arrive", "Cluster Barrier Arrive Op")

// ClusterArriveRelaxed defines `nvvm.cluster.arrive.relaxed`: an arrival that orders no accesses to memory.
var ClusterArriveRelaxed = clusterOp("arrive.relaxed", "Cluster Barrier Relaxed Arrive Op")

// ClusterWait defines `nvvm.cluster.wait`: the thread waits until all threads of the cluster have arrived at the
// barrier. It must have arrived itself before.
var ClusterWait = clusterOp("wait", "Cluster Barrier Wait Op")

func clusterOp(name, summary string) ir.OpDef {
	return ir.OpDef{Name: "nvvm.cluster." + name, Summary: summary,
		Attrs: []ir.OpAttr{{Name: "aligned", Attr: constraints.Unit, Optional: true}}, Assembly: `attr-dict`,
		Interfaces: byBlock}
}

// MapA defines `nvvm.mapa`: the result is the address, in the shared memory of the block with the given rank in the
// cluster, that corresponds to an address in this block's shared memory.
var MapA = ir.OpDef{
	Name:    "nvvm.mapa",
	Summary: "address of shared memory of another block of the cluster",
	Operands: []ir.ValueDef{{Name: "a", Type: pointerTo("LLVM pointer in address space 0 or LLVM pointer in address "+
		"space 3", llvm.GenericSpace, llvm.SharedSpace)}, {Name: "b", Type: constraints.I32}},
	Results: []ir.ValueDef{{Name: "res", Type: pointerTo("LLVM pointer in address space 0 or LLVM pointer in address "+
		"space 7", llvm.GenericSpace, ClusterSpace)}},
	Traits:   ir.Pure,
	Assembly: `$a ',' $b attr-dict ':' type($a) '->' type($res)`,
}

// ClusterSpace is the address space of the shared memory of all blocks of a cluster.
const ClusterSpace = 7

// NewMapA creates the address in the shared memory of the block with a given rank that corresponds to a pointer into
// this block's shared memory.
func NewMapA(b *ir.Builder, pointer, rank *ir.Value) *ir.Value {
	st := b.State(&MapA)
	st.Operands = append(st.Operands, pointer, rank)
	st.Types = append(st.Types, llvm.Ptr(b.Context(), ClusterSpace))
	return b.Create(st).Result(0)
}

// NewClusterArrive creates an arrival at the cluster's barrier. All lanes of a warp execute it together.
func NewClusterArrive(b *ir.Builder) { newAligned(b, &ClusterArrive) }

// NewClusterWait creates a wait at the cluster's barrier. All lanes of a warp execute it together.
func NewClusterWait(b *ir.Builder) { newAligned(b, &ClusterWait) }

func newAligned(b *ir.Builder, def *ir.OpDef) {
	st := b.State(def)
	st.SetInherent("aligned", b.Context().Unit())
	b.Create(st)
}

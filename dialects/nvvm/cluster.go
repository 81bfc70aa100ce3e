package nvvm

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Special registers of clusters by dimension x, y, z: the cluster's index in the grid, the grid's size in clusters, the
// block's index in its cluster, and the cluster's size in blocks.
var (
	ClusterID   = perDimension("clusterid")
	GridCluster = perDimension("nclusterid")
	ClusterCTA  = perDimension("cluster.ctaid")
	ClusterDims = perDimension("cluster.nctaid")
)

// Special registers of the block's number in its cluster, and of how many blocks that has.
var (
	ClusterRank = specialRegister("cluster.ctarank")
	ClusterSize = specialRegister("cluster.nctarank")
)

// ClusterArrive defines `nvvm.cluster.arrive`: the thread has arrived at the barrier of its cluster, which those pass
// that wait there when all threads of all its blocks have. What it did before comes before what they do behind it.
var ClusterArrive = clusterOp("arrive", "Cluster Barrier Arrive Op")

// ClusterArriveRelaxed defines `nvvm.cluster.arrive.relaxed`: an arrival that orders no accesses to memory.
var ClusterArriveRelaxed = clusterOp("arrive.relaxed", "Cluster Barrier Relaxed Arrive Op")

// ClusterWait defines `nvvm.cluster.wait`: the thread, which has arrived, waits until all of the cluster have.
var ClusterWait = clusterOp("wait", "Cluster Barrier Wait Op")

func clusterOp(name, summary string) ir.OpDef {
	return ir.OpDef{Name: "nvvm.cluster." + name, Summary: summary,
		Attrs: []ir.OpAttr{{Name: "aligned", Attr: constraints.Unit, Optional: true}}, Assembly: `attr-dict`}
}

// MapA defines `nvvm.mapa`: where in the shared memory of the block of a rank in the cluster a pointer's place is.
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

// ClusterSpace is the address space of shared memory of all blocks of a cluster.
const ClusterSpace = 7

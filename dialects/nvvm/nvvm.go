// Package nvvm defines the dialect `nvvm`: one operation for each instruction of NVIDIA GPUs that LLVM IR does not
// have. The PTX ISA defines the semantics. Names, syntax and rules are upstream's (mlir/Dialect/LLVMIR/NVVMOps.td).
//
// The package has special registers, barriers, shuffles and votes; asynchronous copies and products, and the operations
// that order them (async.go, wgmma.go); attributes of kernels; and cache hints. Operations that upstream does not have
// are in dialect tilegpu. Package backend/llvmir prints the LLVM intrinsics.
package nvvm

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// Dialect is the dialect `nvvm`.
var Dialect = &ir.Dialect{
	Name:     "nvvm",
	Summary:  "instructions of NVIDIA GPUs beyond LLVM IR",
	Upstream: 185,
	Ops: slices.Concat(
		[]*ir.OpDef{&Barrier0, &Barrier, &BarrierArrive, &BarWarpSync, &ShflSync, &VoteSync, &WgmmaFence,
			&WgmmaCommit, &WgmmaWait, &WgmmaMMAAsync,
			&FenceProxy, &FenceMbarrierInit, &MbarrierInit, &MbarrierInval, &MbarrierArrive, &MbarrierArriveExpectTx,
			&MbarrierExpectTx,
			&ElectSync,
			&MbarrierTryWaitParity, &TensorLoad, &TensorPrefetch, &TensorStore, &TensorReduce,
			&BulkCommit, &BulkWait, &MmaSync, &LdMatrix,
			&StMatrix, &SetMaxRegister, &GridDependency, &CpAsync, &CpAsyncCommit, &CpAsyncWait, &CpAsyncArrive,
			&ClusterArrive, &ClusterArriveRelaxed, &ClusterWait, &MapA, &ConvertToF16x2, &ConvertToBF16x2},
		ThreadID[:], BlockDim[:], BlockID[:], GridDim[:], ClusterID[:], GridCluster[:], ClusterCTA[:], ClusterDims[:],
		[]*ir.OpDef{LaneID, WarpID, WarpSize, ClusterRank, ClusterSize}),
	Attrs: []*ir.AttrDef{&shflKinds.def, &voteKinds.def, &shapeDef, &wgmmaTypes.def, &scalesIn.def, &scalesOut.def,
		&mmaLayouts.def, &proxyKinds.def, &sharedSpaces.def, &memScopes.def, &loadModes.def, &reductions.def, &storeModes.def,
		&registerActions.def, &gridActions.def, &loadCaches.def,
		&roundings.def, &saturations.def, &mmaTypes.def, &mmaOverflows.def, &matrixShapeDef, &matrixElements.def},
	Dependencies: []*ir.Dialect{llvm.Dialect},
	VerifyOpAttr: verifyOpAttr,
}

// Attributes of llvm.func.
const (
	// Kernel marks an entry point that the host launches.
	Kernel = "nvvm.kernel"
	// ReqNTID gives the exact number of threads of a block in x, y and z.
	ReqNTID = "nvvm.reqntid"
	// MaxNTID bounds the number of threads of a block in x, y and z.
	MaxNTID = "nvvm.maxntid"
	// ClusterDim gives the number of blocks of a cluster in x, y and z.
	ClusterDim = "nvvm.cluster_dim"
	// MinCTASM gives the number of blocks that should fit on a multiprocessor.
	MinCTASM = "nvvm.minctasm"
	// GridConstant marks a parameter that is passed by value and that no thread changes.
	GridConstant = "nvvm.grid_constant"
	// MaxNReg bounds the registers of a thread.
	MaxNReg = "nvvm.maxnreg"
)

// IsKernel reports whether a function is marked as a kernel.
func IsKernel(op *ir.Operation) bool { return op.Attr(Kernel) != nil }

// verifyOpAttr checks the attributes that mark kernels, and the hints of accesses.
func verifyOpAttr(op *ir.Operation, attr ir.NamedAttr) error {
	switch attr.Name {
	case Kernel:
		if !op.Is(&llvm.FuncOp) {
			return ir.Errorf(op.Loc(), "'\"%s\"' attribute attached to unexpected op", Kernel)
		}
	case ReqNTID, MaxNTID, ClusterDim:
		list, ok := attr.Value.(*ir.DenseArrayAttr)
		if !ok || !ir.IsInt(list.ElementType(), 32) || list.Len() > 3 {
			return ir.Errorf(op.Loc(), "'\"%s\"' attribute must be integer array with maximum 3 index", attr.Name)
		}
	case CacheOperator, EvictionPriority:
		return verifyCacheHint(op, attr)
	case MinCTASM, MaxNReg:
		if _, ok := attr.Value.(*ir.IntegerAttr); !ok {
			return ir.Errorf(op.Loc(), "'\"%s\"' attribute must be integer constant", attr.Name)
		}
	}
	return nil
}

// IsSpecialRegister reports whether operations of that name read a special register.
func IsSpecialRegister(name string) bool { return strings.HasPrefix(name, "nvvm.read.ptx.sreg.") }

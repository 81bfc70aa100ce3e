package llvmir

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	"github.com/llir/llvm/ir/types"
)

// Pointers into the shared memory of other blocks of a cluster are passed as 32-bit integers, since LLVM 7, which
// libNVVM uses for targets before sm_100, does not know their address space. Only some operations of nvvm, and loads of
// numbers, can use them.

// clusterOps are the operations that accept such pointers.
var clusterOps = map[*ir.OpDef]bool{&nvvm.MapA: true, &nvvm.TensorLoad: true, &nvvm.MbarrierArrive: true,
	&nvvm.MbarrierArriveExpectTx: true, &llvm.AddrSpaceCast: true, &llvm.Load: true}

// addClusters adds the operations on clusters that are printed as PTX.
func addClusters() {
	emitters.Set(&nvvm.MapA, emitMapA)
	emitters.Set(&nvvm.ClusterArrive, emitCluster("arrive.release"))
	emitters.Set(&nvvm.ClusterArriveRelaxed, emitCluster("arrive.relaxed"))
	emitters.Set(&nvvm.ClusterWait, emitCluster("wait.acquire"))
	for _, registers := range [][3]*ir.OpDef{nvvm.ClusterID, nvvm.GridCluster, nvvm.ClusterCTA, nvvm.ClusterDims} {
		for _, def := range registers {
			emitters.Set(def, emitClusterRegister)
		}
	}
	emitters.Set(nvvm.ClusterRank, emitClusterRegister)
	emitters.Set(nvvm.ClusterSize, emitClusterRegister)
}

// checkCluster returns an error if op uses such a pointer and has no translation.
func checkCluster(op *ir.Operation) error {
	for i := range op.NumOperands() {
		if nvvm.IsRemote(op.Operand(i)) && !clusterOps[op.Def()] {
			return op.Errorf("has no translation to LLVM IR: pointers into other blocks of the cluster are for " +
				"llvm.load of numbers, nvvm.mbarrier.arrive, nvvm.mbarrier.arrive.expect_tx and bulk copies")
		}
	}
	return nil
}

// emitMapA prints mapa, which returns the address of a place in another block of the cluster.
func emitMapA(b *body, op *ir.Operation) error {
	if op.Operand(0).Type() != ir.Type(llvm.Ptr(b.ctx, llvm.SharedSpace)) || !nvvm.IsRemote(op.Result(0)) {
		return op.Errorf("has no translation to LLVM IR: only from shared memory of the block to that of the cluster has")
	}
	b.emit(op, assembly("mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r", types.I32, b.sharedWord(b.operand(op, 0)),
		b.operand(op, 1)))
	return nil
}

// emitToCluster prints the conversion of a pointer into the block's shared memory to a pointer into that of the
// cluster. The bits are the same.
func emitToCluster(b *body, op *ir.Operation) error {
	if op.Operand(0).Type() != ir.Type(llvm.Ptr(b.ctx, llvm.SharedSpace)) || !nvvm.IsRemote(op.Result(0)) {
		return op.Errorf("has no translation to LLVM IR: only from shared memory of the block to that of the cluster has")
	}
	b.values.Set(op.Result(0), b.sharedWord(b.operand(op, 0)))
	return nil
}

// emitCluster prints an operation at the barrier of a cluster.
func emitCluster(what string) emitter {
	return func(b *body, op *ir.Operation) error {
		text := "barrier.cluster." + what
		if op.Inherent("aligned") != nil {
			text += ".aligned"
		}
		return emitText(text)(b, op)
	}
}

// emitClusterRegister prints a read of a special register of clusters. Not every compiler has an intrinsic for it.
func emitClusterRegister(b *body, op *ir.Operation) error {
	name := strings.Replace(strings.TrimPrefix(op.Name(), "nvvm.read.ptx.sreg."), "cluster.", "cluster_", 1)
	b.emit(op, assembly("mov.u32 $0, %"+name+";", "=r", types.I32))
	return nil
}

// remoteLoad prints a load from the shared memory of another block. It has side effects, so that it stays after the
// preceding barrier.
func (b *body) remoteLoad(op *ir.Operation, t types.Type) error {
	elem, n := t, 1
	if v, ok := t.(*types.VectorType); ok {
		elem, n = v.ElemType, int(v.Len)
	}
	r, ok := registersOf(elem, n)
	if !ok {
		return op.Errorf("has no translation to LLVM IR: from other blocks of the cluster numbers of 8, 16, 32 or 64 bits "+
			"are loaded, or vectors of up to 128 bits, not %s", ir.Quote(op.Result(0).Type()))
	}
	head := "ld.shared::cluster"
	if r.n > 1 {
		head += fmt.Sprintf(".v%d", r.n)
	}
	b.loadTo(op, r, t, fmt.Sprintf("%s.b%d %s, [$%d];", head, r.bits, r.list(0), r.n),
		strings.Repeat("="+r.letter+",", r.n)+"r,"+ordered, b.operand(op, 0))
	return nil
}

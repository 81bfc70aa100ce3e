// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

llvm.func @f(%p: !llvm.ptr<1>, %v: i32, %f: f32, %c: i1) {
  %0 = llvm.atomicrmw add %p, %v monotonic : !llvm.ptr<1>, i32
  %1 = llvm.atomicrmw volatile fadd %p, %f syncscope("device") acq_rel {alignment = 4 : i64} : !llvm.ptr<1>, f32
  %9 = llvm.atomicrmw _and %p, %v seq_cst : !llvm.ptr<1>, i32
  %2 = llvm.cmpxchg %p, %v, %v acq_rel monotonic : !llvm.ptr<1>, i32
  %3 = llvm.cmpxchg weak volatile %p, %v, %v syncscope("device") seq_cst seq_cst {alignment = 8 : i64} : !llvm.ptr<1>, i32
  llvm.fence syncscope("block") acq_rel
  llvm.fence seq_cst
  %4 = nvvm.vote.sync ballot %v, %c -> i32
  %5 = nvvm.vote.sync any %v, %c -> i1
  llvm.return
}

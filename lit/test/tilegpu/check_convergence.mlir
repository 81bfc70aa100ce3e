// RUN: tile-opt %s --split-input-file --gpu-check-convergence --verify-diagnostics
// RUN: tile-opt %S/control_to_llvm.mlir --split-input-file --convert-tile-to-llvm --gpu-check-convergence
// RUN: tile-opt %S/histogram_to_llvm.mlir --split-input-file --convert-tile-to-llvm --gpu-check-convergence
// RUN: tile-opt %S/scan_to_llvm.mlir --split-input-file --convert-tile-to-llvm --gpu-check-convergence
// RUN: tile-opt %S/sort_to_llvm.mlir --split-input-file --convert-tile-to-llvm --gpu-check-convergence
// RUN: tile-opt %S/dot_to_llvm.mlir --split-input-file --convert-tile-to-llvm --gpu-check-convergence
// RUN: tile-opt %S/to_llvm.mlir --split-input-file --convert-tile-to-llvm --gpu-check-convergence

// Only one lane reaches this barrier. The notes lead from the branch back to the index.

llvm.func @k(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  // expected-note @below {{'nvvm.read.ptx.sreg.tid.x': the index differs from thread to thread}}
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  // expected-note @below {{'llvm.icmp': computed from it here}}
  %first = llvm.icmp "eq" %t, %c0 : i32
  // expected-note @below {{threads diverge here: the condition of 'llvm.cond_br' is not the same in all threads of a block}}
  llvm.cond_br %first, ^bb1, ^bb2
^bb1:
  // expected-error @below {{'nvvm.barrier0' op is reached by only some of the threads that must take part: the others wait forever}}
  nvvm.barrier0
  llvm.br ^bb2
^bb2:
  nvvm.barrier0
  llvm.return
}

// -----

// All lanes of a warp take the same branch. So a shuffle of the warp is allowed, but a barrier of the block is not.

llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %warp = llvm.lshr %t, %c5 : i32
  %first = llvm.icmp "eq" %warp, %c0 : i32
  llvm.cond_br %first, ^bb1, ^bb2
^bb1:
  %v = nvvm.shfl.sync bfly %all, %t, %c1, %c31 : i32 -> i32
  llvm.br ^bb2
^bb2:
  llvm.return
}

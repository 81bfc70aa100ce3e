// RUN: not tile-compile %s --check-convergence 2>&1 | filecheck %s
// RUN: tile-compile %s | filecheck %s --check-prefix=UNCHECKED
// UNCHECKED: call void @llvm.nvvm.barrier0()

// The result of assembly with effects may differ between threads. So a branch on it may also differ.

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%x: !tile.ptr<f32>, %n: i32) {
  %clock = tile.inline_asm "mov.u32 $0, $1;", "=r,r" %n : i32 -> i32
  %c0 = arith.constant 0 : i32
  %odd = arith.cmpi eq, %clock, %c0 : i32
  scf.if %odd {
    // CHECK: convergence.mlir:[[@LINE+1]]:5: error: 'nvvm.barrier0' op is reached by only some of the threads that must take part
    tile.barrier
  }
  // CHECK: convergence.mlir:[[@LINE-4]]:3: note: threads diverge here: the condition of 'llvm.cond_br' is not the same in all threads of a block
  tile.return
}
}

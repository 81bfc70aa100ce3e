// RUN: not tile-opt %s --pass-pipeline='builtin.module(gpu-accumulate-reductions{num-warps=0})' 2>&1 | filecheck %s -DN=0
// RUN: not tile-opt %s --pass-pipeline='builtin.module(gpu-assign-layouts{num-warps=3})' 2>&1 | filecheck %s -DN=3
// RUN: not tile-opt %s --pass-pipeline='builtin.module(tile-strip-mine{num-warps=64})' 2>&1 | filecheck %s -DN=64

// CHECK: error: 'builtin.module' op num-warps must be a power of two of at most 32, but is [[N]]
// CHECK-NOT: panicked
tile.kernel @kernel() {
  tile.return
}

// RUN: not tile-opt %s --pass-pipeline='builtin.module(gpu-accumulate-reductions{num-warps=0})' 2>&1 | filecheck %s -DN=0
// RUN: not tile-opt %s --pass-pipeline='builtin.module(gpu-assign-layouts{num-warps=3})' 2>&1 | filecheck %s -DN=3
// RUN: not tile-opt %s --pass-pipeline='builtin.module(tile-strip-mine{num-warps=64})' 2>&1 | filecheck %s -DN=64

// CHECK: option 'num-warps': '[[N]]' is none of 1, 2, 4, 8, 16, 32
// CHECK-NOT: panicked
tile.kernel @kernel() {
  tile.return
}

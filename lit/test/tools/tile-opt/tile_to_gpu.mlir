// The compiler's pipeline has a name. Its passes can be printed, and the printed text is accepted as a pipeline.
// RUN: tile-opt %s --tile-to-gpu='num-warps=8 sm=90' | filecheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-to-gpu{num-warps=8 sm=90})' | filecheck %s
// RUN: tile-opt %s --tile-to-gpu=to=strict | filecheck %s --check-prefix=STRICT
// RUN: tile-opt %s --tile-to-gpu='num-warps=8 sm=90' --dump-pass-pipeline 2>&1 | filecheck %s --check-prefix=DUMP
// RUN: tile-compile %s --num-warps=8 --target=sm_90 --emit=mlir --dump-pass-pipeline 2>&1 | filecheck %s --check-prefix=DUMP
// RUN: tile-compile %s --emit=mlir --pass-pipeline='builtin.module(tile-to-gpu{num-warps=8 sm=90})' | filecheck %s
// RUN: tile-compile %s --emit=mlir --mlir-print-ir-after=gpu-assign-layouts -o %t 2>&1 | filecheck %s --check-prefix=AFTER
// RUN: not tile-compile %s --pass-pipeline='builtin.module(nothing)' 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not tile-compile %s --mlir-print-ir-after=nothing 2>&1 | filecheck %s --check-prefix=UNKNOWN

// CHECK: llvm.func @double(
// CHECK-SAME: 256, 1, 1
// STRICT: arith.mulf
// DUMP: inline{
// DUMP: gpu-assign-layouts{num-warps=8{{.*}}}
// DUMP-NEXT: gpu-hint-loads,
// DUMP-NEXT: gpu-check-registers{
// DUMP-NEXT: convert-tile-to-llvm{{{.*}} sm=90}
// DUMP: llvm.func
// AFTER: IR Dump After{{.*}}gpu-assign-layouts
// AFTER: tile.kernel @double
// UNKNOWN: 'nothing'

module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @double(%p: !tile.ptr<f32>) {
    %two = tile.literal 2
    %x = tile.load %p : !tile.ptr<f32>
    %y = tile.mul %x, %two : f32, !tile.literal<int> -> f32
    tile.store %p, %y : !tile.ptr<f32>, f32
    tile.return
  }
}

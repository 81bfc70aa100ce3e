// Passes given as flags run in the order of the command line, like the same pipeline.
// RUN: tile-opt %s --tile-promote --tile-broadcast --tile-to-arith > %t.flags
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-promote,tile-broadcast,tile-to-arith)' > %t.pipeline
// RUN: diff %t.flags %t.pipeline
// RUN: filecheck %s < %t.flags
module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL: tile.kernel @k
tile.kernel @k(%p: !tile.ptr<f32>, %a: i32, %b: f32) {
  // CHECK: arith.sitofp %{{.*}} : i32 to f32
  // CHECK: arith.addf
  %0 = tile.add %a, %b : i32, f32 -> f32
  tile.store %p, %0 : !tile.ptr<f32>, f32
  tile.return
}
}

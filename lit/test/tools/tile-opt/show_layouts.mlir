// RUN: tile-opt %s --gpu-assign-layouts --show-layouts | filecheck %s
// RUN: tile-opt %s --gpu-assign-layouts --show-layouts=html | filecheck %s --check-prefix=HTML
// RUN: not tile-opt %s --show-layouts 2>&1 | filecheck %s --check-prefix=NONE
// RUN: not tile-opt %s --show-layouts=pdf 2>&1 | filecheck %s --check-prefix=FORMAT

// NONE: error: 'builtin.module' op has no layouts to show: run gpu-assign-layouts first
// FORMAT: expected one of text, html

// CHECK: #tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}> on 512
// CHECK-NEXT: register=[(1),(2)] lane=[(4),(8),(16),(32),(64)] warp=[(128),(256)] -> dim0:512
// CHECK-NEXT: 4 registers in each of 128 threads, every element once
// CHECK-NEXT: show_layouts.mlir:[[@LINE+14]]:8: tile.load: where memory is consecutive along dim0, vectors of up to 128 bits; the access of a warp touches 16 sectors of 32 bytes for 512 bytes (100% used)
// CHECK: tile.iota : tensor<512xi32>
// CHECK: T0:0 T0:1 T0:2 T0:3 T1:0 T1:1
// CHECK: T127:3

// HTML: <title>Layouts of @copy</title>
// HTML: <svg
// HTML-SAME: thread 127 (warp 3, lane 31), register 3
// HTML: </html>
tile.kernel @copy(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.iota : tensor<512xi32>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %ps = tile.addptr %p, %i : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
  // The line of the access is part of the report.
  %v = tile.load %ps : tensor<512x!tile.ptr<f32>>
  tile.store %ps, %v : tensor<512x!tile.ptr<f32>>, tensor<512xf32>
  tile.return
}

// RUN: tile-opt %s --show-layouts | filecheck %s

// A conversion reports how far its elements move. If they go through shared memory, it reports the bank of each element
// and the cost of the accesses.

#rows = #tilegpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #tilegpu.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#swapped = #tilegpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [0, 1]}>

// CHECK: [[LINE:show_conversions.mlir:[0-9]+]]:8: converted to #tilegpu.blocked<{sizePerThread = [4, 1]{{.*}}: elements stay in their block
// CHECK: show_conversions.mlir:{{[0-9]+}}:8: converted to #tilegpu.blocked<{sizePerThread = [1, 4]{{.*}}: elements stay in their warp
// CHECK: shared memory of the conversion at {{.*}}[[LINE]]:8
// CHECK-NEXT: offset=
// CHECK-NEXT: 1024 elements of 32 bits, 4096 bytes
// CHECK-NEXT: written in vectors of {{[0-9]+}} bits: [[WRITTEN:[0-9]+]] passes over the banks for a warp's access, of [[WRITTEN]] at least
// CHECK-NEXT: read in vectors of {{[0-9]+}} bits: [[READ:[0-9]+]] passes over the banks for a warp's access, of [[READ]] at least
// CHECK-NEXT: 0 b0
tile.kernel @conversions(%x: f32) attributes {tilegpu.num_warps = 4 : i32} {
  %v = tile.splat %x : f32 -> tensor<32x32xf32, #rows>
  %a = tilegpu.convert_layout %v : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
  %b = tilegpu.convert_layout %v : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #swapped>
  tile.return
}

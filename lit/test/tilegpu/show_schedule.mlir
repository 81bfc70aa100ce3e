// RUN: tile-opt %s --tile-to-gpu='to=layouts sm=90 arch-specific=true' --show-schedule | filecheck %s

// Tiles for the next rows are copied while the sum of the present rows is stored.
!m = !tile.array<?x64xf16, strides = [64, 1]>
!c = !tile.array<?x64xf32, strides = [64, 1]>
// CHECK: @tiles: 4 warps compute
// CHECK-NEXT: a warp of its own copies tiles ahead
// CHECK-NEXT: thread 0 begins bulk stores
// CHECK-NEXT: ring of 5 slots of 8192 bytes for tensor<64x64xf16>, each with a barrier
// CHECK-NEXT: ring of 5 slots of 8192 bytes for tensor<64x64xf16>, which share the barriers of the one above
// CHECK-NEXT: product of 64 by 64 by wgmma m64n64k16 from shared memory, 1 by 1 warp groups, 32 registers
// CHECK-NEXT: stores tensor<64x64xf32>: threads write 16384 bytes
// CHECK-NEXT: at least {{[0-9]+}} of 255 registers of a thread; 98304 bytes of tiles
tile.kernel @tiles(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32}, %n: i32, %steps: i32,
                   %c: !c {tile.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %first = tile.program_id 0
  %programs = tile.num_programs 0
  scf.for %t = %first to %n step %programs : i32 {
    %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load_view %a[%t, %c0] padding zero : !m -> tensor<64x64xf16>
      %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
      %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
    tile.store_view %sum, %c[%t, %c0] : tensor<64x64xf32>, !c
  }
  tile.return
}

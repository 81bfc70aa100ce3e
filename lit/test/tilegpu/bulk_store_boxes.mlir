// RUN: tile-opt %s --tile-to-gpu='to=layouts num-warps=8 sm=90 arch-specific=true' | filecheck %s
// RUN: tile-opt %s --tile-to-gpu='num-warps=8 sm=90 arch-specific=true' | filecheck %s --check-prefix=THREAD

// A tile of a convolution has 2 values of n, 2 of h and 32 of w. Each of two warp groups stores one n by itself.
!x = !tile.array<8x32x32x256xf16, strides = [262144, 8192, 256, 1]>
!w = !tile.array<512x3x3x256xf16, strides = [2304, 768, 256, 1]>
!y = !tile.array<8x30x30x512xf16, strides = [460800, 15360, 512, 1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  // CHECK: tilegpu.tensor_map = {base = 2 : i32, box = array<i64: 1, 2, 32, 64>
  // CHECK-DAG: tilegpu.ring : !tilegpu.shared<4xtensor<128x64xf16>>
  // CHECK-DAG: %[[BUFFER:.*]] = tilegpu.shared_alloc : !tilegpu.shared<1xtensor<2x2x32x128xf16>>
  // CHECK: scf.for
  // CHECK: tilegpu.bulk_store %{{.*}} to %{{.*}} through %[[BUFFER]]
  // CHECK-NOT: ordered
  // CHECK: } {tile.in_any_order}

  // Its threads meet before and after they write each half of the columns.
  // THREAD-COUNT-4: nvvm.barrier id = %{{.*}} number_of_threads = %{{.*}}
  tile.kernel @convolution(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32},
                           %y: !y {tile.divisibility = 16 : i32}) {
    tile.contract "n(h+r)(w+s)c,krsc->nhwk" %x, %w into %y {programs = "few", shape = array<i64: 128, 256, 64>} : !x, !w, !y
    tile.return
  }
}

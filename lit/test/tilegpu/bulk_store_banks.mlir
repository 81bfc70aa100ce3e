// RUN: tile-opt %s --tile-to-gpu='to=layouts num-warps=4 sm=90 arch-specific=true' | filecheck %s
// RUN: tile-opt %s --tile-to-gpu='num-warps=4 sm=90 arch-specific=true' | filecheck %s --check-prefix=THREAD

// A copy in bulk reads a sum in f32 from shared memory, where threads store it. Lanes of odd rows store other columns
// than lanes of even rows: otherwise they would store to the same banks. Bit 2 of a lane's number is the lowest one of
// its row. Each thread stores what it has, in another order.
!in = !tile.array<256x256xf16, strides = [256, 1]>
!out = !tile.array<64x32xf32, strides = [32, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  // CHECK: tilegpu.bulk_store %{{.*}} : tensor<64x32xf32, #mma>

  // THREAD-DAG: %[[ZERO:.*]] = llvm.mlir.constant(0 : i32)
  // THREAD-DAG: %[[FOUR:.*]] = llvm.mlir.constant(4 : i32)
  // THREAD: %[[BIT:.*]] = llvm.and %{{.*}}, %[[FOUR]] : i32
  // THREAD: %[[ODD:.*]] = llvm.icmp "ne" %[[BIT]], %[[ZERO]]
  // THREAD: llvm.select %[[ODD]], %[[B:.*]], %[[A:.*]] : i1, f32
  // THREAD: llvm.select %[[ODD]], %[[A]], %[[B]] : i1, f32
  // THREAD: llvm.store {{.*}} : vector<2xf32>
  // THREAD: nvvm.cp.async.bulk.tensor.global.shared.cta
  tile.kernel @product(%a: !in {tile.divisibility = 16 : i32}, %b: !in {tile.divisibility = 16 : i32},
                       %out: !out {tile.divisibility = 16 : i32}) {
    %none = arith.constant dense<0.0> : tensor<64x32xf32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %n = arith.constant 4 : i32
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<64x32xf32>) : i32 {
      %x = tile.load_view %a[%c0, %i] padding zero : !in -> tensor<64x64xf16>
      %y = tile.load_view %b[%i, %c0] padding zero : !in -> tensor<64x32xf16>
      %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x32xf16> -> tensor<64x32xf32>
      scf.yield %next : tensor<64x32xf32>
    }
    tile.store_view %sum, %out[%c0, %c0] : tensor<64x32xf32>, !out
    tile.return
  }
}

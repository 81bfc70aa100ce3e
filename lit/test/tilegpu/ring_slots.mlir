// RUN: tile-opt %s --tile-to-gpu='to=layouts sm=90 arch-specific=true num-warps=8' --show-schedule | filecheck %s

// There are only enough registers for one block: a thread holds 64 of a step's sum, and 64 of the sum to which it is
// added. So the rings take all shared memory, although two blocks with half of it each would have enough slots.

// CHECK: @scaled
// CHECK: ring of 6 slots of 16384 bytes for tensor<128x128xf8E4M3FN>
// CHECK: ring of 6 slots of 16384 bytes for tensor<128x128xf8E4M3FN>
!m = !tile.array<?x?xf8E4M3FN, strides = [?, 1]>
!s = tensor<128x128xf32>
tile.kernel @scaled(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 16, 1>},
                    %b: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 16, 1>},
                    %c: !tile.array<?x?xf32, strides = [?, 1]>, %steps: i32, %scale: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !s
  %scales = tile.splat %scale : f32 -> !s
  %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %none) -> (!s) : i32 {
    %x = tile.load_view %a[%c0, %k] padding zero : !m -> tensor<128x128xf8E4M3FN>
    %y = tile.load_view %b[%c0, %k] padding zero : !m -> tensor<128x128xf8E4M3FN>
    %t = tile.permute %y [1, 0] : tensor<128x128xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
    %p = tile.dot %x, %t, %none : tensor<128x128xf8E4M3FN>, tensor<128x128xf8E4M3FN> -> !s
    %q = arith.mulf %p, %scales : !s
    %next = arith.addf %acc, %q : !s
    scf.yield %next : !s
  }
  tile.store_view %sum, %c[%c0, %c0] : !s, !tile.array<?x?xf32, strides = [?, 1]>
  tile.return
}

// A loop that says how many stages it has gets no more slots.

// CHECK: @few_stages
// CHECK: ring of 3 slots of 16384 bytes for tensor<128x128xf8E4M3FN>
// CHECK: ring of 3 slots of 16384 bytes for tensor<128x128xf8E4M3FN>
tile.kernel @few_stages(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 16, 1>},
                        %b: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 16, 1>},
                        %c: !tile.array<?x?xf32, strides = [?, 1]>, %steps: i32, %scale: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !s
  %scales = tile.splat %scale : f32 -> !s
  %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %none) -> (!s) : i32 {
    %x = tile.load_view %a[%c0, %k] padding zero : !m -> tensor<128x128xf8E4M3FN>
    %y = tile.load_view %b[%c0, %k] padding zero : !m -> tensor<128x128xf8E4M3FN>
    %t = tile.permute %y [1, 0] : tensor<128x128xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
    %p = tile.dot %x, %t, %none : tensor<128x128xf8E4M3FN>, tensor<128x128xf8E4M3FN> -> !s
    %q = arith.mulf %p, %scales : !s
    %next = arith.addf %acc, %q : !s
    scf.yield %next : !s
  } {tile.num_stages = 3 : i32}
  tile.store_view %sum, %c[%c0, %c0] : !s, !tile.array<?x?xf32, strides = [?, 1]>
  tile.return
}

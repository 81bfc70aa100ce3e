// RUN: tile-opt %s --tile-to-gpu='num-warps=8 sm=90 arch-specific=true' | filecheck %s

// Slots of rings leave shared memory for what threads exchange: where warp groups cannot store all tiles of a loop over
// programs by themselves, and where there are reductions of a product.
!m = !tile.array<?x?xf16, strides = [?, 1]>
!c = !tile.array<?x?xf32, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  // Threads exchange results with rows of 64 bytes.
  // CHECK-LABEL: llvm.func @narrow
  tile.kernel @narrow(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
      %b: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
      %c: !c {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4, 1>},
      %d: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}, %steps: i32) {
    %zero = arith.constant dense<0.0> : tensor<256x32xf32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %i = tile.program_id 0
    %j = tile.program_id 1
    %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<256x32xf32>) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !m -> tensor<256x128xf16>
      %y = tile.load_view %b[%k, %j] padding zero : !m -> tensor<128x32xf16>
      %next = tile.dot %x, %y, %acc : tensor<256x128xf16>, tensor<128x32xf16> -> tensor<256x32xf32>
      scf.yield %next : tensor<256x32xf32>
    }
    %out = tile.cast %sum : tensor<256x32xf32> -> tensor<256x32xf16>
    tile.store_view %out, %d[%i, %j] : tensor<256x32xf16>, !m
    tile.return
  }

  // Warp groups exchange sums of columns.
  // CHECK-LABEL: llvm.func @reduced
  tile.kernel @reduced(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
      %b: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
      %c: !c {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4, 1>},
      %d: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}, %steps: i32) {
    %zero = arith.constant dense<0.0> : tensor<128x256xf32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %i = tile.program_id 0
    %j = tile.program_id 1
    %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<128x256xf32>) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !m -> tensor<128x128xf16>
      %y = tile.load_view %b[%k, %j] padding zero : !m -> tensor<128x256xf16>
      %next = tile.dot %x, %y, %acc : tensor<128x128xf16>, tensor<128x256xf16> -> tensor<128x256xf32>
      scf.yield %next : tensor<128x256xf32>
    }
    %all = tile.reduce %sum axis = 0 {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tile.yield %s : f32
    } : tensor<128x256xf32> -> tensor<256xf32>
    %less = tile.sub %sum, %all : tensor<128x256xf32>, tensor<256xf32> -> tensor<128x256xf32>
    %out = tile.cast %less : tensor<128x256xf32> -> tensor<128x256xf16>
    tile.store_view %out, %d[%i, %j] : tensor<128x256xf16>, !m
    tile.return
  }

  // The transposed tile is not where products leave it.
  // CHECK-LABEL: llvm.func @transposed
  tile.kernel @transposed(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
      %b: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
      %c: !c {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4, 1>},
      %d: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}, %steps: i32) {
    %zero = arith.constant dense<0.0> : tensor<128x256xf32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %i = tile.program_id 0
    %j = tile.program_id 1
    %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<128x256xf32>) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !m -> tensor<128x64xf16>
      %y = tile.load_view %b[%k, %j] padding zero : !m -> tensor<64x256xf16>
      %next = tile.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x256xf16> -> tensor<128x256xf32>
      scf.yield %next : tensor<128x256xf32>
    }
    %t = tile.permute %sum [1, 0] : tensor<128x256xf32> -> tensor<256x128xf32>
    tile.store_view %t, %c[%j, %i] : tensor<256x128xf32>, !c
    %out = tile.cast %sum : tensor<128x256xf32> -> tensor<128x256xf16>
    tile.store_view %out, %d[%i, %j] : tensor<128x256xf16>, !m
    tile.return
  }
}

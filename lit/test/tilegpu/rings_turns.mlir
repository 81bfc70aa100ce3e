// RUN: tile-opt %s --gpu-ring-tiles="num-warps=8 turns=always" | FileCheck %s --check-prefix=TURNS
// RUN: tile-opt %s --gpu-ring-tiles="num-warps=8 turns=always rotate=true" | FileCheck %s --check-prefix=ROTATED
// RUN: tile-opt %s --gpu-ring-tiles="num-warps=8 turns=always nested=true" | FileCheck %s --check-prefix=NESTED

// Tiles are released before a turn and copied after it.
// TURNS-LABEL: tile.kernel @chained
// TURNS: tilegpu.pass_turn {last}
// TURNS: scf.for
// TURNS: tilegpu.ring_dot
// TURNS: tilegpu.ring_release
// TURNS: tilegpu.take_turn
// TURNS-NOT: tilegpu.ring
// TURNS: tilegpu.pass_turn
// TURNS: tilegpu.ring_copy
// TURNS: tilegpu.ring_dot
// TURNS: scf.yield
// TURNS: tilegpu.take_turn {first}
// TURNS-NEXT: tilegpu.ring_end

// In a rotated loop, products begin in turns.
// ROTATED: tilegpu.pass_turn {last}
// ROTATED: scf.for
// ROTATED: tilegpu.take_turn
// ROTATED: tilegpu.ring_dot {{.*}}async
// ROTATED: tilegpu.ring_dot {{.*}}async
// ROTATED: tilegpu.pass_turn
// ROTATED: tilegpu.ring_wait
// ROTATED: scf.yield
// ROTATED: tilegpu.take_turn {first}

!m = !tile.array<?x64xf16, strides = [64, 1]>
tile.kernel @chained(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32}, %d: !m {tile.divisibility = 16 : i32}, %n: i32, %out: !tile.ptr<f32>) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = tile.load_view %a[%c0, %c0] padding zero : !m -> tensor<128x64xf16>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32>) : i32 {
    %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %s = tile.dot %x, %y, %zero : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
    %p = arith.truncf %s : tensor<128x64xf32> to tensor<128x64xf16>
    %z = tile.load_view %d[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %next = tile.dot %p, %z, %acc : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
    scf.yield %next : tensor<128x64xf32>
  }
  %p = tile.splat %out : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  tile.store %p, %sum : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xf32>
  tile.return
}

// Turns go on from one inner loop to the next: the last warp group passes its turn once more around the outer loop
// only.
// NESTED-LABEL: tile.kernel @nested
// NESTED: tilegpu.pass_turn {last}
// NESTED: scf.for
// NESTED-NOT: _turn
// NESTED: scf.for
// NESTED: tilegpu.take_turn{{$}}
// NESTED: tilegpu.pass_turn{{$}}
// NESTED: scf.yield
// NESTED-NOT: _turn
// NESTED: scf.yield
// NESTED: tilegpu.take_turn {first}
tile.kernel @nested(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32}, %n: i32, %out: !tile.ptr<f32>) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p = tile.splat %out : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  scf.for %t = %c0 to %n step %c1 : i32 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load_view %a[%t, %k] padding zero : !m -> tensor<128x64xf16>
      %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
      %s = tile.dot %x, %y, %zero : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %scaled = arith.mulf %s, %s : tensor<128x64xf32>
      %next = arith.addf %acc, %scaled : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %p, %sum : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xf32>
  }
  tile.return
}

// out = x / (1 - p) where a random number is greater than p, else 0. One run of Philox 4x32-10 (Salmon et al., "Parallel
// Random Numbers: As Easy as 1, 2, 3") gives the numbers of four elements.
//
// configurations: warps 4 8, BLOCK 256 512 1024 2048
// grid: out[0] / {4*BLOCK}

!vector = !tile.array<?xf32, strides = [1]>
!block = tensor<{BLOCK}xf32>
!words = tensor<{BLOCK}xui32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @dropout_philox(%x: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                              %out: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                              %p: f32, %seed: i64) {
    %pid = tile.program_id 0
    %width = tile.literal {BLOCK}
    %start = tile.mul %pid, %width : i32, !tile.literal<int> -> i32
    %lane = tile.iota : tensor<{BLOCK}xi32>
    %counter = tile.add %start, %lane : i32, tensor<{BLOCK}xi32> -> tensor<{BLOCK}xi32>
    %thirty_two = tile.literal 32
    %upper = tile.shr %seed, %thirty_two : i64, !tile.literal<int> -> i64
    %k0 = tile.cast %seed : i64 -> ui32
    %l0 = tile.cast %upper : i64 -> ui32
    %c0 = tile.cast %counter : tensor<{BLOCK}xi32> -> !words
    %zero = arith.constant 0 : i32
    %none = tile.cast %zero : i32 -> ui32
    %o = tile.splat %none : ui32 -> !words
    %a1, %b1, %c1, %d1, %k1, %l1 = func.call @round(%c0, %o, %o, %o, %k0, %l0)
        : (!words, !words, !words, !words, ui32, ui32) -> (!words, !words, !words, !words, ui32, ui32)
    %a2, %b2, %c2, %d2, %k2, %l2 = func.call @round(%a1, %b1, %c1, %d1, %k1, %l1)
        : (!words, !words, !words, !words, ui32, ui32) -> (!words, !words, !words, !words, ui32, ui32)
    %a3, %b3, %c3, %d3, %k3, %l3 = func.call @round(%a2, %b2, %c2, %d2, %k2, %l2)
        : (!words, !words, !words, !words, ui32, ui32) -> (!words, !words, !words, !words, ui32, ui32)
    %a4, %b4, %c4, %d4, %k4, %l4 = func.call @round(%a3, %b3, %c3, %d3, %k3, %l3)
        : (!words, !words, !words, !words, ui32, ui32) -> (!words, !words, !words, !words, ui32, ui32)
    %a5, %b5, %c5, %d5, %k5, %l5 = func.call @round(%a4, %b4, %c4, %d4, %k4, %l4)
        : (!words, !words, !words, !words, ui32, ui32) -> (!words, !words, !words, !words, ui32, ui32)
    %a6, %b6, %c6, %d6, %k6, %l6 = func.call @round(%a5, %b5, %c5, %d5, %k5, %l5)
        : (!words, !words, !words, !words, ui32, ui32) -> (!words, !words, !words, !words, ui32, ui32)
    %a7, %b7, %c7, %d7, %k7, %l7 = func.call @round(%a6, %b6, %c6, %d6, %k6, %l6)
        : (!words, !words, !words, !words, ui32, ui32) -> (!words, !words, !words, !words, ui32, ui32)
    %a8, %b8, %c8, %d8, %k8, %l8 = func.call @round(%a7, %b7, %c7, %d7, %k7, %l7)
        : (!words, !words, !words, !words, ui32, ui32) -> (!words, !words, !words, !words, ui32, ui32)
    %a9, %b9, %c9, %d9, %k9, %l9 = func.call @round(%a8, %b8, %c8, %d8, %k8, %l8)
        : (!words, !words, !words, !words, ui32, ui32) -> (!words, !words, !words, !words, ui32, ui32)
    %a10, %b10, %c10, %d10, %k10, %l10 = func.call @round(%a9, %b9, %c9, %d9, %k9, %l9)
        : (!words, !words, !words, !words, ui32, ui32) -> (!words, !words, !words, !words, ui32, ui32)
    %four = tile.literal 4
    %i = tile.mul %pid, %four : i32, !tile.literal<int> -> i32
    func.call @drop(%x, %out, %i, %p, %a10) : (!vector, !vector, i32, f32, !words) -> ()
    %n1 = tile.literal 1
    %i1 = tile.add %i, %n1 : i32, !tile.literal<int> -> i32
    func.call @drop(%x, %out, %i1, %p, %b10) : (!vector, !vector, i32, f32, !words) -> ()
    %n2 = tile.literal 2
    %i2 = tile.add %i, %n2 : i32, !tile.literal<int> -> i32
    func.call @drop(%x, %out, %i2, %p, %c10) : (!vector, !vector, i32, f32, !words) -> ()
    %n3 = tile.literal 3
    %i3 = tile.add %i, %n3 : i32, !tile.literal<int> -> i32
    func.call @drop(%x, %out, %i3, %p, %d10) : (!vector, !vector, i32, f32, !words) -> ()
    tile.return
  }

  // A round on the counters a to d with the key k, l.
  func.func private @round(%a: !words, %b: !words, %c: !words, %d: !words, %k: ui32, %l: ui32)
      -> (!words, !words, !words, !words, ui32, ui32) {
    %m = tile.literal 3528531795
    %n = tile.literal 3449720151
    %step_k = tile.literal 2654435769
    %step_l = tile.literal 3144134277
    %high_n = tile.mulhi %c, %n : !words, !tile.literal<int> -> !words
    %low_n = tile.mul %c, %n : !words, !tile.literal<int> -> !words
    %high_m = tile.mulhi %a, %m : !words, !tile.literal<int> -> !words
    %low_m = tile.mul %a, %m : !words, !tile.literal<int> -> !words
    %bn = tile.xor %high_n, %b : !words, !words -> !words
    %a2 = tile.xor %bn, %k : !words, ui32 -> !words
    %dm = tile.xor %high_m, %d : !words, !words -> !words
    %c2 = tile.xor %dm, %l : !words, ui32 -> !words
    %k2 = tile.add %k, %step_k : ui32, !tile.literal<int> -> ui32
    %l2 = tile.add %l, %step_l : ui32, !tile.literal<int> -> ui32
    func.return %a2, %low_n, %c2, %low_m, %k2, %l2 : !words, !words, !words, !words, ui32, ui32
  }

  // Tile i of out. The bits stand for a random number in [0, 1).
  func.func private @drop(%x: !vector, %out: !vector, %i: i32, %p: f32, %bits: !words) {
    %v = tile.load_view %x[%i] anywhere : !vector -> !block
    %signed = tile.bitcast %bits : !words -> tensor<{BLOCK}xi32>
    %zero = tile.literal 0
    %negative = tile.cmp lt, %signed, %zero : tensor<{BLOCK}xi32>, !tile.literal<int> -> tensor<{BLOCK}xi1>
    %inverted = tile.not %signed : tensor<{BLOCK}xi32> -> tensor<{BLOCK}xi32>
    %magnitude = tile.where %negative, %inverted, %signed : tensor<{BLOCK}xi1>, tensor<{BLOCK}xi32>, tensor<{BLOCK}xi32> -> tensor<{BLOCK}xi32>
    %unit = tile.literal 4.6566127342e-10
    %random = tile.mul %magnitude, %unit : tensor<{BLOCK}xi32>, !tile.literal<float> -> !block
    %kept = tile.cmp gt, %random, %p : !block, f32 -> tensor<{BLOCK}xi1>
    %one = tile.literal 1.0
    %rest = tile.sub %one, %p : !tile.literal<float>, f32 -> f32
    %scaled = tile.div %v, %rest rounding full : !block, f32 -> !block
    %dropped = tile.literal 0.0
    %y = tile.where %kept, %scaled, %dropped : tensor<{BLOCK}xi1>, !block, !tile.literal<float> -> !block
    tile.store_view %y, %out[%i] anywhere : !block, !vector
    func.return
  }
}

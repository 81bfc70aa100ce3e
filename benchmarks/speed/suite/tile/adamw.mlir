// One step of the optimizer AdamW. correct1 and correct2 are 1 minus powers of the decay of the two running means.
//
// configurations: warps 2 4 8, BLOCK 512 1024 2048
// grid: p[0] / {BLOCK}

!vector = !tile.array<?xf32, strides = [1]>
!gradient = !tile.array<?xbf16, strides = [1]>
!block = tensor<{BLOCK}xf32>
!narrow = tensor<{BLOCK}xbf16>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @adamw(%p: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                     %g: !gradient {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                     %m: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                     %v: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                     %new_p: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                     %new_m: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                     %new_v: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                     %rate: f32, %decay: f32, %correct1: f32, %correct2: f32) {
    %i = tile.program_id 0
    %old = tile.load_view %p[%i] : !vector -> !block
    %g16 = tile.load_view %g[%i] : !gradient -> !narrow
    %old_m = tile.load_view %m[%i] : !vector -> !block
    %old_v = tile.load_view %v[%i] : !vector -> !block
    %grad = tile.cast %g16 : !narrow -> !block
    %keep1 = tile.literal 0.9
    %take1 = tile.literal 0.1
    %keep2 = tile.literal 0.95
    %take2 = tile.literal 0.05
    %kept_m = tile.mul %old_m, %keep1
    %more_m = tile.mul %grad, %take1
    %first = tile.add %kept_m, %more_m
    %kept_v = tile.mul %old_v, %keep2
    %square = tile.mul %grad, %grad
    %more_v = tile.mul %square, %take2
    %second = tile.add %kept_v, %more_v
    %mean = tile.div %first, %correct1 rounding full
    %variance = tile.div %second, %correct2 rounding full
    %deviation = tile.sqrt %variance rounding approx
    %epsilon = tile.literal 1.0e-8
    %least = tile.add %deviation, %epsilon
    %step = tile.div %mean, %least rounding full
    %one = tile.literal 1.0
    %shrink = tile.mul %rate, %decay
    %factor = tile.sub %one, %shrink
    %shrunk = tile.mul %old, %factor
    %change = tile.mul %step, %rate
    %new = tile.sub %shrunk, %change
    tile.store_view %new, %new_p[%i]
    tile.store_view %first, %new_m[%i]
    tile.store_view %second, %new_v[%i]
    tile.return
  }
}

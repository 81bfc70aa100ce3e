// out[t] = a[t] * out[t-1] + b[t] down each column, beginning with out[-1] = 0. A step is the function h -> a * h + b. The scan
// composes the functions of a tile of steps.
//
// configurations: warps 1 2 4, BLOCK 32 64 128, CHANNELS 8 16 32
// grid: a[1] / {CHANNELS}

!matrix = !tile.array<?x?xf32, strides = [?, 1]>
!tiles = !tile.view<tile = [{BLOCK}, {CHANNELS}], padding = zero, !matrix>
!row = tensor<1x{CHANNELS}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @linear_recurrence(%a: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                                 %b: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                                 %out: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>}) {
    %c = tile.program_id 0
    %factors = tile.view %a : !tiles
    %terms = tile.view %b : !tiles
    %results = tile.view %out : !tiles
    %steps = tile.num_tiles %factors, 0
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %last = arith.constant {BLOCK} : i32
    %end = tile.sub %last, %c1
    %start = arith.constant dense<0.0> : !row
    %final = scf.for %t = %c0 to %steps step %c1 iter_args(%before = %start) -> (!row) : i32 {
      %f = tile.load_view %factors[%t, %c]
      %g = tile.load_view %terms[%t, %c]
      %scale, %shift = tile.scan %f, %g axis = 0 {
      ^bb0(%p: f32, %q: f32, %r: f32, %s: f32):
        %both = tile.mul %p, %r
        %moved = tile.fma %q, %r, %s
        tile.yield %both, %moved : f32, f32
      }
      %h = tile.fma %scale, %before, %shift
      tile.store_view %h, %results[%t, %c]
      %after = tile.extract %h[%end, %c0] : tensor<{BLOCK}x{CHANNELS}xf32> -> !row
      scf.yield %after : !row
    }
    tile.return
  }
}

// Attention, forward: o = softmax(q k^T / sqrt(d)) v, row by row, without the matrix of weights in memory. Arrays have heads, with rows
// of {D} elements. %group heads of q share one head of k and v. Each program computes {ROWS} rows of one head; the first programs compute
// the last rows. Launch one for each tile of rows along the first axis, and for each head along the second. %scale is log2(e) / sqrt(d).
//
// Head h of k and v has lengths[h] keys. With %causal = 1 a row sees the keys up to its own number, counted from the end; if these are
// more than %window, only the last %window. Tiles of keys that no row sees are not loaded. Only tiles at an edge are masked. Rows that
// see no key are zero. The loop keeps sums of weights in 8 columns, which are added up after the loop.
// Weights are 2 to the power of scores less %m. If it changes, the sums of its row are scaled. So it changes only if a score exceeds it
// by more than %slack, which seldom happens behind the first tiles.
//
// configurations: warps 8 4, ROWS 128 64, KEYS 128 64 32
// grid: o[1] / {ROWS}, o[0]
// setting: T f16
// setting: D 128
// setting: SIZE 128
!heads = !tile.array<?x?x{SIZE}x{T}, strides = [?, ?, 1]>
!lengths = !tile.array<?xi32, strides = [1]>
!tile = tensor<1x{ROWS}x{D}x{T}>
!keys = tensor<1x{KEYS}x{D}x{T}>
!rows = tensor<{ROWS}x{D}x{T}>
!s = tensor<{ROWS}x{KEYS}xf32>
!o = tensor<{ROWS}x{D}xf32>
!row = tensor<{ROWS}xf32>
!parts = tensor<{ROWS}x8xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @attention(
      %q: !heads {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 8, 1>},
      %k: !heads {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 8, 1>},
      %v: !heads {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 8, 1>},
      %o: !heads {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 8, 1>},
      %lengths: !lengths, %group: i32, %causal: i32, %window: i32, %scale: f32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %tile_rows = arith.constant {ROWS} : i32
    %tile_keys = arith.constant {KEYS} : i32
    %number = tile.program_id 0
    %head = tile.program_id 1
    %shared = arith.divui %head, %group : i32
    %nq = tile.dim %q, 1 : !heads
    %lengths_base = tile.base %lengths : !lengths
    %own_length = tile.addptr %lengths_base, %shared : !tile.ptr<i32>, i32 -> !tile.ptr<i32>
    %nk = tile.load %own_length : !tile.ptr<i32>
    %tiles = tile.cdiv %nq, %tile_rows : i32, i32 -> i32
    %last = arith.subi %tiles, %one : i32
    %i = arith.subi %last, %number : i32
    %first_row = arith.muli %i, %tile_rows : i32

    // Row r sees the keys below r + %seen. Unless %causal is set, these are all keys.
    %behind = arith.subi %nk, %nq : i32
    %diagonal = arith.addi %behind, %one : i32
    %is_causal = arith.cmpi ne, %causal, %zero : i32
    %seen = arith.select %is_causal, %diagonal, %nk : i32
    %lowest = arith.addi %first_row, %seen : i32
    %end_row = arith.addi %first_row, %tile_rows : i32
    %most = arith.addi %end_row, %behind : i32
    %limit = arith.select %is_causal, %most, %nk : i32
    %below = arith.minsi %limit, %nk : i32
    %end = arith.maxsi %below, %zero : i32
    %steps = tile.cdiv %end, %tile_keys : i32, i32 -> i32
    %oldest = arith.subi %lowest, %window : i32
    %begin = arith.maxsi %oldest, %zero : i32
    %first_step = arith.divui %begin, %tile_keys : i32
    %last_row = arith.subi %tile_rows, %one : i32
    %newest_oldest = arith.addi %oldest, %last_row : i32
    %iota_rows = tile.iota : tensor<{ROWS}xi32>
    %bounds = tile.add %iota_rows, %lowest : tensor<{ROWS}xi32>, i32 -> tensor<{ROWS}xi32>
    %capped = tile.min %bounds, %nk : tensor<{ROWS}xi32>, i32 -> tensor<{ROWS}xi32>
    %row_starts = tile.sub %bounds, %window : tensor<{ROWS}xi32>, i32 -> tensor<{ROWS}xi32>
    %starts = tile.expand_dims %row_starts axis = 1 : tensor<{ROWS}xi32> -> tensor<{ROWS}x1xi32>
    %row_ends = tile.expand_dims %capped axis = 1 : tensor<{ROWS}xi32> -> tensor<{ROWS}x1xi32>
    %iota_keys = tile.iota : tensor<{KEYS}xi32>
    %columns = tile.expand_dims %iota_keys axis = 0 : tensor<{KEYS}xi32> -> tensor<1x{KEYS}xi32>

    %q_tile = tile.load_view %q[%head, %i, %zero] padding zero : !heads -> !tile
    %x = tile.reshape %q_tile : !tile -> !rows
    %least = arith.constant dense<-1.0e30> : !row
    %slack = arith.constant 8.0 : f32
    %no_sum = arith.constant dense<0.0> : !parts
    %no_o = arith.constant dense<0.0> : !o
    %no_s = arith.constant dense<0.0> : !s
    %hidden = arith.constant dense<0xFF800000> : !s
    %max, %parts, %out = scf.for %j = %first_step to %steps step %one
        iter_args(%m = %least, %l = %no_sum, %acc = %no_o) -> (!row, !parts, !o) : i32 {
      %k_tile = tile.load_view %k[%shared, %j, %zero] padding zero : !heads -> !keys
      %k_rows = tile.reshape %k_tile : !keys -> tensor<{KEYS}x{D}x{T}>
      %y = tile.permute %k_rows [1, 0] : tensor<{KEYS}x{D}x{T}> -> tensor<{D}x{KEYS}x{T}>
      %products = tile.dot %x, %y, %no_s : !rows, tensor<{D}x{KEYS}x{T}> -> !s
      %first_key = arith.muli %j, %tile_keys : i32
      %end_key = arith.addi %first_key, %tile_keys : i32
      %all_seen = arith.minsi %lowest, %nk : i32
      %end_edge = arith.cmpi sgt, %end_key, %all_seen : i32
      %start_edge = arith.cmpi slt, %first_key, %newest_oldest : i32
      %edge = arith.ori %end_edge, %start_edge : i1
      %s = scf.if %edge -> (!s) {
        %key = tile.add %columns, %first_key : tensor<1x{KEYS}xi32>, i32 -> tensor<1x{KEYS}xi32>
        %young = tile.cmp ge, %key, %starts : tensor<1x{KEYS}xi32>, tensor<{ROWS}x1xi32> -> tensor<{ROWS}x{KEYS}xi1>
        %before = tile.cmp lt, %key, %row_ends : tensor<1x{KEYS}xi32>, tensor<{ROWS}x1xi32> -> tensor<{ROWS}x{KEYS}xi1>
        %sees = tile.and %young, %before : tensor<{ROWS}x{KEYS}xi1>, tensor<{ROWS}x{KEYS}xi1> -> tensor<{ROWS}x{KEYS}xi1>
        %masked = tile.where %sees, %products, %hidden : tensor<{ROWS}x{KEYS}xi1>, !s, !s -> !s
        scf.yield %masked : !s
      } else {
        scf.yield %products : !s
      }
      %largest = tile.reduce %s axis = 1 {
      ^bb0(%a: f32, %b: f32):
        %c = arith.maximumf %a, %b : f32
        tile.yield %c : f32
      } : !s -> !row
      %scaled_largest = tile.mul %largest, %scale : !row, f32 -> !row
      %limit_m = tile.add %m, %slack : !row, f32 -> !row
      %grows = tile.cmp gt, %scaled_largest, %limit_m : !row, !row -> tensor<{ROWS}xi1>
      %next_m = tile.where %grows, %scaled_largest, %m : tensor<{ROWS}xi1>, !row, !row -> !row
      %drop = tile.sub %m, %next_m : !row, !row -> !row
      %keep = tile.exp2 %drop rounding approx flush_to_zero : !row -> !row
      %minus_m = tile.neg %next_m : !row -> !row
      %m_column = tile.expand_dims %minus_m axis = 1 : !row -> tensor<{ROWS}x1xf32>
      %exponents = tile.fma %s, %scale, %m_column : !s, f32, tensor<{ROWS}x1xf32> -> !s
      %p = tile.exp2 %exponents rounding approx flush_to_zero : !s -> !s
      %grouped = tile.reshape %p : !s -> tensor<{ROWS}x{KEYS/8}x8xf32>
      %part = tile.reduce %grouped axis = 1 {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        tile.yield %c : f32
      } : tensor<{ROWS}x{KEYS/8}x8xf32> -> !parts
      %keep_column = tile.expand_dims %keep axis = 1 : !row -> tensor<{ROWS}x1xf32>
      %next_l = tile.fma %l, %keep_column, %part : !parts, tensor<{ROWS}x1xf32>, !parts -> !parts
      %weights = tile.cast %p : !s -> tensor<{ROWS}x{KEYS}x{T}>
      %scaled_o = tile.mul %acc, %keep_column : !o, tensor<{ROWS}x1xf32> -> !o
      %grows_column = tile.expand_dims %grows axis = 1 : tensor<{ROWS}xi1> -> tensor<{ROWS}x1xi1>
      %kept = tile.where %grows_column, %scaled_o, %acc : tensor<{ROWS}x1xi1>, !o, !o -> !o
      %v_tile = tile.load_view %v[%shared, %j, %zero] padding zero : !heads -> !keys
      %z = tile.reshape %v_tile : !keys -> tensor<{KEYS}x{D}x{T}>
      %next = tile.dot %weights, %z, %kept : tensor<{ROWS}x{KEYS}x{T}>, tensor<{KEYS}x{D}x{T}> -> !o
      scf.yield %next_m, %next_l, %next : !row, !parts, !o
    }
    %sum = tile.reduce %parts axis = 1 { ^bb0(%a: f32, %b: f32): %c = arith.addf %a, %b : f32 tile.yield %c : f32 } : !parts -> !row
    %zeros = arith.constant dense<0.0> : !row
    %empty = tile.cmp eq, %sum, %zeros : !row, !row -> tensor<{ROWS}xi1>
    %ones = arith.constant dense<1.0> : !row
    %divisor = tile.where %empty, %ones, %sum : tensor<{ROWS}xi1>, !row, !row -> !row
    %factor = tile.div %ones, %divisor : !row, !row -> !row
    %factor_column = tile.expand_dims %factor axis = 1 : !row -> tensor<{ROWS}x1xf32>
    %mean = tile.mul %out, %factor_column : !o, tensor<{ROWS}x1xf32> -> !o
    %narrow = tile.cast %mean : !o -> !rows
    %o_tile = tile.reshape %narrow : !rows -> !tile
    tile.store_view %o_tile, %o[%head, %i, %zero] : !tile, !heads
    tile.return
  }
}

// Attention for decoding. Each sequence has one new row for each head of q. Its keys are in pages of 64: page p of sequence s is
// pages[table[s, p]]. Up to 16 heads of q share a head of k and v. Each program computes the heads of one sequence that share a head.
// Launch one program for each shared head along the first axis, and for each sequence along the second. %scale is log2(e) / sqrt(d).
!q = !tile.array<?x?x?x$SIZEx$T, strides = [?, ?, ?, 1]>
!pages = !tile.array<?x?x64x$SIZEx$T, strides = [?, ?, ?, 1]>
!table = !tile.array<?x?xi32, strides = [?, 1]>
!lengths = !tile.array<?xi32, strides = [1]>
!rows = tensor<16x$Dx$T>
!keys = tensor<64x$Dx$T>
!s = tensor<16x64xf32>
!o = tensor<16x$Dxf32>
!row = tensor<16xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @paged(%q: !q $FACTS, %k: !pages $FACTS, %v: !pages $FACTS, %table: !table, %lengths: !lengths, %o: !q $FACTS,
                     %scale: f32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %page_keys = arith.constant 64 : i32
    %shared = tile.program_id 0
    %sequence = tile.program_id 1
    %lengths_base = tile.base %lengths : !lengths
    %length_at = tile.addptr %lengths_base, %sequence : !tile.ptr<i32>, i32 -> !tile.ptr<i32>
    %length = tile.load %length_at : !tile.ptr<i32>
    %steps = tile.cdiv %length, %page_keys : i32, i32 -> i32
    %table_base = tile.base %table : !table
    %stride = tile.stride %table, 0 : !table
    %first = arith.muli %sequence, %stride : i32
    %own_table = tile.addptr %table_base, %first : !tile.ptr<i32>, i32 -> !tile.ptr<i32>
    %iota = tile.iota : tensor<64xi32>
    %columns = tile.expand_dims %iota axis = 0 : tensor<64xi32> -> tensor<1x64xi32>
    %q4 = tile.load_view %q[%sequence, %shared, %zero, %zero] padding zero : !q -> tensor<1x1x16x$Dx$T>
    %x = tile.reshape %q4 : tensor<1x1x16x$Dx$T> -> !rows
    %least = arith.constant dense<-1.0e30> : !row
    %no_sum = arith.constant dense<0.0> : !row
    %no_o = arith.constant dense<0.0> : !o
    %no_s = arith.constant dense<0.0> : !s
    %hidden = arith.constant dense<0xFF800000> : !s
    %max, %sum, %out = scf.for %j = %zero to %steps step %one
        iter_args(%m = %least, %l = %no_sum, %acc = %no_o) -> (!row, !row, !o) : i32 {
      %page_at = tile.addptr %own_table, %j : !tile.ptr<i32>, i32 -> !tile.ptr<i32>
      %page = tile.load %page_at : !tile.ptr<i32>
      %k4 = tile.load_view %k[%page, %shared, %zero, %zero] padding zero : !pages -> tensor<1x1x64x$Dx$T>
      %k_rows = tile.reshape %k4 : tensor<1x1x64x$Dx$T> -> !keys
      %y = tile.permute %k_rows [1, 0] : !keys -> tensor<$Dx64x$T>
      %products = tile.dot %x, %y, %no_s : !rows, tensor<$Dx64x$T> -> !s
      %first_key = arith.muli %j, %page_keys : i32
      %numbers = tile.add %columns, %first_key : tensor<1x64xi32>, i32 -> tensor<1x64xi32>
      %there = tile.cmp lt, %numbers, %length : tensor<1x64xi32>, i32 -> tensor<1x64xi1>
      %s = tile.where %there, %products, %hidden : tensor<1x64xi1>, !s, !s -> !s
      %largest = tile.reduce %s axis = 1 {
      ^bb0(%a: f32, %b: f32):
        %c = arith.maximumf %a, %b : f32
        tile.yield %c : f32
      } : !s -> !row
      %scaled_largest = tile.mul %largest, %scale : !row, f32 -> !row
      %next_m = tile.max %m, %scaled_largest : !row, !row -> !row
      %drop = tile.sub %m, %next_m : !row, !row -> !row
      %keep = tile.exp2 %drop rounding approx flush_to_zero : !row -> !row
      %minus_m = tile.neg %next_m : !row -> !row
      %m_column = tile.expand_dims %minus_m axis = 1 : !row -> tensor<16x1xf32>
      %exponents = tile.fma %s, %scale, %m_column : !s, f32, tensor<16x1xf32> -> !s
      %p = tile.exp2 %exponents rounding approx flush_to_zero : !s -> !s
      %part = tile.reduce %p axis = 1 {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        tile.yield %c : f32
      } : !s -> !row
      %kept_l = tile.mul %l, %keep : !row, !row -> !row
      %next_l = tile.add %kept_l, %part : !row, !row -> !row
      %weights = tile.cast %p : !s -> tensor<16x64x$T>
      %keep_column = tile.expand_dims %keep axis = 1 : !row -> tensor<16x1xf32>
      %kept = tile.mul %acc, %keep_column : !o, tensor<16x1xf32> -> !o
      %v4 = tile.load_view %v[%page, %shared, %zero, %zero] padding zero : !pages -> tensor<1x1x64x$Dx$T>
      %z = tile.reshape %v4 : tensor<1x1x64x$Dx$T> -> !keys
      %next = tile.dot %weights, %z, %kept : tensor<16x64x$T>, !keys -> !o
      scf.yield %next_m, %next_l, %next : !row, !row, !o
    }
    %empty = tile.cmp eq, %sum, %no_sum : !row, !row -> tensor<16xi1>
    %ones = arith.constant dense<1.0> : !row
    %divisor = tile.where %empty, %ones, %sum : tensor<16xi1>, !row, !row -> !row
    %factor = tile.div %ones, %divisor : !row, !row -> !row
    %factor_column = tile.expand_dims %factor axis = 1 : !row -> tensor<16x1xf32>
    %mean = tile.mul %out, %factor_column : !o, tensor<16x1xf32> -> !o
    %narrow = tile.cast %mean : !o -> !rows
    %o4 = tile.reshape %narrow : !rows -> tensor<1x1x16x$Dx$T>
    tile.store_view %o4, %o[%sequence, %shared, %zero, %zero] : tensor<1x1x16x$Dx$T>, !q
    tile.return
  }
}

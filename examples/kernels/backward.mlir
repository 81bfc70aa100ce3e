// The gradients of attention, o = softmax(q k^T * scale) v, from the gradient %do of o. For each row, %lse has log2 of the sum of its
// weights, and %delta has the product of its rows of do and o. @keys computes 128 rows of dk and dv; @rows computes 128 rows of dq. Launch
// each for the tiles of a head along the first axis and for the heads along the second. %scale2 is scale * log2(e).
//
// With %causal = 1 a row sees the keys up to its own number, counted from the end.
!heads = !tile.array<?x?x$SIZEx$T, strides = [?, ?, 1]>
!sums = !tile.array<?x?xf32, strides = [?, 1]>
!many = tensor<128x$Dx$T>
!few = tensor<64x$Dx$T>
!wide = tensor<128x$Dxf32>
!p = tensor<128x64xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @keys(%q: !heads $FACTS, %k: !heads $FACTS, %v: !heads $FACTS, %do: !heads $FACTS, %lse: !sums, %delta: !sums,
                    %dk: !heads $FACTS, %dv: !heads $FACTS, %causal: i32, %scale: f32, %scale2: f32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %j = tile.program_id 0
    %head = tile.program_id 1
    %nq = tile.dim %q, 1 : !heads
    %nk = tile.dim %k, 1 : !heads
    %steps = tile.cdiv %nq, %c64 : i32, i32 -> i32
    %behind = arith.subi %nk, %nq : i32
    %first_key = arith.muli %j, %c128 : i32
    %seen_from = arith.subi %first_key, %behind : i32
    %is_causal = arith.cmpi ne, %causal, %zero : i32
    %from_row = arith.select %is_causal, %seen_from, %zero : i32
    %from = arith.maxsi %from_row, %zero : i32
    %start = arith.divui %from, %c64 : i32
    %key_iota = tile.iota : tensor<128xi32>
    %keys = tile.add %key_iota, %seen_from : tensor<128xi32>, i32 -> tensor<128xi32>
    %key_column = tile.expand_dims %keys axis = 1 : tensor<128xi32> -> tensor<128x1xi32>
    %row_iota = tile.iota : tensor<64xi32>
    %none = arith.constant dense<0.0> : !p
    %nothing = arith.constant dense<0.0> : !wide
    %k3 = tile.load_view %k[%head, %j, %zero] padding zero : !heads -> tensor<1x128x$Dx$T>
    %own_k = tile.reshape %k3 : tensor<1x128x$Dx$T> -> !many
    %v3 = tile.load_view %v[%head, %j, %zero] padding zero : !heads -> tensor<1x128x$Dx$T>
    %own_v = tile.reshape %v3 : tensor<1x128x$Dx$T> -> !many
    %sum_k, %sum_v = scf.for %i = %start to %steps step %one iter_args(%acc_k = %nothing, %acc_v = %nothing) -> (!wide, !wide) : i32 {
      %q3 = tile.load_view %q[%head, %i, %zero] padding zero : !heads -> tensor<1x64x$Dx$T>
      %x = tile.reshape %q3 : tensor<1x64x$Dx$T> -> !few
      %xt = tile.permute %x [1, 0] : !few -> tensor<$Dx64x$T>
      %s = tile.dot %own_k, %xt, %none : !many, tensor<$Dx64x$T> -> !p
      %l2 = tile.load_view %lse[%head, %i] padding zero : !sums -> tensor<1x64xf32>
      %minus = tile.neg %l2 : tensor<1x64xf32> -> tensor<1x64xf32>
      %exponents = tile.fma %s, %scale2, %minus : !p, f32, tensor<1x64xf32> -> !p
      %all = tile.exp2 %exponents rounding approx flush_to_zero : !p -> !p
      %first_row = arith.muli %i, %c64 : i32
      %numbers = tile.add %row_iota, %first_row : tensor<64xi32>, i32 -> tensor<64xi32>
      %rows = tile.expand_dims %numbers axis = 0 : tensor<64xi32> -> tensor<1x64xi32>
      %before = tile.cmp le, %key_column, %rows : tensor<128x1xi32>, tensor<1x64xi32> -> tensor<128x64xi1>
      %full = tile.cmp eq, %causal, %zero : i32, i32 -> i1
      %sees = tile.or %before, %full : tensor<128x64xi1>, i1 -> tensor<128x64xi1>
      %p = tile.where %sees, %all, %none : tensor<128x64xi1>, !p, !p -> !p
      %do3 = tile.load_view %do[%head, %i, %zero] padding zero : !heads -> tensor<1x64x$Dx$T>
      %g = tile.reshape %do3 : tensor<1x64x$Dx$T> -> !few
      %gt = tile.permute %g [1, 0] : !few -> tensor<$Dx64x$T>
      %weights = tile.cast %p : !p -> tensor<128x64x$T>
      %next_v = tile.dot %weights, %g, %acc_v : tensor<128x64x$T>, !few -> !wide
      %dp = tile.dot %own_v, %gt, %none : !many, tensor<$Dx64x$T> -> !p
      %d2 = tile.load_view %delta[%head, %i] padding zero : !sums -> tensor<1x64xf32>
      %over = tile.sub %dp, %d2 : !p, tensor<1x64xf32> -> !p
      %ds = tile.mul %p, %over : !p, !p -> !p
      %narrow = tile.cast %ds : !p -> tensor<128x64x$T>
      %next_k = tile.dot %narrow, %x, %acc_k : tensor<128x64x$T>, !few -> !wide
      scf.yield %next_k, %next_v : !wide, !wide
    }
    %scaled = tile.mul %sum_k, %scale : !wide, f32 -> !wide
    %out_k = tile.cast %scaled : !wide -> !many
    %out_k3 = tile.reshape %out_k : !many -> tensor<1x128x$Dx$T>
    tile.store_view %out_k3, %dk[%head, %j, %zero] : tensor<1x128x$Dx$T>, !heads
    %out_v = tile.cast %sum_v : !wide -> !many
    %out_v3 = tile.reshape %out_v : !many -> tensor<1x128x$Dx$T>
    tile.store_view %out_v3, %dv[%head, %j, %zero] : tensor<1x128x$Dx$T>, !heads
    tile.return
  }
  tile.kernel @rows(%q: !heads $FACTS, %k: !heads $FACTS, %v: !heads $FACTS, %do: !heads $FACTS, %lse: !sums, %delta: !sums,
                    %dq: !heads $FACTS, %causal: i32, %scale: f32, %scale2: f32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %i = tile.program_id 0
    %head = tile.program_id 1
    %nq = tile.dim %q, 1 : !heads
    %nk = tile.dim %k, 1 : !heads
    %behind = arith.subi %nk, %nq : i32
    %first_row = arith.muli %i, %c128 : i32
    %lowest = arith.addi %first_row, %behind : i32
    %end_row = arith.addi %lowest, %c128 : i32
    %is_causal = arith.cmpi ne, %causal, %zero : i32
    %limit = arith.select %is_causal, %end_row, %nk : i32
    %below = arith.minsi %limit, %nk : i32
    %end = arith.maxsi %below, %zero : i32
    %steps = tile.cdiv %end, %c64 : i32, i32 -> i32
    %row_iota = tile.iota : tensor<128xi32>
    %latest = tile.add %row_iota, %lowest : tensor<128xi32>, i32 -> tensor<128xi32>
    %row_ends = tile.where %is_causal, %latest, %nk : i1, tensor<128xi32>, i32 -> tensor<128xi32>
    %row_column = tile.expand_dims %row_ends axis = 1 : tensor<128xi32> -> tensor<128x1xi32>
    %key_iota = tile.iota : tensor<64xi32>
    %none = arith.constant dense<0.0> : !p
    %nothing = arith.constant dense<0.0> : !wide
    %q3 = tile.load_view %q[%head, %i, %zero] padding zero : !heads -> tensor<1x128x$Dx$T>
    %x = tile.reshape %q3 : tensor<1x128x$Dx$T> -> !many
    %do3 = tile.load_view %do[%head, %i, %zero] padding zero : !heads -> tensor<1x128x$Dx$T>
    %g = tile.reshape %do3 : tensor<1x128x$Dx$T> -> !many
    %l2 = tile.load_view %lse[%head, %i] padding zero : !sums -> tensor<1x128xf32>
    %l = tile.permute %l2 [1, 0] : tensor<1x128xf32> -> tensor<128x1xf32>
    %minus = tile.neg %l : tensor<128x1xf32> -> tensor<128x1xf32>
    %d2 = tile.load_view %delta[%head, %i] padding zero : !sums -> tensor<1x128xf32>
    %d = tile.permute %d2 [1, 0] : tensor<1x128xf32> -> tensor<128x1xf32>
    %sum = scf.for %j = %zero to %steps step %one iter_args(%acc = %nothing) -> (!wide) : i32 {
      %k3 = tile.load_view %k[%head, %j, %zero] padding zero : !heads -> tensor<1x64x$Dx$T>
      %y = tile.reshape %k3 : tensor<1x64x$Dx$T> -> !few
      %yt = tile.permute %y [1, 0] : !few -> tensor<$Dx64x$T>
      %s = tile.dot %x, %yt, %none : !many, tensor<$Dx64x$T> -> !p
      %exponents = tile.fma %s, %scale2, %minus : !p, f32, tensor<128x1xf32> -> !p
      %all = tile.exp2 %exponents rounding approx flush_to_zero : !p -> !p
      %first_key = arith.muli %j, %c64 : i32
      %numbers = tile.add %key_iota, %first_key : tensor<64xi32>, i32 -> tensor<64xi32>
      %keys = tile.expand_dims %numbers axis = 0 : tensor<64xi32> -> tensor<1x64xi32>
      %before = tile.cmp le, %keys, %row_column : tensor<1x64xi32>, tensor<128x1xi32> -> tensor<128x64xi1>
      %p = tile.where %before, %all, %none : tensor<128x64xi1>, !p, !p -> !p
      %v3 = tile.load_view %v[%head, %j, %zero] padding zero : !heads -> tensor<1x64x$Dx$T>
      %z = tile.reshape %v3 : tensor<1x64x$Dx$T> -> !few
      %zt = tile.permute %z [1, 0] : !few -> tensor<$Dx64x$T>
      %dp = tile.dot %g, %zt, %none : !many, tensor<$Dx64x$T> -> !p
      %over = tile.sub %dp, %d : !p, tensor<128x1xf32> -> !p
      %ds = tile.mul %p, %over : !p, !p -> !p
      %narrow = tile.cast %ds : !p -> tensor<128x64x$T>
      %next = tile.dot %narrow, %y, %acc : tensor<128x64x$T>, !few -> !wide
      scf.yield %next : !wide
    }
    %scaled = tile.mul %sum, %scale : !wide, f32 -> !wide
    %out = tile.cast %scaled : !wide -> !many
    %out3 = tile.reshape %out : !many -> tensor<1x128x$Dx$T>
    tile.store_view %out3, %dq[%head, %i, %zero] : tensor<1x128x$Dx$T>, !heads
    tile.return
  }
}

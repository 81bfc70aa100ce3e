// The gradients of attention, as in backward.mlir, but with five products for each pair of tiles instead of seven. @gradients computes 128
// rows of dk and dv, and atomically adds their part of dq to %added, which has f32 elements. So the last bits of dq may differ from
// launch to launch. @finish scales and narrows dq, and sets %added to zeros for the next launch. Before the first launch, %added must
// contain zeros. Only tiles that the diagonal crosses are masked. Launch both for the tiles of a head along the first axis and for
// the heads along the second.
!heads = !tile.array<?x?x$SIZEx$T, strides = [?, ?, 1]>
!added = !tile.array<?x?x$SIZExf32, strides = [?, ?, 1]>
!sums = !tile.array<?x?xf32, strides = [?, 1]>
!many = tensor<128x$Dx$T>
!few = tensor<$ROWSx$Dx$T>
!wide = tensor<128x$Dxf32>
!p = tensor<128x$ROWSxf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @gradients(%q: !heads $FACTS, %k: !heads $FACTS, %v: !heads $FACTS, %do: !heads $FACTS,
                         %lse: !sums $ROWFACTS, %delta: !sums $ROWFACTS, %dk: !heads $FACTS, %dv: !heads $FACTS,
                         %added: !added $WIDEFACTS, %causal: i32, %scale: f32, %scale2: f32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %rows_of_tile = arith.constant $ROWS : i32
    %c128 = arith.constant 128 : i32
    %j = tile.program_id 0
    %head = tile.program_id 1
    %nq = tile.dim %q, 1 : !heads
    %nk = tile.dim %k, 1 : !heads
    %steps = tile.cdiv %nq, %rows_of_tile : i32, i32 -> i32
    %behind = arith.subi %nk, %nq : i32
    %first_key = arith.muli %j, %c128 : i32
    %seen_from = arith.subi %first_key, %behind : i32
    %c127 = arith.constant 127 : i32
    %last_key = arith.addi %seen_from, %c127 : i32
    %is_causal = arith.cmpi ne, %causal, %zero : i32
    %from_row = arith.select %is_causal, %seen_from, %zero : i32
    %from = arith.maxsi %from_row, %zero : i32
    %start = arith.divui %from, %rows_of_tile : i32
    %key_iota = tile.iota : tensor<128xi32>
    %keys = tile.add %key_iota, %seen_from : tensor<128xi32>, i32 -> tensor<128xi32>
    %key_column = tile.expand_dims %keys axis = 1 : tensor<128xi32> -> tensor<128x1xi32>
    %row_iota = tile.iota : tensor<$ROWSxi32>
    %none = arith.constant dense<0.0> : !p
    %no_rows = arith.constant dense<0.0> : tensor<$ROWSx$Dxf32>
    %nothing = arith.constant dense<0.0> : !wide
    %k3 = tile.load_view %k[%head, %j, %zero] padding zero : !heads -> tensor<1x128x$Dx$T>
    %own_k = tile.reshape %k3 : tensor<1x128x$Dx$T> -> !many
    %v3 = tile.load_view %v[%head, %j, %zero] padding zero : !heads -> tensor<1x128x$Dx$T>
    %own_v = tile.reshape %v3 : tensor<1x128x$Dx$T> -> !many
    %sum_k, %sum_v = scf.for %i = %start to %steps step %one iter_args(%acc_k = %nothing, %acc_v = %nothing) -> (!wide, !wide) : i32 {
      %q3 = tile.load_view %q[%head, %i, %zero] padding zero : !heads -> tensor<1x$ROWSx$Dx$T>
      %x = tile.reshape %q3 : tensor<1x$ROWSx$Dx$T> -> !few
      %xt = tile.permute %x [1, 0] : !few -> tensor<$Dx$ROWSx$T>
      %s = tile.dot %own_k, %xt, %none : !many, tensor<$Dx$ROWSx$T> -> !p
      %l2 = tile.load_view %lse[%head, %i] padding zero : !sums -> tensor<1x$ROWSxf32>
      %minus = tile.neg %l2 : tensor<1x$ROWSxf32> -> tensor<1x$ROWSxf32>
      %exponents = tile.fma %s, %scale2, %minus : !p, f32, tensor<1x$ROWSxf32> -> !p
      %all = tile.exp2 %exponents rounding approx flush_to_zero : !p -> !p
      %first_row = arith.muli %i, %rows_of_tile : i32
      %beyond = arith.cmpi sgt, %last_key, %first_row : i32
      %masks = arith.andi %beyond, %is_causal : i1
      %p = scf.if %masks -> (!p) {
        %numbers = tile.add %row_iota, %first_row : tensor<$ROWSxi32>, i32 -> tensor<$ROWSxi32>
        %rows = tile.expand_dims %numbers axis = 0 : tensor<$ROWSxi32> -> tensor<1x$ROWSxi32>
        %sees = tile.cmp le, %key_column, %rows : tensor<128x1xi32>, tensor<1x$ROWSxi32> -> tensor<128x$ROWSxi1>
        %seen = tile.where %sees, %all, %none : tensor<128x$ROWSxi1>, !p, !p -> !p
        scf.yield %seen : !p
      } else {
        scf.yield %all : !p
      }
      %do3 = tile.load_view %do[%head, %i, %zero] padding zero : !heads -> tensor<1x$ROWSx$Dx$T>
      %g = tile.reshape %do3 : tensor<1x$ROWSx$Dx$T> -> !few
      %gt = tile.permute %g [1, 0] : !few -> tensor<$Dx$ROWSx$T>
      %weights = tile.cast %p : !p -> tensor<128x$ROWSx$T>
      %next_v = tile.dot %weights, %g, %acc_v : tensor<128x$ROWSx$T>, !few -> !wide
      %dp = tile.dot %own_v, %gt, %none : !many, tensor<$Dx$ROWSx$T> -> !p
      %d2 = tile.load_view %delta[%head, %i] padding zero : !sums -> tensor<1x$ROWSxf32>
      %over = tile.sub %dp, %d2 : !p, tensor<1x$ROWSxf32> -> !p
      %ds = tile.mul %p, %over : !p, !p -> !p
      %narrow = tile.cast %ds : !p -> tensor<128x$ROWSx$T>
      %next_k = tile.dot %narrow, %x, %acc_k : tensor<128x$ROWSx$T>, !few -> !wide
      %of_rows = tile.permute %narrow [1, 0] : tensor<128x$ROWSx$T> -> tensor<$ROWSx128x$T>
      %part = tile.dot %of_rows, %own_k, %no_rows : tensor<$ROWSx128x$T>, !many -> tensor<$ROWSx$Dxf32>
      %part3 = tile.reshape %part : tensor<$ROWSx$Dxf32> -> tensor<1x$ROWSx$Dxf32>
      tile.atomic_rmw_view add %part3, %added[%head, %i, %zero] : tensor<1x$ROWSx$Dxf32>, !added
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
  tile.kernel @finish(%added: !added $WIDEFACTS, %dq: !heads $FACTS, %scale: f32) {
    %zero = arith.constant 0 : i32
    %i = tile.program_id 0
    %head = tile.program_id 1
    %sum = tile.load_view %added[%head, %i, %zero] padding zero : !added -> tensor<1x$ROWSx$Dxf32>
    %scaled = tile.mul %sum, %scale : tensor<1x$ROWSx$Dxf32>, f32 -> tensor<1x$ROWSx$Dxf32>
    %out = tile.cast %scaled : tensor<1x$ROWSx$Dxf32> -> tensor<1x$ROWSx$Dx$T>
    tile.store_view %out, %dq[%head, %i, %zero] : tensor<1x$ROWSx$Dx$T>, !heads
    %nothing = arith.constant dense<0.0> : tensor<1x$ROWSx$Dxf32>
    tile.store_view %nothing, %added[%head, %i, %zero] : tensor<1x$ROWSx$Dxf32>, !added
    tile.return
  }
}

module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @kernel(%arg0: !tile.ptr<f32>, %arg1: i32) {
    tile.return
  }
  tile.kernel @memory(%arg0: !tile.ptr<f32>, %arg1: i32) {
    %0 = tile.program_id 0
    %1 = tile.num_programs 0
    %2 = tile.iota : tensor<128xi32>
    %3 = tile.addptr %arg0, %2 : !tile.ptr<f32>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
    %4 = tile.cmp lt, %2, %arg1 : tensor<128xi32>, i32 -> tensor<128xi1>
    %5 = tile.literal 0.000000e+00
    %6 = tile.load %3, %4, %5 : tensor<128x!tile.ptr<f32>>, tensor<128xi1>, !tile.literal<float>
    tile.store %3, %6, %4 : tensor<128x!tile.ptr<f32>>, tensor<128xf32>, tensor<128xi1>
    %7 = tile.reduce %6 axis = 0 {
    ^bb0(%arg2: f32, %arg3: f32):
      %9 = tile.max %arg2, %arg3 propagate_nan : f32, f32 -> f32
      tile.yield %9 : f32
    } : tensor<128xf32> -> f32
    %8 = tile.reduce add %6 axis = 0 : tensor<128xf32> -> f32
    tile.return
  }
  tile.kernel @shapes(%arg0: f32) {
    %0 = tile.splat %arg0 : f32 -> tensor<8xf32>
    %1 = tile.expand_dims %0 axis = 1 : tensor<8xf32> -> tensor<8x1xf32>
    %2 = tile.broadcast %1 : tensor<8x1xf32> -> tensor<8x4xf32>
    %3 = tile.reshape %2 : tensor<8x4xf32> -> tensor<32xf32>
    tile.return
  }
  tile.kernel @views(%arg0: !tile.array<?x?xf32, strides = [?, 1]>, %arg1: i32, %arg2: i32) {
    %0 = tile.dim %arg0, 0 : !tile.array<?x?xf32, strides = [?, 1]>
    %1 = tile.stride %arg0, 0 : !tile.array<?x?xf32, strides = [?, 1]>
    %2 = tile.base %arg0 : !tile.array<?x?xf32, strides = [?, 1]>
    %3 = tile.load_view %arg0[%arg1, %arg2] padding zero : !tile.array<?x?xf32, strides = [?, 1]> -> tensor<16x32xf32>
    tile.store_view %3, %arg0[%arg1, %arg2] : tensor<16x32xf32>, !tile.array<?x?xf32, strides = [?, 1]>
    tile.return
  }
  tile.kernel @elementwise(%arg0: i32, %arg1: f16, %arg2: f32, %arg3: ui8) {
    %0 = tile.splat %arg0 : i32 -> tensor<8xi32>
    %1 = tile.splat %arg1 : f16 -> tensor<8xf16>
    %2 = tile.sub %1, %arg2 : tensor<8xf16>, f32 -> tensor<8xf32>
    %3 = tile.add %1, %arg2 : tensor<8xf16>, f32 -> tensor<8xf32>
    %4 = tile.mul %0, %1 : tensor<8xi32>, tensor<8xf16> -> tensor<8xf16>
    %5 = tile.div %0, %0 : tensor<8xi32>, tensor<8xi32> -> tensor<8xf32>
    %6 = tile.floordiv %0, %0 : tensor<8xi32>, tensor<8xi32> -> tensor<8xi32>
    %7 = tile.mod %0, %0 : tensor<8xi32>, tensor<8xi32> -> tensor<8xi32>
    %8 = tile.min %1, %arg2 : tensor<8xf16>, f32 -> tensor<8xf32>
    %9 = tile.max %1, %arg2 : tensor<8xf16>, f32 -> tensor<8xf32>
    %10 = tile.and %0, %arg3 : tensor<8xi32>, ui8 -> tensor<8xi32>
    %11 = tile.or %0, %arg3 : tensor<8xi32>, ui8 -> tensor<8xi32>
    %12 = tile.xor %0, %arg3 : tensor<8xi32>, ui8 -> tensor<8xi32>
    %13 = tile.shl %0, %arg3 : tensor<8xi32>, ui8 -> tensor<8xi32>
    %14 = tile.shr %0, %arg3 : tensor<8xi32>, ui8 -> tensor<8xi32>
    %15 = tile.cmp lt, %0, %arg3 : tensor<8xi32>, ui8 -> tensor<8xi1>
    %16 = tile.where %15, %1, %arg2 : tensor<8xi1>, tensor<8xf16>, f32 -> tensor<8xf32>
    %17 = tile.cast %0 : tensor<8xi32> -> tensor<8xf32>
    tile.return
  }
  tile.kernel @functions(%arg0: f32) {
    %0 = tile.splat %arg0 : f32 -> tensor<8xf32>
    %1 = tile.neg %0 : tensor<8xf32> -> tensor<8xf32>
    %2 = tile.abs %0 : tensor<8xf32> -> tensor<8xf32>
    %3 = tile.exp %0 : tensor<8xf32> -> tensor<8xf32>
    %4 = tile.exp2 %0 : tensor<8xf32> -> tensor<8xf32>
    %5 = tile.log %0 : tensor<8xf32> -> tensor<8xf32>
    %6 = tile.log2 %0 : tensor<8xf32> -> tensor<8xf32>
    %7 = tile.sqrt %0 : tensor<8xf32> -> tensor<8xf32>
    %8 = tile.rsqrt %0 : tensor<8xf32> -> tensor<8xf32>
    %9 = tile.sin %0 : tensor<8xf32> -> tensor<8xf32>
    %10 = tile.cos %0 : tensor<8xf32> -> tensor<8xf32>
    %11 = tile.tanh %0 : tensor<8xf32> -> tensor<8xf32>
    %12 = tile.floor %0 : tensor<8xf32> -> tensor<8xf32>
    %13 = tile.ceil %0 : tensor<8xf32> -> tensor<8xf32>
    tile.return
  }
  tile.kernel @rearrange(%arg0: f32, %arg1: i32) {
    %0 = tile.splat %arg0 : f32 -> tensor<8x4xf32>
    %1 = tile.permute %0 [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
    %2 = tile.cat %1, %1 axis = 1 : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x16xf32>
    %3 = tile.join %0, %0 : tensor<8x4xf32> -> tensor<8x4x2xf32>
    %4:2 = tile.split %3 : tensor<8x4x2xf32> -> tensor<8x4xf32>
    %5 = tile.extract %0[%arg1, %arg1] : tensor<8x4xf32> -> tensor<2x2xf32>
    %6 = tile.insert %5, %0[%arg1, %arg1] : tensor<2x2xf32>, tensor<8x4xf32>
    %7 = tile.flip %0 axis = 1 : tensor<8x4xf32>
    tile.return
  }
  tile.kernel @order(%arg0: f32, %arg1: i32) {
    %0 = tile.splat %arg0 : f32 -> tensor<8x4xf32>
    %1 = tile.splat %arg1 : i32 -> tensor<8x4xi32>
    %2 = tile.scan max %0 axis = 1 reverse : tensor<8x4xf32> -> tensor<8x4xf32>
    %3 = tile.map %0 {
    ^bb0(%arg2: f32):
      %9 = tile.mul %arg2, %arg2 : f32, f32 -> f32
      tile.yield %9 : f32
    } : tensor<8x4xf32> -> tensor<8x4xf32>
    %4:2 = tile.sort %0, %1 axis = 1 descending : tensor<8x4xf32>, tensor<8x4xi32> -> tensor<8x4xf32>, tensor<8x4xi32>
    %5 = tile.gather %0[%1] axis = 0 : tensor<8x4xf32>, tensor<8x4xi32> -> tensor<8x4xf32>
    %6 = tile.iota : tensor<32xi32>
    %7 = tile.histogram %6 : tensor<32xi32> -> tensor<16xi32>
    %8 = tile.map %0, %1 pack = 2 {
    ^bb0(%arg2: f32, %arg3: f32, %arg4: i32, %arg5: i32):
      %9 = arith.addi %arg4, %arg5 : i32
      tile.yield %9, %9 : i32, i32
    } : tensor<8x4xf32>, tensor<8x4xi32> -> tensor<8x4xi32>
    tile.return
  }
  tile.kernel @contractions(%arg0: f16, %arg1: f32, %arg2: i8) {
    %0 = tile.splat %arg0 : f16 -> tensor<16x32xf16>
    %1 = tile.splat %arg0 : f16 -> tensor<32x16xf16>
    %2 = tile.splat %arg1 : f32 -> tensor<16x16xf32>
    %3 = tile.dot %0, %1, %2 : tensor<16x32xf16>, tensor<32x16xf16> -> tensor<16x16xf32>
    %4 = tile.dot %2, %2, %2 precision tf32 : tensor<16x16xf32>, tensor<16x16xf32> -> tensor<16x16xf32>
    %5 = tile.splat %arg2 : i8 -> tensor<16x64xi8>
    %6 = tile.splat %arg2 : i8 -> tensor<64x16xi8>
    %7 = tile.splat %arg2 : i8 -> tensor<16x2xi8>
    %8 = tile.dot_scaled %5 as e4m3 scale %7, %6 as e5m2 scale %7, %2 : tensor<16x64xi8>, tensor<16x2xi8> by tensor<64x16xi8>, tensor<16x2xi8> -> tensor<16x16xf32>
    %9 = tile.splat %arg2 : i8 -> tensor<8x64xi8>
    %10 = tile.dot_scaled %9 as e2m1 scale %7, %6 as e5m2, %2 lhs_outer_packed : tensor<8x64xi8>, tensor<16x2xi8> by tensor<64x16xi8> -> tensor<16x16xf32>
    tile.return
  }
  tile.kernel @atomics(%arg0: !tile.ptr<f32>, %arg1: f32, %arg2: i1) {
    %0 = tile.atomic_rmw add acq_rel device %arg0, %arg1, %arg2 : !tile.ptr<f32>, f32, i1
    %1 = tile.atomic_cas relaxed block %arg0, %0, %arg1 : !tile.ptr<f32>, f32, f32
    tile.barrier
    %2 = tile.load %arg0 cache cg eviction evict_last : !tile.ptr<f32>
    tile.return
  }
  tile.kernel @arrays(%arg0: !tile.ptr<f16>, %arg1: i32, %arg2: i64) {
    %0 = tile.make_array %arg0 shape[%arg1] strides[%arg2] : !tile.ptr<f16> -> !tile.array<?x16xf16, strides = [?, 1]>
    %1 = tile.slice %0 axis = 0 from %arg1 to %arg1 : !tile.array<?x16xf16, strides = [?, 1]> -> !tile.array<?x16xf16, strides = [?, 1]>
    %2 = tile.view %1 : !tile.view<tile = [8, 4], order = [1, 0], steps = [3, 4], padding = nan, !tile.array<?x16xf16, strides = [?, 1]>>
    %3 = tile.num_tiles %2, 1 : !tile.view<tile = [8, 4], order = [1, 0], steps = [3, 4], padding = nan, !tile.array<?x16xf16, strides = [?, 1]>>
    %4 = tile.load_view %2[%arg1, %arg1] anywhere : !tile.view<tile = [8, 4], order = [1, 0], steps = [3, 4], padding = nan, !tile.array<?x16xf16, strides = [?, 1]>> -> tensor<8x4xf16>
    %5 = tile.iota : tensor<8xi32>
    %6 = tile.element_ptr %1[%5, %arg1] : !tile.array<?x16xf16, strides = [?, 1]>, tensor<8xi32>, i32 -> tensor<8x!tile.ptr<f16>>
    %7 = tile.in_bounds %1[%5, %arg1] : !tile.array<?x16xf16, strides = [?, 1]>, tensor<8xi32>, i32 -> tensor<8xi1>
    tile.return
  }
  tile.kernel @debug(%arg0: i32, %arg1: i1) {
    tile.print "value: " hex %arg0 : i32
    %0 = tile.splat %arg0 : i32 -> tensor<4xi32>
    tile.print "a part of a tensor: " %0 : tensor<4xi32> at[%arg0]
    tile.assert %arg1, "the flag must be set" : i1
    tile.assume %arg1 : i1
    %1 = tile.hint %arg0 divisibility [16] : i32
    tile.return
  }
  tile.kernel @conversions(%arg0: f32, %arg1: !tile.ptr<f32>) {
    %0 = tile.bitcast %arg0 : f32 -> i32
    %1 = tile.cast %arg0 rounding zero saturate : f32 -> f8E4M3FN
    %2 = tile.ptr_to_int %arg1 : !tile.ptr<f32> -> i64
    %3 = tile.int_to_ptr %2 : i64 -> !tile.ptr<f32>
    %4 = tile.ptr_cast %3 : !tile.ptr<f32> -> !tile.ptr<i32>
    %5 = tile.inline_asm "neg.f32 $0, $1;", "=f,f" pure %arg0 : f32 -> f32
    tile.return
  }
  tile.kernel @more(%arg0: f32, %arg1: i32) {
    %0 = tile.fma %arg0, %arg0, %arg1 : f32, f32, i32 -> f32
    %1 = tile.clamp %arg0, %arg1, %arg0 propagate_nan : f32, i32, f32 -> f32
    %2 = tile.add %arg0, %arg0 rounding zero flush_to_zero : f32, f32 -> f32
    %3 = tile.truncdiv %arg1, %arg1 : i32, i32 -> i32
    %4 = tile.cdiv %arg1, %arg1 : i32, i32 -> i32
    %5 = tile.rem %arg1, %arg1 : i32, i32 -> i32
    %6 = tile.mulhi %arg1, %arg1 : i32, i32 -> i32
    %7 = tile.pow %arg0, %arg0 : f32, f32 -> f32
    %8 = tile.atan2 %arg0, %arg0 : f32, f32 -> f32
    %9 = tile.not %arg1 : i32 -> i32
    %10 = tile.expm1 %arg0 : f32 -> f32
    %11 = tile.log10 %arg0 : f32 -> f32
    %12 = tile.log1p %arg0 : f32 -> f32
    %13 = tile.cbrt %arg0 : f32 -> f32
    %14 = tile.tan %arg0 : f32 -> f32
    %15 = tile.asin %arg0 : f32 -> f32
    %16 = tile.acos %arg0 : f32 -> f32
    %17 = tile.atan %arg0 : f32 -> f32
    %18 = tile.sinh %arg0 : f32 -> f32
    %19 = tile.cosh %arg0 : f32 -> f32
    %20 = tile.erf %arg0 : f32 -> f32
    %21 = tile.trunc %arg0 : f32 -> f32
    %22 = tile.round %arg0 : f32 -> f32
    %23 = tile.isnan %arg0 : f32 -> i1
    %24 = tile.isinf %arg0 : f32 -> i1
    %25 = tile.isfinite %arg0 : f32 -> i1
    tile.return
  }
  tile.kernel @equations(%arg0: !tile.array<?x?x?x?xf16>, %arg1: !tile.array<?x?x?x?xf16>, %arg2: !tile.array<?x?x?x?xf16>, %arg3: !tile.array<?xf32>) {
    tile.contract "nc(h+r-1)(w+s-1),kcrs->nkhw" %arg0, %arg1 into %arg2 with %arg3 epilogue {
    ^bb0(%arg4: f32, %arg5: f32):
      %0 = tile.add %arg4, %arg5 : f32, f32 -> f32
      %1 = tile.cast %0 : f32 -> f16
      tile.yield %1 : f16
    } {axes = ["k"], lhs_outside = ["never", "never", "zero", "zero"]} : !tile.array<?x?x?x?xf16>, !tile.array<?x?x?x?xf16>, !tile.array<?x?x?x?xf16> with !tile.array<?xf32>
    tile.return
  }
  tile.kernel @pixels(%arg0: !tile.array<8x32x32x64xf16, strides = [65536, 2048, 64, 1]>, %arg1: i32) {
    %0 = tile.load_pixels %arg0[%arg1, %arg1, %arg1, %arg1] offsets[%arg1, %arg1] {after = 0 : i64, counts = array<i64: 30, 30>, lower = array<i64: 0, 0>, steps = array<i64: 1, 1>} : !tile.array<8x32x32x64xf16, strides = [65536, 2048, 64, 1]> -> tensor<128x64xf16>
    tile.return
  }
  tile.kernel @tables() {
    %0 = tile.iota : tensor<64xi32>
    %1 = tile.lookup %0 in dense<[0, 1, 5, 6]> : tensor<4xi32> : tensor<64xi32> -> tensor<64xi32>
    tile.return
  }
}

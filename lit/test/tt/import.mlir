// RUN: tile-opt %s --convert-tt-to-tile | filecheck %s

// Every operation of Triton with a counterpart in our dialects becomes that counterpart.

// CHECK: module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK: tile.kernel @kernel(%{{[a-z0-9_]+}}: !tile.ptr<f32> {tile.divisibility = 16 : i32, tile.may_overlap}, %{{[a-z0-9_]+}}: !tile.ptr<f16> {tile.divisibility = 16 : i32, tile.may_overlap}, %{{[a-z0-9_]+}}: !tile.ptr<i32> {tile.may_overlap}, %{{[a-z0-9_]+}}: i32, %{{[a-z0-9_]+}}: i64 {tile.divisibility = 8 : i32}, %{{[a-z0-9_]+}}: f32, %{{[a-z0-9_]+}}: i1) {
// CHECK: %{{[a-z0-9_]+}} = tile.program_id 0
// CHECK: %{{[a-z0-9_]+}} = tile.num_programs 1
// CHECK: %{{[a-z0-9_]+}} = tile.iota : tensor<16xi32>
// CHECK: %{{[a-z0-9_]+}} = tile.splat %{{[a-z0-9_]+}} : !tile.ptr<f32> -> tensor<16x!tile.ptr<f32>>
// CHECK: %{{[a-z0-9_]+}} = tile.addptr %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<16x!tile.ptr<f32>>, tensor<16xi32> -> tensor<16x!tile.ptr<f32>>
// CHECK: %{{[a-z0-9_]+}} = tile.splat %{{[a-z0-9_]+}} : i32 -> tensor<16xi32>
// CHECK: %{{[a-z0-9_]+}} = tile.load %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} eviction evict_last : tensor<16x!tile.ptr<f32>>, tensor<16xi1>, tensor<16xf32>
// CHECK: tile.store %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} cache cs : tensor<16x!tile.ptr<f32>>, tensor<16xf32>, tensor<16xi1>
// CHECK: %{{[a-z0-9_]+}} = tile.atomic_rmw add acq_rel device %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<16x!tile.ptr<f32>>, tensor<16xf32>, tensor<16xi1>
// CHECK: %{{[a-z0-9_]+}} = tile.atomic_cas acquire device %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : !tile.ptr<i32>, i32, i32
// CHECK: %{{[a-z0-9_]+}} = tile.ptr_to_int %{{[a-z0-9_]+}} : !tile.ptr<f32> -> i64
// CHECK: %{{[a-z0-9_]+}} = tile.int_to_ptr %{{[a-z0-9_]+}} : i64 -> !tile.ptr<f32>
// CHECK: %{{[a-z0-9_]+}} = tile.bitcast %{{[a-z0-9_]+}} : tensor<16xf32> -> tensor<16xi32>
// CHECK: %{{[a-z0-9_]+}} = tile.cast %{{[a-z0-9_]+}} saturate : tensor<16xf32> -> tensor<16xf8E4M3FN>
// CHECK: %{{[a-z0-9_]+}} = tile.clamp %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : f32, f32, f32 -> f32
// CHECK: %{{[a-z0-9_]+}} = tile.sqrt %{{[a-z0-9_]+}} rounding nearest_even : tensor<16xf32> -> tensor<16xf32>
// CHECK: %{{[a-z0-9_]+}} = tile.div %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} rounding nearest_even : tensor<16xf32>, tensor<16xf32> -> tensor<16xf32>
// CHECK: %{{[a-z0-9_]+}} = math.tanh %{{[a-z0-9_]+}} : tensor<16xf32>
// CHECK: %{{[a-z0-9_]+}} = tile.expand_dims %{{[a-z0-9_]+}} axis = 1 : tensor<16xf32> -> tensor<16x1xf32>
// CHECK: %{{[a-z0-9_]+}} = tile.broadcast %{{[a-z0-9_]+}} : tensor<16x1xf32> -> tensor<16x16xf32>
// CHECK: %{{[a-z0-9_]+}} = tile.permute %{{[a-z0-9_]+}} [1, 0] : tensor<16x16xf32> -> tensor<16x16xf32>
// CHECK: %{{[a-z0-9_]+}} = tile.reshape %{{[a-z0-9_]+}} : tensor<16x16xf32> -> tensor<256xf32>
// CHECK: %{{[a-z0-9_]+}} = tile.cat %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} axis = 0 : tensor<16xf32>, tensor<16xf32> -> tensor<32xf32>
// CHECK: %{{[a-z0-9_]+}} = tile.join %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<16xf32> -> tensor<16x2xf32>
// CHECK: %{{[a-z0-9_]+}}:2 = tile.split %{{[a-z0-9_]+}} : tensor<16x2xf32> -> tensor<16xf32>
// CHECK: %{{[a-z0-9_]+}} = tile.splat %{{[a-z0-9_]+}} : f32 -> tensor<1xf32>
// CHECK: %{{[a-z0-9_]+}} = tile.extract %{{[a-z0-9_]+}}[%{{[a-z0-9_]+}}] : tensor<1xf32> -> f32
// CHECK: %{{[a-z0-9_]+}} = tile.dot %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} precision tf32 : tensor<16x16xf32>, tensor<16x16xf32> -> tensor<16x16xf32>
// CHECK: %{{[a-z0-9_]+}} = tile.dot_scaled %{{[a-z0-9_]+}} as e4m3 scale %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} as e4m3 scale %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<16x64xf8E4M3FN>, tensor<16x2xi8> by tensor<64x16xf8E4M3FN>, tensor<16x2xi8> -> tensor<16x16xf32>
// CHECK: %{{[a-z0-9_]+}} = tile.reduce %{{[a-z0-9_]+}} axis = 1 {
// CHECK: ^bb0(%{{[a-z0-9_]+}}: f32, %{{[a-z0-9_]+}}: f32):
// CHECK: tile.yield %{{[a-z0-9_]+}} : f32
// CHECK: } : tensor<16x16xf32> -> tensor<16xf32>
// CHECK: %{{[a-z0-9_]+}} = tile.scan %{{[a-z0-9_]+}} axis = 0 {
// CHECK: ^bb0(%{{[a-z0-9_]+}}: f32, %{{[a-z0-9_]+}}: f32):
// CHECK: tile.yield %{{[a-z0-9_]+}} : f32
// CHECK: } : tensor<16xf32> -> tensor<16xf32>
// CHECK: %{{[a-z0-9_]+}} = tile.map %{{[a-z0-9_]+}} {
// CHECK: ^bb0(%{{[a-z0-9_]+}}: f32):
// CHECK: tile.yield %{{[a-z0-9_]+}} : f32
// CHECK: } : tensor<16xf32> -> tensor<16xf32>
// CHECK: %{{[a-z0-9_]+}} = tile.histogram %{{[a-z0-9_]+}} mask %{{[a-z0-9_]+}} : tensor<16xi32>, tensor<16xi1> -> tensor<8xi32>
// CHECK: %{{[a-z0-9_]+}} = tile.gather %{{[a-z0-9_]+}}[%{{[a-z0-9_]+}}] axis = 0 : tensor<16xf32>, tensor<16xi32> -> tensor<16xf32>
// CHECK: %{{[a-z0-9_]+}} = tile.make_array %{{[a-z0-9_]+}} shape[%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}] strides[%{{[a-z0-9_]+}}] : !tile.ptr<f16> -> !tile.array<?x?xf16, strides = [?, 1]>
// CHECK: %{{[a-z0-9_]+}} = tile.view %{{[a-z0-9_]+}} : !tile.view<tile = [1, 16], steps = [1, 1], padding = zero, !tile.array<?x?xf16, strides = [?, 1]>>
// CHECK: %{{[a-z0-9_]+}} = tile.load_view %{{[a-z0-9_]+}}[%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}] anywhere : !tile.view<tile = [1, 16], steps = [1, 1], padding = zero, !tile.array<?x?xf16, strides = [?, 1]>> -> tensor<1x16xf16>
// CHECK: %{{[a-z0-9_]+}} = tile.view %{{[a-z0-9_]+}} : !tile.view<tile = [1, 16], steps = [1, 1], padding = zero, !tile.array<?x?xf16, strides = [?, 1]>>
// CHECK: tile.store_view %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}[%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}] anywhere : tensor<1x16xf16>, !tile.view<tile = [1, 16], steps = [1, 1], padding = zero, !tile.array<?x?xf16, strides = [?, 1]>>
// CHECK: %{{[a-z0-9_]+}} = tile.view %{{[a-z0-9_]+}} : !tile.view<tile = [1, 16], steps = [1, 1], padding = zero, !tile.array<?x?xf16, strides = [?, 1]>>
// CHECK: tile.atomic_rmw_view add %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}[%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}] anywhere : tensor<1x16xf16>, !tile.view<tile = [1, 16], steps = [1, 1], padding = zero, !tile.array<?x?xf16, strides = [?, 1]>>
// CHECK: %{{[a-z0-9_]+}} = tile.reshape %{{[a-z0-9_]+}} : tensor<16xi32> -> tensor<16x1xi32>
// CHECK: %{{[a-z0-9_]+}} = tile.broadcast %{{[a-z0-9_]+}} : tensor<16x1xi32> -> tensor<16x16xi32>
// CHECK: %{{[a-z0-9_]+}} = tile.iota : tensor<16xi32>
// CHECK: %{{[a-z0-9_]+}} = tile.splat %{{[a-z0-9_]+}} : i32 -> tensor<16xi32>
// CHECK: %{{[a-z0-9_]+}} = tile.reshape %{{[a-z0-9_]+}} : tensor<16xi32> -> tensor<1x16xi32>
// CHECK: %{{[a-z0-9_]+}} = tile.broadcast %{{[a-z0-9_]+}} : tensor<1x16xi32> -> tensor<16x16xi32>
// CHECK: %{{[a-z0-9_]+}} = tile.element_ptr %{{[a-z0-9_]+}}[%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}] : !tile.array<?x?xf16, strides = [?, 1]>, tensor<16x16xi32>, tensor<16x16xi32> -> tensor<16x16x!tile.ptr<f16>>
// CHECK: %{{[a-z0-9_]+}} = tile.in_bounds %{{[a-z0-9_]+}}[%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}] : !tile.array<?x?xf16, strides = [?, 1]>, tensor<16x16xi32>, tensor<16x16xi32> -> tensor<16x16xi1>
// CHECK: %{{[a-z0-9_]+}} = tile.splat %{{[a-z0-9_]+}} : f16 -> tensor<16x16xf16>
// CHECK: %{{[a-z0-9_]+}} = tile.load %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<16x16x!tile.ptr<f16>>, tensor<16x16xi1>, tensor<16x16xf16>
// CHECK: %{{[a-z0-9_]+}} = tile.reshape %{{[a-z0-9_]+}} : tensor<16xi32> -> tensor<16x1xi32>
// CHECK: %{{[a-z0-9_]+}} = tile.broadcast %{{[a-z0-9_]+}} : tensor<16x1xi32> -> tensor<16x16xi32>
// CHECK: %{{[a-z0-9_]+}} = tile.iota : tensor<16xi32>
// CHECK: %{{[a-z0-9_]+}} = tile.splat %{{[a-z0-9_]+}} : i32 -> tensor<16xi32>
// CHECK: %{{[a-z0-9_]+}} = tile.reshape %{{[a-z0-9_]+}} : tensor<16xi32> -> tensor<1x16xi32>
// CHECK: %{{[a-z0-9_]+}} = tile.broadcast %{{[a-z0-9_]+}} : tensor<1x16xi32> -> tensor<16x16xi32>
// CHECK: %{{[a-z0-9_]+}} = tile.element_ptr %{{[a-z0-9_]+}}[%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}] : !tile.array<?x?xf16, strides = [?, 1]>, tensor<16x16xi32>, tensor<16x16xi32> -> tensor<16x16x!tile.ptr<f16>>
// CHECK: %{{[a-z0-9_]+}} = tile.in_bounds %{{[a-z0-9_]+}}[%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}] : !tile.array<?x?xf16, strides = [?, 1]>, tensor<16x16xi32>, tensor<16x16xi32> -> tensor<16x16xi1>
// CHECK: tile.store %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<16x16x!tile.ptr<f16>>, tensor<16x16xf16>, tensor<16x16xi1>
// CHECK: tile.print "v: " %{{[a-z0-9_]+}} : tensor<16xf32>
// CHECK: tile.assert %{{[a-z0-9_]+}}, "in bounds" : tensor<16xi1>
// CHECK: func.call @helper(%{{[a-z0-9_]+}}) : (i32) -> ()
// CHECK: tile.return
// CHECK: func.func private @helper(%{{[a-z0-9_]+}}: i32) attributes {no_inline} {
// CHECK: return

module {
  tt.func public @kernel(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<i32>, %arg3: i32, %arg4: i64, %arg5: f32, %arg6: i1) {
    %one = arith.constant 1 : i64
    %0 = tt.get_program_id x : i32
    %1 = tt.get_num_programs y : i32
    %2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %3 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %4 = tt.addptr %3, %2 : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %5 = tt.splat %arg3 : i32 -> tensor<16xi32>
    %6 = arith.cmpi slt, %2, %5 : tensor<16xi32>
    %cst = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %7 = tt.load %4, %6, %cst evictionPolicy = evict_last : tensor<16x!tt.ptr<f32>>
    tt.store %4, %7, %6 cacheModifier = cs : tensor<16x!tt.ptr<f32>>
    %8 = tt.atomic_rmw fadd, acq_rel, gpu, %4, %7, %6 : (tensor<16x!tt.ptr<f32>>, tensor<16xf32>, tensor<16xi1>) -> tensor<16xf32>
    %9 = tt.atomic_cas acquire, gpu, %arg2, %arg3, %0 : (!tt.ptr<i32>, i32, i32) -> i32
    %10 = tt.ptr_to_int %arg0 : !tt.ptr<f32> -> i64
    %11 = tt.int_to_ptr %10 : i64 -> !tt.ptr<f32>
    %12 = tt.bitcast %7 : tensor<16xf32> -> tensor<16xi32>
    %13 = tt.fp_to_fp %7, rounding = rtne : tensor<16xf32> -> tensor<16xf8E4M3FN>
    %14 = tt.clampf %arg5, %arg5, %arg5, propagateNan = none : f32
    %15 = tt.precise_sqrt %7 : tensor<16xf32>
    %16 = tt.precise_divf %7, %15 : tensor<16xf32>
    %17 = tt.mulhiui %2, %2 : tensor<16xi32>
    %18 = tt.extern_elementwise %7 {libname = "", libpath = "", pure = true, symbol = "__nv_tanhf"} : (tensor<16xf32>) -> tensor<16xf32>
    %20 = tt.expand_dims %7 {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
    %21 = tt.broadcast %20 : tensor<16x1xf32> -> tensor<16x16xf32>
    %22 = tt.trans %21 {order = array<i32: 1, 0>} : tensor<16x16xf32> -> tensor<16x16xf32>
    %23 = tt.reshape %22 allow_reorder : tensor<16x16xf32> -> tensor<256xf32>
    %24 = tt.cat %7, %15 : tensor<16xf32> -> tensor<32xf32>
    %25 = tt.join %7, %15 : tensor<16xf32> -> tensor<16x2xf32>
    %outLHS, %outRHS = tt.split %25 : tensor<16x2xf32> -> tensor<16xf32>
    %26 = tt.splat %arg5 : f32 -> tensor<1xf32>
    %27 = tt.unsplat %26 : tensor<1xf32>
    %28 = tt.dot %21, %22, %21, inputPrecision = tf32 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<16x64xf8E4M3FN>
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<64x16xf8E4M3FN>
    %cst_2 = arith.constant dense<127> : tensor<16x2xi8>
    %29 = tt.dot_scaled %cst_0 scale %cst_2, %cst_1 scale %cst_2, %28 lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<16x64xf8E4M3FN>, tensor<16x2xi8> * tensor<64x16xf8E4M3FN>, tensor<16x2xi8> -> tensor<16x16xf32>
    %30 = "tt.reduce"(%21) <{axis = 1 : i32}> ({
    ^bb0(%arg7: f32, %arg8: f32):
      %41 = arith.addf %arg7, %arg8 : f32
      tt.reduce.return %41 : f32
    }) : (tensor<16x16xf32>) -> tensor<16xf32>
    %31 = "tt.scan"(%7) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%arg7: f32, %arg8: f32):
      %41 = arith.addf %arg7, %arg8 : f32
      tt.scan.return %41 : f32
    }) : (tensor<16xf32>) -> tensor<16xf32>
    %32 = "tt.map_elementwise"(%7) <{pack = 1 : i32}> ({
    ^bb0(%arg7: f32):
      %41 = arith.addf %arg7, %arg7 : f32
      tt.map_elementwise.return %41 : f32
    }) : (tensor<16xf32>) -> tensor<16xf32>
    %33 = tt.histogram %2, %6 : tensor<16xi32> -> tensor<8xi32>
    %34 = tt.gather %7[%2] {axis = 0 : i32} : (tensor<16xf32>, tensor<16xi32>) -> tensor<16xf32>
    %38 = tt.make_tensor_descriptor %arg1, [%arg3, %arg3], [%arg4, %one] : <f16>, <tensor<1x16xf16>>
    %39 = tt.descriptor_load %38[%arg3, %arg3] : !tt.tensordesc<tensor<1x16xf16>> -> tensor<1x16xf16>
    tt.descriptor_store %38[%arg3, %arg3], %39 : !tt.tensordesc<tensor<1x16xf16>>, tensor<1x16xf16>
    tt.descriptor_reduce add, %38[%arg3, %arg3], %39 : !tt.tensordesc<tensor<1x16xf16>>, tensor<1x16xf16>
    %40 = tt.descriptor_gather %38[%2, %arg3] : (!tt.tensordesc<tensor<1x16xf16>>, tensor<16xi32>, i32) -> tensor<16x16xf16>
    tt.descriptor_scatter %38[%2, %arg3], %40 : !tt.tensordesc<tensor<1x16xf16>>, tensor<16xi32>, i32, tensor<16x16xf16>
    tt.print "v: " {hex = false, isSigned = array<i32: 0>} : %7 : tensor<16xf32>
    tt.assert %6, "in bounds" : tensor<16xi1>
    tt.call @helper(%arg3) : (i32) -> ()
    tt.return
  }
  tt.func private @helper(%arg0: i32) attributes {noinline = true} {
    tt.return
  }
}

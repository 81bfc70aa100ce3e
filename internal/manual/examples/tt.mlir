module {
  tt.func public @kernel(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<i32>, %arg3: i32, %arg4: i64, %arg5: f32, %arg6: i1) {
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
    %19 = tt.elementwise_inline_asm "brev.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %12 : tensor<16xi32> -> tensor<16xi32>
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
    %35 = tt.make_tensor_ptr %arg1, [%arg4, %arg4], [%arg4, %arg4], [%arg3, %arg3] {order = array<i32: 1, 0>} : <tensor<16x16xf16>>
    %36 = tt.advance %35, [%arg3, %arg3] : <tensor<16x16xf16>>
    %37 = tt.load %36 {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<16x16xf16>>
    %38 = tt.make_tensor_descriptor %arg1, [%arg3, %arg3], [%arg4, %arg4] : <f16>, <tensor<1x16xf16>>
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

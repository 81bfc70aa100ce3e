module {
  func.func @elementwise(%arg0: tensor<?x8xf32>, %arg1: tensor<?x8xi32>, %arg2: tensor<?x8xcomplex<f32>>, %arg3: tensor<?x8xi1>) {
    %0 = prim.abs %arg0 : tensor<?x8xf32>
    %1 = prim.acos %arg0 : tensor<?x8xf32>
    %2 = prim.acosh %arg0 : tensor<?x8xf32>
    %3 = prim.asin %arg0 : tensor<?x8xf32>
    %4 = prim.asinh %arg0 : tensor<?x8xf32>
    %5 = prim.atan %arg0 : tensor<?x8xf32>
    %6 = prim.atanh %arg0 : tensor<?x8xf32>
    %7 = prim.bessel_i0 %arg0 : tensor<?x8xf32>
    %8 = prim.bessel_i0e %arg0 : tensor<?x8xf32>
    %9 = prim.bessel_i1 %arg0 : tensor<?x8xf32>
    %10 = prim.bessel_i1e %arg0 : tensor<?x8xf32>
    %11 = prim.bessel_j0 %arg0 : tensor<?x8xf32>
    %12 = prim.bessel_j1 %arg0 : tensor<?x8xf32>
    %13 = prim.bitwise_not %arg1 : tensor<?x8xi32>
    %14 = prim.cbrt %arg0 : tensor<?x8xf32>
    %15 = prim.ceil %arg0 : tensor<?x8xf32>
    %16 = prim.conj_physical %arg2 : tensor<?x8xcomplex<f32>>
    %17 = prim.cos %arg0 : tensor<?x8xf32>
    %18 = prim.cosh %arg0 : tensor<?x8xf32>
    %19 = prim.digamma %arg0 : tensor<?x8xf32>
    %20 = prim.erf %arg0 : tensor<?x8xf32>
    %21 = prim.erf_inv %arg0 : tensor<?x8xf32>
    %22 = prim.erfc %arg0 : tensor<?x8xf32>
    %23 = prim.erfcx %arg0 : tensor<?x8xf32>
    %24 = prim.exp %arg0 : tensor<?x8xf32>
    %25 = prim.exp2 %arg0 : tensor<?x8xf32>
    %26 = prim.expm1 %arg0 : tensor<?x8xf32>
    %27 = prim.floor %arg0 : tensor<?x8xf32>
    %28 = prim.imag %arg2 : tensor<?x8xcomplex<f32>>
    %29 = prim.isfinite %arg0 : tensor<?x8xf32>
    %30 = prim.lgamma %arg0 : tensor<?x8xf32>
    %31 = prim.log %arg0 : tensor<?x8xf32>
    %32 = prim.log10 %arg0 : tensor<?x8xf32>
    %33 = prim.log1p %arg0 : tensor<?x8xf32>
    %34 = prim.log2 %arg0 : tensor<?x8xf32>
    %35 = prim.ndtri %arg0 : tensor<?x8xf32>
    %36 = prim.neg %arg0 : tensor<?x8xf32>
    %37 = prim.real %arg2 : tensor<?x8xcomplex<f32>>
    %38 = prim.reciprocal %arg0 : tensor<?x8xf32>
    %39 = prim.round %arg0 : tensor<?x8xf32>
    %40 = prim.rsqrt %arg0 : tensor<?x8xf32>
    %41 = prim.sign %arg0 : tensor<?x8xf32>
    %42 = prim.signbit %arg0 : tensor<?x8xf32>
    %43 = prim.sin %arg0 : tensor<?x8xf32>
    %44 = prim.sinh %arg0 : tensor<?x8xf32>
    %45 = prim.spherical_bessel_j0 %arg0 : tensor<?x8xf32>
    %46 = prim.sqrt %arg0 : tensor<?x8xf32>
    %47 = prim.tan %arg0 : tensor<?x8xf32>
    %48 = prim.tanh %arg0 : tensor<?x8xf32>
    %49 = prim.trunc %arg0 : tensor<?x8xf32>
    %50 = prim.add %arg0, %arg0 : tensor<?x8xf32>
    %51 = prim.atan2 %arg0, %arg0 : tensor<?x8xf32>
    %52 = prim.bitwise_and %arg1, %arg1 : tensor<?x8xi32>
    %53 = prim.bitwise_or %arg1, %arg1 : tensor<?x8xi32>
    %54 = prim.bitwise_xor %arg1, %arg1 : tensor<?x8xi32>
    %55 = prim.div %arg0, %arg0 : tensor<?x8xf32>
    %56 = prim.eq %arg0, %arg0 : tensor<?x8xf32>
    %57 = prim.fmax %arg0, %arg0 : tensor<?x8xf32>
    %58 = prim.fmin %arg0, %arg0 : tensor<?x8xf32>
    %59 = prim.fmod %arg0, %arg0 : tensor<?x8xf32>
    %60 = prim.gcd %arg1, %arg1 : tensor<?x8xi32>
    %61 = prim.ge %arg0, %arg0 : tensor<?x8xf32>
    %62 = prim.gt %arg0, %arg0 : tensor<?x8xf32>
    %63 = prim.hypot %arg0, %arg0 : tensor<?x8xf32>
    %64 = prim.igamma %arg0, %arg0 : tensor<?x8xf32>
    %65 = prim.igammac %arg0, %arg0 : tensor<?x8xf32>
    %66 = prim.le %arg0, %arg0 : tensor<?x8xf32>
    %67 = prim.lt %arg0, %arg0 : tensor<?x8xf32>
    %68 = prim.maximum %arg0, %arg0 : tensor<?x8xf32>
    %69 = prim.minimum %arg0, %arg0 : tensor<?x8xf32>
    %70 = prim.mul %arg0, %arg0 : tensor<?x8xf32>
    %71 = prim.ne %arg0, %arg0 : tensor<?x8xf32>
    %72 = prim.nextafter %arg0, %arg0 : tensor<?x8xf32>
    %73 = prim.pow %arg0, %arg0 : tensor<?x8xf32>
    %74 = prim.remainder %arg0, %arg0 : tensor<?x8xf32>
    %75 = prim.shift_left %arg1, %arg1 : tensor<?x8xi32>
    %76 = prim.shift_right_arithmetic %arg1, %arg1 : tensor<?x8xi32>
    %77 = prim.sub %arg0, %arg0 : tensor<?x8xf32>
    %78 = prim.zeta %arg0, %arg0 : tensor<?x8xf32>
    %79 = prim.where %arg3, %arg0, %arg0 : tensor<?x8xi1>, tensor<?x8xf32>
    %80:2 = prim.frexp %arg0 : tensor<?x8xf32>
    return
  }
  func.func @views(%arg0: tensor<4x6xf32>, %arg1: tensor<?x6xf32>, %arg2: index, %arg3: tensor<4x6xcomplex<f32>>, %arg4: tensor<4x1xf32>) {
    %0 = prim.as_strided %arg0 size [2, 2] strides [6, 1] offset 3 : tensor<4x6xf32> -> tensor<2x2xf32>
    %1 = prim.broadcast_in_dim %arg4 dims [1, 2] sizes(%arg2) : tensor<4x1xf32> -> tensor<?x4x8xf32>
    %2 = prim.collapse_view %arg0 start 0 end 1 : tensor<4x6xf32> -> tensor<24xf32>
    %3 = prim.conj %arg3 : tensor<4x6xcomplex<f32>> -> tensor<4x6xcomplex<f32>>
    %4 = prim.expand_dims %arg0 dims [0, 3] : tensor<4x6xf32> -> tensor<1x4x6x1xf32>
    %5 = prim.slice %arg1 starts [1, 0] limits [?, 6] strides [1, 2] : tensor<?x6xf32> -> tensor<?x3xf32>
    %6 = prim.split_dim %arg0 dim 1 outer 2 : tensor<4x6xf32> -> tensor<4x2x3xf32>
    %7 = prim.squeeze %arg4 dims [1] : tensor<4x1xf32> -> tensor<4xf32>
    %8 = prim.transpose %arg0 perm [1, 0] : tensor<4x6xf32> -> tensor<6x4xf32>
    %9 = prim.view_of %arg0 : tensor<4x6xf32> -> tensor<4x6xf32>
    %10 = prim.view_element_type %arg0 : tensor<4x6xf32> -> tensor<4x6xi32>
    %11 = prim.unfold %arg0 dim 1 size 3 step 1 dilation 2 : tensor<4x6xf32> -> tensor<4x2x3xf32>
    %12 = prim.guard_shape %arg1 : tensor<?x6xf32> -> tensor<4x6xf32>
    %13 = prim.size %arg1 dim 0 : tensor<?x6xf32>
    %14 = prim.index_tensor %arg2 : tensor<i64>
    return
  }
  func.func @shapes(%arg0: tensor<4x6xf32>, %arg1: tensor<?x6xf32>, %arg2: index, %arg3: tensor<2x2xf32>) {
    %0 = prim.reshape %arg1 sizes(%arg2) : tensor<?x6xf32> -> tensor<?x2x3xf32>
    %1 = prim.collapse %arg0 start 0 end 1 : tensor<4x6xf32> -> tensor<24xf32>
    %2 = prim.rev %arg0 dims [1] : tensor<4x6xf32> -> tensor<4x6xf32>
    %3 = prim.cat %arg0, %arg1 dim 0 : (tensor<4x6xf32>, tensor<?x6xf32>) -> tensor<?x6xf32>
    %4 = prim.as_strided_scatter %arg0, %arg3 size [2, 2] strides [6, 1] offset 3 : tensor<4x6xf32>, tensor<2x2xf32>
    %5 = prim.slice_scatter %arg0, %arg3 starts [1, 0] limits [3, 2] strides [1, 1] : tensor<4x6xf32>, tensor<2x2xf32>
    return
  }
  func.func @conversions(%arg0: tensor<4x6xf32>, %arg1: tensor<?x6xf32>, %arg2: index, %arg3: tensor<1xf32>) {
    %0 = prim.convert_element_type %arg0 : tensor<4x6xf32> -> tensor<4x6xbf16>
    %1 = prim.clone %arg0 : tensor<4x6xf32> -> tensor<4x6xf32>
    %2 = prim.copy_strided %arg0 strides [1, 4] : tensor<4x6xf32> -> tensor<4x6xf32>
    %3 = prim.device_put %arg0 device "cuda:0" : tensor<4x6xf32> -> tensor<4x6xf32>
    %4 = prim.copy_to %arg0, %arg1 : tensor<4x6xf32>, tensor<?x6xf32>
    %5 = prim.resize %arg0 sizes(%arg2) : tensor<4x6xf32> -> tensor<?xf32>
    %6 = prim.item %arg3 : tensor<1xf32>
    %7 = prim.maximum_value : f16
    %8 = prim.minimum_value : i8
    return
  }
  func.func @reductions(%arg0: tensor<?x6xf32>, %arg1: tensor<?x6xi32>) {
    %0 = prim.amax %arg0 dims [1] : tensor<?x6xf32> -> tensor<?xf32>
    %1 = prim.amin %arg0 dims [1] : tensor<?x6xf32> -> tensor<?xf32>
    %2 = prim.prod %arg0 dims [1] : tensor<?x6xf32> -> tensor<?xf32>
    %3 = prim.sum %arg0 dims [1] : tensor<?x6xf32> -> tensor<?xf32>
    %4 = prim.xor_sum %arg1 dims [1] : tensor<?x6xi32> -> tensor<?xi32>
    %5 = prim.var %arg0 dims [1] correction 1.0 : tensor<?x6xf32> -> tensor<?xf32>
    %6 = prim.argmax %arg0 dim 1 : tensor<?x6xf32> -> tensor<?xi64>
    %7 = prim.argmin %arg0 dim 1 : tensor<?x6xf32> -> tensor<?xi64>
    %8 = prim.cumsum %arg0 dim 1 : tensor<?x6xf32> -> tensor<?x6xf32>
    %9 = prim.cumprod %arg0 dim 1 : tensor<?x6xf32> -> tensor<?x6xf32>
    %10:2 = prim.cummax %arg0 dim 1 : tensor<?x6xf32> -> tensor<?x6xf32>, tensor<?x6xi64>
    %11:2 = prim.cummin %arg0 dim 1 : tensor<?x6xf32> -> tensor<?x6xf32>, tensor<?x6xi64>
    %12 = prim.logcumsumexp %arg0 dim 1 : tensor<?x6xf32> -> tensor<?x6xf32>
    %13:2 = prim.sort %arg0 dim 1 descending : tensor<?x6xf32> -> tensor<?x6xf32>, tensor<?x6xi64>
    %14:2 = prim.topk %arg0 dim 1 k 2 smallest : tensor<?x6xf32> -> tensor<?x2xf32>, tensor<?x2xi64>
    return
  }
  func.func @creation(%arg0: index, %arg1: tensor<?x4xf32>) {
    %0 = prim.full 0.5 sizes(%arg0) : tensor<?x4xf32>
    %1 = prim.empty : tensor<4x4xf32>
    %2 = prim.empty_strided strides [1, 4] : tensor<4x4xf32>
    %3 = prim.empty_permuted layout [1, 0] : tensor<4x4xf32>
    %4 = prim.iota start 0 step 2 sizes(%arg0) : tensor<?xi64>
    %5 = prim.fill %arg1, -inf : tensor<?x4xf32>
    %6 = prim.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
    %7 = prim.scalar_tensor 3 : tensor<i64>
    %8 = prim.random_key : tensor<2xi64>
    %9 = prim.uniform %8 low 0.0 high 1.0 sizes(%arg0) : tensor<2xi64> -> tensor<?x4xf32>
    %10 = prim.normal %8 mean 0.0 std 1.0 : tensor<2xi64> -> tensor<4x4xf32>
    return
  }
  func.func @indices(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xi64>, %arg2: tensor<2x6xf32>, %arg3: tensor<3xi64>, %arg4: tensor<3x6xf32>) {
    %0 = prim.gather %arg0, %arg1 dim 0 : (tensor<4x6xf32>, tensor<2x6xi64>) -> tensor<2x6xf32>
    %1 = prim.scatter %arg0, %arg1, %arg2 dim 0 reduction "sum" : (tensor<4x6xf32>, tensor<2x6xi64>, tensor<2x6xf32>) -> tensor<4x6xf32>
    %2 = prim.index %arg0[%arg3] dims [0] : (tensor<4x6xf32>, tensor<3xi64>) -> tensor<3x6xf32>
    %3 = prim.index_put %arg0, %arg4[%arg3] dims [0] accumulate : (tensor<4x6xf32>, tensor<3x6xf32>, tensor<3xi64>) -> tensor<4x6xf32>
    return
  }
  func.func @products(%arg0: tensor<2x4x6xf32>, %arg1: tensor<2x6x8xf32>, %arg2: tensor<1x3x8x8xf32>, %arg3: tensor<5x3x3x3xf32>, %arg4: tensor<2x8xcomplex<f32>>) {
    %0 = prim.dot "bmk,bkn->bmn" %arg0, %arg1 : (tensor<2x4x6xf32>, tensor<2x6x8xf32>) -> tensor<2x4x8xf32>
    %1 = prim.convolution %arg2, %arg3 strides [2, 2] padding [1, 1] dilation [1, 1] output_padding [0, 0] groups 1 : (tensor<1x3x8x8xf32>, tensor<5x3x3x3xf32>) -> tensor<1x5x4x4xf32>
    %2:3 = prim.svd %arg0 : (tensor<2x4x6xf32>) -> (tensor<2x4x4xf32>, tensor<2x4xf32>, tensor<2x4x6xf32>)
    %3 = prim.fft_r2c %arg0 dim [2] onesided 1 : tensor<2x4x6xf32> -> tensor<2x4x4xcomplex<f32>>
    %4 = prim.fft_c2c %arg4 dim [1] forward 1 : tensor<2x8xcomplex<f32>> -> tensor<2x8xcomplex<f32>>
    %5 = prim.fft_c2r %arg4 dim [1] last_dim_size 15 : tensor<2x8xcomplex<f32>> -> tensor<2x15xf32>
    return
  }
}

module {
  func.func @functions(%arg0: tensor<?x8xf32>, %arg1: tensor<8xi64>, %arg2: tensor<?x8xcomplex<f32>>, %arg3: tensor<?x8xi1>) {
    %0 = torch.abs(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %1 = torch.acos(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %2 = torch.acosh(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %3 = torch.asin(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %4 = torch.asinh(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %5 = torch.atan(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %6 = torch.atanh(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %7 = torch.bessel_i0(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %8 = torch.bessel_i0e(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %9 = torch.bessel_i1(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %10 = torch.bessel_i1e(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %11 = torch.bessel_j0(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %12 = torch.bessel_j1(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %13 = torch.bitwise_not(%arg1) : (tensor<8xi64>) -> tensor<8xi64>
    %14 = torch.cbrt(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %15 = torch.ceil(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %16 = torch.conj_physical(%arg2) : (tensor<?x8xcomplex<f32>>) -> tensor<?x8xcomplex<f32>>
    %17 = torch.cos(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %18 = torch.cosh(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %19 = torch.digamma(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %20 = torch.erf(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %21 = torch.erf_inv(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %22 = torch.erfc(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %23 = torch.erfcx(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %24 = torch.exp(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %25 = torch.exp2(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %26 = torch.expm1(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %27 = torch.floor(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %28 = torch.imag(%arg2) : (tensor<?x8xcomplex<f32>>) -> tensor<?x8xf32>
    %29 = torch.isfinite(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xi1>
    %30 = torch.lgamma(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %31 = torch.log(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %32 = torch.log10(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %33 = torch.log1p(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %34 = torch.log2(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %35 = torch.ndtri(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %36 = torch.neg(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %37 = torch.real(%arg2) : (tensor<?x8xcomplex<f32>>) -> tensor<?x8xf32>
    %38 = torch.reciprocal(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %39 = torch.round(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %40 = torch.rsqrt(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %41 = torch.sign(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %42 = torch.signbit(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xi1>
    %43 = torch.sin(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %44 = torch.sinh(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %45 = torch.spherical_bessel_j0(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %46 = torch.sqrt(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %47 = torch.tan(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %48 = torch.tanh(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %49 = torch.trunc(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %50 = torch.add(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xf32>
    %51 = torch.atan2(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xf32>
    %52 = torch.bitwise_and(%arg1, 3) : (tensor<8xi64>) -> tensor<8xi64>
    %53 = torch.bitwise_or(%arg1, 3) : (tensor<8xi64>) -> tensor<8xi64>
    %54 = torch.bitwise_xor(%arg1, 3) : (tensor<8xi64>) -> tensor<8xi64>
    %55 = torch.div(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xf32>
    %56 = torch.eq(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xi1>
    %57 = torch.fmax(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xf32>
    %58 = torch.fmin(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xf32>
    %59 = torch.fmod(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xf32>
    %60 = torch.gcd(%arg1, 3) : (tensor<8xi64>) -> tensor<8xi64>
    %61 = torch.ge(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xi1>
    %62 = torch.gt(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xi1>
    %63 = torch.hypot(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xf32>
    %64 = torch.igamma(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xf32>
    %65 = torch.igammac(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xf32>
    %66 = torch.le(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xi1>
    %67 = torch.lt(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xi1>
    %68 = torch.maximum(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xf32>
    %69 = torch.minimum(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xf32>
    %70 = torch.mul(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xf32>
    %71 = torch.ne(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xi1>
    %72 = torch.nextafter(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xf32>
    %73 = torch.pow(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xf32>
    %74 = torch.remainder(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xf32>
    %75 = torch.shift_left(%arg1, 3) : (tensor<8xi64>) -> tensor<8xi64>
    %76 = torch.shift_right_arithmetic(%arg1, 3) : (tensor<8xi64>) -> tensor<8xi64>
    %77 = torch.sub(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xf32>
    %78 = torch.zeta(%arg0, %arg1) : (tensor<?x8xf32>, tensor<8xi64>) -> tensor<?x8xf32>
    %79 = torch.where(%arg3, %arg0, 0) : (tensor<?x8xi1>, tensor<?x8xf32>) -> tensor<?x8xf32>
    %80 = torch.operator "other.thing"(%arg0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    return
  }
  func.func @abs(%arg0: tensor<200xf16>) {
    %0 = torch.aten.abs(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @acos(%arg0: tensor<200xf16>) {
    %0 = torch.aten.acos(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @acosh(%arg0: tensor<200xf16>) {
    %0 = torch.aten.acosh(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @asin(%arg0: tensor<200xf16>) {
    %0 = torch.aten.asin(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @asinh(%arg0: tensor<200xf16>) {
    %0 = torch.aten.asinh(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @atan(%arg0: tensor<200xf16>) {
    %0 = torch.aten.atan(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @atanh(%arg0: tensor<200xf16>) {
    %0 = torch.aten.atanh(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @bitwise_not(%arg0: tensor<64xi1>) {
    %0 = torch.aten.bitwise_not(%arg0) : (tensor<64xi1>) -> tensor<64xi1>
    return
  }
  func.func @ceil(%arg0: tensor<200xf16>) {
    %0 = torch.aten.ceil(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @cos(%arg0: tensor<200xf16>) {
    %0 = torch.aten.cos(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @cosh(%arg0: tensor<200xf16>) {
    %0 = torch.aten.cosh(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @digamma(%arg0: tensor<200xf16>) {
    %0 = torch.aten.digamma(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @erf(%arg0: tensor<200xf16>) {
    %0 = torch.aten.erf(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @erfc(%arg0: tensor<200xf16>) {
    %0 = torch.aten.erfc(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @erfinv(%arg0: tensor<200xf16>) {
    %0 = torch.aten.erfinv(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @exp(%arg0: tensor<200xf16>) {
    %0 = torch.aten.exp(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @exp2(%arg0: tensor<200xf16>) {
    %0 = torch.aten.exp2(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @expm1(%arg0: tensor<200xf16>) {
    %0 = torch.aten.expm1(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @floor(%arg0: tensor<200xf16>) {
    %0 = torch.aten.floor(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @frac(%arg0: tensor<200xf16>) {
    %0 = torch.aten.frac(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @hardsigmoid(%arg0: tensor<200xf16>) {
    %0 = torch.aten.hardsigmoid(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @hardswish(%arg0: tensor<200xf16>) {
    %0 = torch.aten.hardswish(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @i0(%arg0: tensor<200xf16>) {
    %0 = torch.aten.i0(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @isfinite(%arg0: tensor<200xf16>) {
    %0 = torch.aten.isfinite(%arg0) : (tensor<200xf16>) -> tensor<200xi1>
    return
  }
  func.func @isinf(%arg0: tensor<200xf16>) {
    %0 = torch.aten.isinf(%arg0) : (tensor<200xf16>) -> tensor<200xi1>
    return
  }
  func.func @isnan(%arg0: tensor<200xf16>) {
    %0 = torch.aten.isnan(%arg0) : (tensor<200xf16>) -> tensor<200xi1>
    return
  }
  func.func @lgamma(%arg0: tensor<200xf16>) {
    %0 = torch.aten.lgamma(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @log(%arg0: tensor<200xf16>) {
    %0 = torch.aten.log(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @log10(%arg0: tensor<200xf16>) {
    %0 = torch.aten.log10(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @log1p(%arg0: tensor<200xf16>) {
    %0 = torch.aten.log1p(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @log2(%arg0: tensor<200xf16>) {
    %0 = torch.aten.log2(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @log_sigmoid(%arg0: tensor<200xf16>) {
    %0 = torch.aten.log_sigmoid(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @logical_not(%arg0: tensor<200xf16>) {
    %0 = torch.aten.logical_not(%arg0) : (tensor<200xf16>) -> tensor<200xi1>
    return
  }
  func.func @mish(%arg0: tensor<200xf16>) {
    %0 = torch.aten.mish(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @neg(%arg0: tensor<200xf16>) {
    %0 = torch.aten.neg(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @reciprocal(%arg0: tensor<200xf16>) {
    %0 = torch.aten.reciprocal(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @relu(%arg0: tensor<200xf16>) {
    %0 = torch.aten.relu(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @relu6(%arg0: tensor<200xf16>) {
    %0 = torch.aten.relu6(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @round(%arg0: tensor<200xf16>) {
    %0 = torch.aten.round(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @rsqrt(%arg0: tensor<200xf16>) {
    %0 = torch.aten.rsqrt(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @selu(%arg0: tensor<200xf16>) {
    %0 = torch.aten.selu(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @sgn(%arg0: tensor<200xf16>) {
    %0 = torch.aten.sgn(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @sigmoid(%arg0: tensor<200xf16>) {
    %0 = torch.aten.sigmoid(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @sign(%arg0: tensor<200xf16>) {
    %0 = torch.aten.sign(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @signbit(%arg0: tensor<200xf16>) {
    %0 = torch.aten.signbit(%arg0) : (tensor<200xf16>) -> tensor<200xi1>
    return
  }
  func.func @silu(%arg0: tensor<200xf16>) {
    %0 = torch.aten.silu(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @sin(%arg0: tensor<200xf16>) {
    %0 = torch.aten.sin(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @sinc(%arg0: tensor<200xf16>) {
    %0 = torch.aten.sinc(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @sinh(%arg0: tensor<200xf16>) {
    %0 = torch.aten.sinh(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @special_bessel_j0(%arg0: tensor<512xf32>) {
    %0 = torch.aten.special_bessel_j0(%arg0) : (tensor<512xf32>) -> tensor<512xf32>
    return
  }
  func.func @special_bessel_j1(%arg0: tensor<512xf32>) {
    %0 = torch.aten.special_bessel_j1(%arg0) : (tensor<512xf32>) -> tensor<512xf32>
    return
  }
  func.func @special_erfcx(%arg0: tensor<512xf32>) {
    %0 = torch.aten.special_erfcx(%arg0) : (tensor<512xf32>) -> tensor<512xf32>
    return
  }
  func.func @special_i0e(%arg0: tensor<200xf16>) {
    %0 = torch.aten.special_i0e(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @special_i1(%arg0: tensor<200xf16>) {
    %0 = torch.aten.special_i1(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @special_i1e(%arg0: tensor<200xf16>) {
    %0 = torch.aten.special_i1e(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @special_ndtri(%arg0: tensor<512xf32>) {
    %0 = torch.aten.special_ndtri(%arg0) : (tensor<512xf32>) -> tensor<512xf32>
    return
  }
  func.func @sqrt(%arg0: tensor<200xf16>) {
    %0 = torch.aten.sqrt(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @square(%arg0: tensor<200xf16>) {
    %0 = torch.aten.square(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @tan(%arg0: tensor<200xf16>) {
    %0 = torch.aten.tan(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @tanh(%arg0: tensor<200xf16>) {
    %0 = torch.aten.tanh(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @trunc(%arg0: tensor<200xf16>) {
    %0 = torch.aten.trunc(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @max(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.max(%arg0) : (tensor<3x4x5xf16>) -> tensor<f16>
    return
  }
  func.func @min(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.min(%arg0) : (tensor<3x4x5xf16>) -> tensor<f16>
    return
  }
  func.func @any(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.any(%arg0) : (tensor<3x4x5xf16>) -> tensor<i1>
    return
  }
  func.func @all(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.all(%arg0) : (tensor<3x4x5xf16>) -> tensor<i1>
    return
  }
  func.func @trace(%arg0: tensor<4x9xf32>) {
    %0 = torch.aten.trace(%arg0) : (tensor<4x9xf32>) -> tensor<f32>
    return
  }
  func.func @t(%arg0: tensor<6x4xf32>) {
    %0 = torch.aten.t(%arg0) : (tensor<6x4xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @squeeze(%arg0: tensor<1x3x1xf32>) {
    %0 = torch.aten.squeeze(%arg0) : (tensor<1x3x1xf32>) -> tensor<3xf32>
    return
  }
  func.func @matmul(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
    %0 = torch.aten.matmul(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    return
  }
  func.func @kron(%arg0: tensor<2x3xf32>, %arg1: tensor<3x2xf32>) {
    %0 = torch.aten.kron(%arg0, %arg1) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<6x6xf32>
    return
  }
  func.func @inner(%arg0: tensor<3x4xf32>, %arg1: tensor<2x4xf32>) {
    %0 = torch.aten.inner(%arg0, %arg1) : (tensor<3x4xf32>, tensor<2x4xf32>) -> tensor<3x2xf32>
    return
  }
  func.func @clamp(%arg0: tensor<60xf32>) {
    %0 = torch.aten.clamp(%arg0, max = 1) : (tensor<60xf32>) -> tensor<60xf32>
    return
  }
  func.func @special_spherical_bessel_j0(%arg0: tensor<512xf32>) {
    %0 = torch.aten.special_spherical_bessel_j0(%arg0) : (tensor<512xf32>) -> tensor<512xf32>
    return
  }
  func.func @round_decimals(%arg0: tensor<64xf32>) {
    %0 = torch.aten.round.decimals(%arg0, decimals = -2) : (tensor<64xf32>) -> tensor<64xf32>
    return
  }
  func.func @nan_to_num(%arg0: tensor<200xf16>) {
    %0 = torch.aten.nan_to_num(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @logit(%arg0: tensor<200xf16>) {
    %0 = torch.aten.logit(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @gelu(%arg0: tensor<200xf16>) {
    %0 = torch.aten.gelu(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @softplus(%arg0: tensor<200xf16>) {
    %0 = torch.aten.softplus(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @elu(%arg0: tensor<200xf16>) {
    %0 = torch.aten.elu(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @celu(%arg0: tensor<200xf16>) {
    %0 = torch.aten.celu(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @leaky_relu(%arg0: tensor<200xf16>) {
    %0 = torch.aten.leaky_relu(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @hardtanh(%arg0: tensor<200xf16>) {
    %0 = torch.aten.hardtanh(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @hardshrink(%arg0: tensor<200xf16>) {
    %0 = torch.aten.hardshrink(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @softshrink(%arg0: tensor<200xf16>) {
    %0 = torch.aten.softshrink(%arg0) : (tensor<200xf16>) -> tensor<200xf16>
    return
  }
  func.func @threshold(%arg0: tensor<128xf32>) {
    %0 = torch.aten.threshold(%arg0, threshold = 0.5, value = -7.0) : (tensor<128xf32>) -> tensor<128xf32>
    return
  }
  func.func @prelu(%arg0: tensor<2x3x4xf32>, %arg1: tensor<3xf32>) {
    %0 = torch.aten.prelu(%arg0, %arg1) : (tensor<2x3x4xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
    return
  }
  func.func @glu(%arg0: tensor<3x6xf32>) {
    %0 = torch.aten.glu(%arg0, dim = -1) : (tensor<3x6xf32>) -> tensor<3x3xf32>
    return
  }
  func.func @sum(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.sum(%arg0) : (tensor<3x4x5xf16>) -> tensor<f16>
    return
  }
  func.func @sum_dim_IntList(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.sum.dim_IntList(%arg0, keepdim = false) : (tensor<3x4x5xf16>) -> tensor<f16>
    return
  }
  func.func @mean(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.mean(%arg0) : (tensor<3x4x5xf16>) -> tensor<f16>
    return
  }
  func.func @mean_dim(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.mean.dim(%arg0, keepdim = false) : (tensor<3x4x5xf16>) -> tensor<f16>
    return
  }
  func.func @prod(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.prod(%arg0) : (tensor<3x4x5xf16>) -> tensor<f16>
    return
  }
  func.func @prod_dim_int(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.prod.dim_int(%arg0, dim = -1, keepdim = false) : (tensor<3x4x5xf16>) -> tensor<3x4xf16>
    return
  }
  func.func @amax(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.amax(%arg0, dim = [], keepdim = false) : (tensor<3x4x5xf16>) -> tensor<f16>
    return
  }
  func.func @amin(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.amin(%arg0, dim = [], keepdim = false) : (tensor<3x4x5xf16>) -> tensor<f16>
    return
  }
  func.func @max_dim(%arg0: tensor<3x4x5xf16>) {
    %0:2 = torch.aten.max.dim(%arg0, dim = -1, keepdim = false) : (tensor<3x4x5xf16>) -> (tensor<3x4xf16>, tensor<3x4xi64>)
    return
  }
  func.func @min_dim(%arg0: tensor<3x4x5xf16>) {
    %0:2 = torch.aten.min.dim(%arg0, dim = -1, keepdim = false) : (tensor<3x4x5xf16>) -> (tensor<3x4xf16>, tensor<3x4xi64>)
    return
  }
  func.func @argmax(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.argmax(%arg0, dim = -1, keepdim = false) : (tensor<3x4x5xf16>) -> tensor<3x4xi64>
    return
  }
  func.func @argmin(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.argmin(%arg0, dim = -1, keepdim = false) : (tensor<3x4x5xf16>) -> tensor<3x4xi64>
    return
  }
  func.func @any_dim(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.any.dim(%arg0, dim = -1, keepdim = false) : (tensor<3x4x5xf16>) -> tensor<3x4xi1>
    return
  }
  func.func @all_dim(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.all.dim(%arg0, dim = -1, keepdim = false) : (tensor<3x4x5xf16>) -> tensor<3x4xi1>
    return
  }
  func.func @var_correction(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.var.correction(%arg0, correction = 1, keepdim = false) : (tensor<3x4x5xf16>) -> tensor<f16>
    return
  }
  func.func @std_correction(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.std.correction(%arg0, correction = 1, keepdim = false) : (tensor<3x4x5xf16>) -> tensor<f16>
    return
  }
  func.func @var_mean_correction(%arg0: tensor<3x4x5xf16>) {
    %0:2 = torch.aten.var_mean.correction(%arg0, dim = [-1], correction = 0, keepdim = false) : (tensor<3x4x5xf16>) -> (tensor<3x4xf16>, tensor<3x4xf16>)
    return
  }
  func.func @count_nonzero_dim_IntList(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.count_nonzero.dim_IntList(%arg0, dim = [0]) : (tensor<3x4x5xf16>) -> tensor<4x5xi64>
    return
  }
  func.func @logsumexp(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.logsumexp(%arg0, dim = [0], keepdim = false) : (tensor<3x4x5xf16>) -> tensor<4x5xf16>
    return
  }
  func.func @softmax_int(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.softmax.int(%arg0, dim = 0) : (tensor<3x4x5xf16>) -> tensor<3x4x5xf16>
    return
  }
  func.func @log_softmax_int(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.log_softmax.int(%arg0, dim = 0) : (tensor<3x4x5xf16>) -> tensor<3x4x5xf16>
    return
  }
  func.func @linalg_vector_norm(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.linalg_vector_norm(%arg0, ord = 0, dim = [-1], keepdim = false) : (tensor<3x4x5xf16>) -> tensor<3x4xf16>
    return
  }
  func.func @cumsum(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.cumsum(%arg0, dim = 0) : (tensor<3x4x5xf16>) -> tensor<3x4x5xf16>
    return
  }
  func.func @cumprod(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.cumprod(%arg0, dim = 0) : (tensor<3x4x5xf16>) -> tensor<3x4x5xf16>
    return
  }
  func.func @cummax(%arg0: tensor<3x4x5xf16>) {
    %0:2 = torch.aten.cummax(%arg0, dim = 0) : (tensor<3x4x5xf16>) -> (tensor<3x4x5xf16>, tensor<3x4x5xi64>)
    return
  }
  func.func @cummin(%arg0: tensor<3x4x5xf16>) {
    %0:2 = torch.aten.cummin(%arg0, dim = 0) : (tensor<3x4x5xf16>) -> (tensor<3x4x5xf16>, tensor<3x4x5xi64>)
    return
  }
  func.func @logcumsumexp(%arg0: tensor<3x4x5xf16>) {
    %0 = torch.aten.logcumsumexp(%arg0, dim = 0) : (tensor<3x4x5xf16>) -> tensor<3x4x5xf16>
    return
  }
  func.func @sort_stable(%arg0: tensor<3x4x5xf16>) {
    %0:2 = torch.aten.sort.stable(%arg0, stable = true, dim = 0, descending = false) : (tensor<3x4x5xf16>) -> (tensor<3x4x5xf16>, tensor<3x4x5xi64>)
    return
  }
  func.func @topk(%arg0: tensor<4x9xf32>) {
    %0:2 = torch.aten.topk(%arg0, k = 2, dim = 1, largest = true, sorted = true) : (tensor<4x9xf32>) -> (tensor<4x2xf32>, tensor<4x2xi64>)
    return
  }
  func.func @diff(%arg0: tensor<6x4xf32>) {
    %0 = torch.aten.diff(%arg0) : (tensor<6x4xf32>) -> tensor<6x3xf32>
    return
  }
  func.func @trapezoid_x(%arg0: tensor<6x4xf32>, %arg1: tensor<4xf32>) {
    %0 = torch.aten.trapezoid.x(%arg0, %arg1) : (tensor<6x4xf32>, tensor<4xf32>) -> tensor<6xf32>
    return
  }
  func.func @trapezoid_dx(%arg0: tensor<6x4xf32>) {
    %0 = torch.aten.trapezoid.dx(%arg0) : (tensor<6x4xf32>) -> tensor<6xf32>
    return
  }
  func.func @view(%arg0: tensor<2x3x4xf32>) {
    %0 = torch.aten.view(%arg0, size = [6, -1]) : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
    return
  }
  func.func @reshape(%arg0: tensor<2x3x4xf32>) {
    %0 = torch.aten.reshape(%arg0, shape = [4, 6]) : (tensor<2x3x4xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @permute(%arg0: tensor<2x3x4xf32>) {
    %0 = torch.aten.permute(%arg0, dims = [2, 0, 1]) : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
    return
  }
  func.func @transpose_int(%arg0: tensor<2x3x4xf32>) {
    %0 = torch.aten.transpose.int(%arg0, dim0 = 0, dim1 = -1) : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
    return
  }
  func.func @movedim_int(%arg0: tensor<2x3x4xf32>) {
    %0 = torch.aten.movedim.int(%arg0, source = 0, destination = 2) : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
    return
  }
  func.func @expand(%arg0: tensor<3x1xf32>) {
    %0 = torch.aten.expand(%arg0, size = [2, -1, 4]) : (tensor<3x1xf32>) -> tensor<2x3x4xf32>
    return
  }
  func.func @broadcast_to(%arg0: tensor<3x1xf32>) {
    %0 = torch.aten.broadcast_to(%arg0, size = [2, 3, 4]) : (tensor<3x1xf32>) -> tensor<2x3x4xf32>
    return
  }
  func.func @squeeze_dim(%arg0: tensor<1x3x1xf32>) {
    %0 = torch.aten.squeeze.dim(%arg0, dim = 0) : (tensor<1x3x1xf32>) -> tensor<3x1xf32>
    return
  }
  func.func @squeeze_dims(%arg0: tensor<1x3x1xf32>) {
    %0 = torch.aten.squeeze.dims(%arg0, dim = [0, 1]) : (tensor<1x3x1xf32>) -> tensor<3x1xf32>
    return
  }
  func.func @unsqueeze(%arg0: tensor<2x3x4xf32>) {
    %0 = torch.aten.unsqueeze(%arg0, dim = -1) : (tensor<2x3x4xf32>) -> tensor<2x3x4x1xf32>
    return
  }
  func.func @flatten_using_ints(%arg0: tensor<2x3x4xf32>) {
    %0 = torch.aten.flatten.using_ints(%arg0, start_dim = 1, end_dim = -1) : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
    return
  }
  func.func @unflatten_int(%arg0: tensor<6x4xf32>) {
    %0 = torch.aten.unflatten.int(%arg0, dim = 0, sizes = [2, -1]) : (tensor<6x4xf32>) -> tensor<2x3x4xf32>
    return
  }
  func.func @select_int(%arg0: tensor<2x3x4xf32>) {
    %0 = torch.aten.select.int(%arg0, dim = 1, index = -1) : (tensor<2x3x4xf32>) -> tensor<2x4xf32>
    return
  }
  func.func @slice_Tensor(%arg0: tensor<2x3x4xf32>) {
    %0 = torch.aten.slice.Tensor(%arg0, dim = 2, start = 1, end = 100, step = 2) : (tensor<2x3x4xf32>) -> tensor<2x3x2xf32>
    return
  }
  func.func @narrow(%arg0: tensor<2x3x4xf32>) {
    %0 = torch.aten.narrow(%arg0, dim = 2, start = 1, length = 2) : (tensor<2x3x4xf32>) -> tensor<2x3x2xf32>
    return
  }
  func.func @cat(%arg0: tensor<6x4xf32>, %arg1: tensor<2x4xf32>) {
    %0 = torch.aten.cat([%arg0, %arg1], dim = 0) : (tensor<6x4xf32>, tensor<2x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @stack(%arg0: tensor<6x4xf32>, %arg1: tensor<6x4xf32>, %arg2: tensor<6x4xf32>) {
    %0 = torch.aten.stack([%arg0, %arg1, %arg2], dim = 1) : (tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x3x4xf32>
    return
  }
  func.func @hstack(%arg0: tensor<6x4xf32>, %arg1: tensor<6x4xf32>) {
    %0 = torch.aten.hstack([%arg0, %arg1]) : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x8xf32>
    return
  }
  func.func @vstack(%arg0: tensor<6x4xf32>, %arg1: tensor<6x4xf32>) {
    %0 = torch.aten.vstack([%arg0, %arg1]) : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<12x4xf32>
    return
  }
  func.func @split_Tensor(%arg0: tensor<6x4xf32>) {
    %0:2 = torch.aten.split.Tensor(%arg0, split_size = 4, dim = 0) : (tensor<6x4xf32>) -> (tensor<4x4xf32>, tensor<2x4xf32>)
    return
  }
  func.func @split_with_sizes(%arg0: tensor<6x4xf32>) {
    %0:3 = torch.aten.split_with_sizes(%arg0, split_sizes = [1, 2, 3], dim = 0) : (tensor<6x4xf32>) -> (tensor<1x4xf32>, tensor<2x4xf32>, tensor<3x4xf32>)
    return
  }
  func.func @chunk(%arg0: tensor<6x4xf32>) {
    %0:2 = torch.aten.chunk(%arg0, chunks = 3, dim = 1) : (tensor<6x4xf32>) -> (tensor<6x2xf32>, tensor<6x2xf32>)
    return
  }
  func.func @unbind_int(%arg0: tensor<2x3x4xf32>) {
    %0:3 = torch.aten.unbind.int(%arg0, dim = 1) : (tensor<2x3x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
    return
  }
  func.func @flip(%arg0: tensor<2x3x4xf32>) {
    %0 = torch.aten.flip(%arg0, dims = [0, 2]) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return
  }
  func.func @roll(%arg0: tensor<2x3x4xf32>) {
    %0 = torch.aten.roll(%arg0, shifts = [1, -1], dims = [0, 2]) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return
  }
  func.func @rot90(%arg0: tensor<6x4xf32>) {
    %0 = torch.aten.rot90(%arg0, k = 1, dims = [0, 1]) : (tensor<6x4xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @repeat(%arg0: tensor<6x4xf32>) {
    %0 = torch.aten.repeat(%arg0, repeats = [2, 1, 3]) : (tensor<6x4xf32>) -> tensor<2x6x12xf32>
    return
  }
  func.func @tile(%arg0: tensor<6x4xf32>) {
    %0 = torch.aten.tile(%arg0, dims = [2]) : (tensor<6x4xf32>) -> tensor<6x8xf32>
    return
  }
  func.func @diagonal(%arg0: tensor<2x3x4xf32>) {
    %0 = torch.aten.diagonal(%arg0, offset = 1, dim1 = 0, dim2 = 2) : (tensor<2x3x4xf32>) -> tensor<3x2xf32>
    return
  }
  func.func @diag_embed(%arg0: tensor<3xf32>) {
    %0 = torch.aten.diag_embed(%arg0, offset = -1) : (tensor<3xf32>) -> tensor<4x4xf32>
    return
  }
  func.func @tril(%arg0: tensor<6x4xf32>) {
    %0 = torch.aten.tril(%arg0, diagonal = 1) : (tensor<6x4xf32>) -> tensor<6x4xf32>
    return
  }
  func.func @triu(%arg0: tensor<6x4xf32>) {
    %0 = torch.aten.triu(%arg0, diagonal = -1) : (tensor<6x4xf32>) -> tensor<6x4xf32>
    return
  }
  func.func @constant_pad_nd(%arg0: tensor<2x3x4xf32>) {
    %0 = torch.aten.constant_pad_nd(%arg0, pad = [1, 2, -1, 0], value = 7.0) : (tensor<2x3x4xf32>) -> tensor<2x2x7xf32>
    return
  }
  func.func @unfold(%arg0: tensor<6x4xf32>) {
    %0 = torch.aten.unfold(%arg0, dimension = 0, size = 3, step = 2) : (tensor<6x4xf32>) -> tensor<2x4x3xf32>
    return
  }
  func.func @_to_copy(%arg0: tensor<6x4xf32>) {
    %0 = torch.aten._to_copy(%arg0) : (tensor<6x4xf32>) -> tensor<6x4xf32>
    return
  }
  func.func @pixel_shuffle(%arg0: tensor<1x8x2x3xf32>) {
    %0 = torch.aten.pixel_shuffle(%arg0, upscale_factor = 2) : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
    return
  }
  func.func @index_select(%arg0: tensor<6x4xf32>, %arg1: tensor<3xi64>) {
    %0 = torch.aten.index_select(%arg0, %arg1, dim = 0) : (tensor<6x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
    return
  }
  func.func @gather(%arg0: tensor<6x4xf32>, %arg1: tensor<1x4xi64>) {
    %0 = torch.aten.gather(%arg0, %arg1, dim = 0) : (tensor<6x4xf32>, tensor<1x4xi64>) -> tensor<1x4xf32>
    return
  }
  func.func @scatter_src(%arg0: tensor<6x4xf32>, %arg1: tensor<1x4xi64>, %arg2: tensor<1x4xf32>) {
    %0 = torch.aten.scatter.src(%arg0, %arg1, %arg2, dim = 0) : (tensor<6x4xf32>, tensor<1x4xi64>, tensor<1x4xf32>) -> tensor<6x4xf32>
    return
  }
  func.func @scatter_value(%arg0: tensor<6x4xf32>, %arg1: tensor<2x1xi64>) {
    %0 = torch.aten.scatter.value(%arg0, %arg1, dim = 1, value = 9.0) : (tensor<6x4xf32>, tensor<2x1xi64>) -> tensor<6x4xf32>
    return
  }
  func.func @scatter_add(%arg0: tensor<6x4xf32>, %arg1: tensor<2x2xi64>, %arg2: tensor<2x2xf32>) {
    %0 = torch.aten.scatter_add(%arg0, %arg1, %arg2, dim = 0) : (tensor<6x4xf32>, tensor<2x2xi64>, tensor<2x2xf32>) -> tensor<6x4xf32>
    return
  }
  func.func @index_Tensor(%arg0: tensor<6x4xf32>, %arg1: tensor<3xi64>) {
    %0 = torch.aten.index.Tensor(%arg0, [%arg1]) : (tensor<6x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
    return
  }
  func.func @index_put(%arg0: tensor<6x4xf32>, %arg1: tensor<3xi64>, %arg2: tensor<3x4xf32>) {
    %0 = torch.aten.index_put(%arg0, [%arg1], %arg2) : (tensor<6x4xf32>, tensor<3xi64>, tensor<3x4xf32>) -> tensor<6x4xf32>
    return
  }
  func.func @index_add(%arg0: tensor<6x4xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2x4xf32>) {
    %0 = torch.aten.index_add(%arg0, %arg1, %arg2, dim = 0) : (tensor<6x4xf32>, tensor<2xi64>, tensor<2x4xf32>) -> tensor<6x4xf32>
    return
  }
  func.func @index_copy(%arg0: tensor<6x4xf32>, %arg1: tensor<3xi64>, %arg2: tensor<3x4xf32>) {
    %0 = torch.aten.index_copy(%arg0, %arg1, %arg2, dim = 0) : (tensor<6x4xf32>, tensor<3xi64>, tensor<3x4xf32>) -> tensor<6x4xf32>
    return
  }
  func.func @index_fill_int_Scalar(%arg0: tensor<6x4xf32>, %arg1: tensor<3xi64>) {
    %0 = torch.aten.index_fill.int_Scalar(%arg0, %arg1, dim = 1, value = 3.0) : (tensor<6x4xf32>, tensor<3xi64>) -> tensor<6x4xf32>
    return
  }
  func.func @take_along_dim(%arg0: tensor<6x4xf32>, %arg1: tensor<1x4xi64>) {
    %0 = torch.aten.take_along_dim(%arg0, %arg1, dim = 0) : (tensor<6x4xf32>, tensor<1x4xi64>) -> tensor<1x4xf32>
    return
  }
  func.func @embedding(%arg0: tensor<6x4xf32>, %arg1: tensor<2x2xi64>) {
    %0 = torch.aten.embedding(%arg0, %arg1) : (tensor<6x4xf32>, tensor<2x2xi64>) -> tensor<2x2x4xf32>
    return
  }
  func.func @one_hot(%arg0: tensor<3xi64>) {
    %0 = torch.aten.one_hot(%arg0, num_classes = 4) : (tensor<3xi64>) -> tensor<3x4xi64>
    return
  }
  func.func @bucketize_Tensor(%arg0: tensor<3x4xf32>, %arg1: tensor<9xf32>) {
    %0 = torch.aten.bucketize.Tensor(%arg0, %arg1) : (tensor<3x4xf32>, tensor<9xf32>) -> tensor<3x4xi64>
    return
  }
  func.func @full() {
    %0 = torch.aten.full(size = [2, 3], fill_value = 2.5) : () -> tensor<2x3xf32>
    return
  }
  func.func @zeros() {
    %0 = torch.aten.zeros(size = [2, 2]) : () -> tensor<2x2xf32>
    return
  }
  func.func @ones() {
    %0 = torch.aten.ones(size = [3]) : () -> tensor<3xf32>
    return
  }
  func.func @full_like(%arg0: tensor<6x4xf32>) {
    %0 = torch.aten.full_like(%arg0, fill_value = 3.0) : (tensor<6x4xf32>) -> tensor<6x4xf32>
    return
  }
  func.func @zeros_like(%arg0: tensor<6x4xf32>) {
    %0 = torch.aten.zeros_like(%arg0) : (tensor<6x4xf32>) -> tensor<6x4xf32>
    return
  }
  func.func @ones_like(%arg0: tensor<6x4xf32>) {
    %0 = torch.aten.ones_like(%arg0) : (tensor<6x4xf32>) -> tensor<6x4xf32>
    return
  }
  func.func @arange() {
    %0 = torch.aten.arange(end = 5) : () -> tensor<5xi64>
    return
  }
  func.func @arange_start() {
    %0 = torch.aten.arange.start(start = 2, end = 7) : () -> tensor<5xi64>
    return
  }
  func.func @arange_start_step() {
    %0 = torch.aten.arange.start_step(start = 0.0, end = 1.0, step = 0.1) : () -> tensor<10xf32>
    return
  }
  func.func @linspace() {
    %0 = torch.aten.linspace(start = 0.0, end = 1.0, steps = 7) : () -> tensor<7xf32>
    return
  }
  func.func @logspace() {
    %0 = torch.aten.logspace(start = 0.0, end = 2.0, steps = 5) : () -> tensor<5xf32>
    return
  }
  func.func @eye() {
    %0 = torch.aten.eye(n = 3) : () -> tensor<3x3xf32>
    return
  }
  func.func @eye_m() {
    %0 = torch.aten.eye.m(n = 2, m = 4) : () -> tensor<2x4xf32>
    return
  }
  func.func @kaiser_window() {
    %0 = torch.aten.kaiser_window(window_length = 10) : () -> tensor<10xf32>
    return
  }
  func.func @kaiser_window_periodic() {
    %0 = torch.aten.kaiser_window.periodic(window_length = 9, periodic = false) : () -> tensor<9xf32>
    return
  }
  func.func @kaiser_window_beta() {
    %0 = torch.aten.kaiser_window.beta(window_length = 8, periodic = true, beta = 5.0) : () -> tensor<8xf32>
    return
  }
  func.func @mm(%arg0: tensor<4x8xf32>, %arg1: tensor<8x3xf32>) {
    %0 = torch.aten.mm(%arg0, %arg1) : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>
    return
  }
  func.func @bmm(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = torch.aten.bmm(%arg0, %arg1) : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
  func.func @mv(%arg0: tensor<3x4xf32>, %arg1: tensor<4xf32>) {
    %0 = torch.aten.mv(%arg0, %arg1) : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf32>
    return
  }
  func.func @dot(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
    %0 = torch.aten.dot(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    return
  }
  func.func @outer(%arg0: tensor<3xf32>, %arg1: tensor<4xf32>) {
    %0 = torch.aten.outer(%arg0, %arg1) : (tensor<3xf32>, tensor<4xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @linear(%arg0: tensor<4x8xf32>, %arg1: tensor<5x8xf32>, %arg2: tensor<5xf32>) {
    %0 = torch.aten.linear(%arg0, %arg1, bias = %arg2) : (tensor<4x8xf32>, tensor<5x8xf32>, tensor<5xf32>) -> tensor<4x5xf32>
    return
  }
  func.func @addmm(%arg0: tensor<5xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<8x5xf32>) {
    %0 = torch.aten.addmm(%arg0, %arg1, %arg2, beta = 0.5, alpha = 2) : (tensor<5xf32>, tensor<4x8xf32>, tensor<8x5xf32>) -> tensor<4x5xf32>
    return
  }
  func.func @baddbmm(%arg0: tensor<2x3x5xf32>, %arg1: tensor<2x3x4xf32>, %arg2: tensor<2x4x5xf32>) {
    %0 = torch.aten.baddbmm(%arg0, %arg1, %arg2) : (tensor<2x3x5xf32>, tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
  func.func @addr(%arg0: tensor<3x4xf32>, %arg1: tensor<3xf32>, %arg2: tensor<4xf32>) {
    %0 = torch.aten.addr(%arg0, %arg1, %arg2) : (tensor<3x4xf32>, tensor<3xf32>, tensor<4xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @einsum(%arg0: tensor<3x4xf32>, %arg1: tensor<4x5xf32>) {
    %0 = torch.aten.einsum([%arg0, %arg1], equation = "ij,jk->ik") : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
    return
  }
  func.func @linalg_cross(%arg0: tensor<4x3xf32>, %arg1: tensor<1x3xf32>) {
    %0 = torch.aten.linalg_cross(%arg0, %arg1) : (tensor<4x3xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
    return
  }
  func.func @linalg_vecdot(%arg0: tensor<6x4xf32>, %arg1: tensor<6x4xf32>) {
    %0 = torch.aten.linalg_vecdot(%arg0, %arg1) : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6xf32>
    return
  }
  func.func @cosine_similarity(%arg0: tensor<6x4xf32>, %arg1: tensor<4xf32>) {
    %0 = torch.aten.cosine_similarity(%arg0, %arg1, dim = 1) : (tensor<6x4xf32>, tensor<4xf32>) -> tensor<6xf32>
    return
  }
  func.func @pairwise_distance(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>) {
    %0 = torch.aten.pairwise_distance(%arg0, %arg1) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3xf32>
    return
  }
  func.func @convolution(%arg0: tensor<2x4x7x8xf32>, %arg1: tensor<6x4x3x3xf32>, %arg2: tensor<6xf32>) {
    %0 = torch.aten.convolution(%arg0, %arg1, bias = %arg2, stride = [1, 1], padding = [0, 0], dilation = [1, 1], transposed = false, output_padding = [0, 0], groups = 1) : (tensor<2x4x7x8xf32>, tensor<6x4x3x3xf32>, tensor<6xf32>) -> tensor<2x6x5x6xf32>
    return
  }
  func.func @conv1d(%arg0: tensor<2x4x9xf32>, %arg1: tensor<6x2x3xf32>, %arg2: tensor<6xf32>) {
    %0 = torch.aten.conv1d(%arg0, %arg1, bias = %arg2, stride = [2], padding = [1], dilation = [1], groups = 2) : (tensor<2x4x9xf32>, tensor<6x2x3xf32>, tensor<6xf32>) -> tensor<2x6x5xf32>
    return
  }
  func.func @scaled_dot_product_attention(%arg0: tensor<2x2x3x4xf32>, %arg1: tensor<2x2x5x4xf32>, %arg2: tensor<2x2x5x4xf32>) {
    %0 = torch.aten.scaled_dot_product_attention(%arg0, %arg1, %arg2) : (tensor<2x2x3x4xf32>, tensor<2x2x5x4xf32>, tensor<2x2x5x4xf32>) -> tensor<2x2x3x4xf32>
    return
  }
  func.func @native_layer_norm(%arg0: tensor<3x4x6xf32>, %arg1: tensor<6xf32>, %arg2: tensor<6xf32>) {
    %0:3 = torch.aten.native_layer_norm(%arg0, normalized_shape = [6], weight = %arg1, bias = %arg2, eps = 1.0e-05) : (tensor<3x4x6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<3x4x6xf32>, tensor<3x4x1xf32>, tensor<3x4x1xf32>)
    return
  }
  func.func @layer_norm(%arg0: tensor<3x6xf32>, %arg1: tensor<6xf32>, %arg2: tensor<6xf32>) {
    %0 = torch.aten.layer_norm(%arg0, normalized_shape = [6], weight = %arg1, bias = %arg2) : (tensor<3x6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<3x6xf32>
    return
  }
  func.func @rms_norm(%arg0: tensor<3x6xf32>, %arg1: tensor<6xf32>) {
    %0 = torch.aten.rms_norm(%arg0, normalized_shape = [6], weight = %arg1) : (tensor<3x6xf32>, tensor<6xf32>) -> tensor<3x6xf32>
    return
  }
  func.func @native_group_norm(%arg0: tensor<2x6x10xf32>, %arg1: tensor<6xf32>, %arg2: tensor<6xf32>) {
    %0:3 = torch.aten.native_group_norm(%arg0, weight = %arg1, bias = %arg2, N = 2, C = 6, HxW = 10, group = 3, eps = 1.0e-05) : (tensor<2x6x10xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<2x6x10xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
    return
  }
  func.func @native_batch_norm(%arg0: tensor<4x3x5xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
    %0:3 = torch.aten.native_batch_norm(%arg0, weight = %arg1, bias = %arg2, running_mean = %arg3, running_var = %arg4, training = true, momentum = 0.1, eps = 1.0e-05) : (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
  func.func @max_pool2d(%arg0: tensor<2x3x7x8xf32>) {
    %0 = torch.aten.max_pool2d(%arg0, kernel_size = [3, 2], stride = [2, 2], padding = [1, 1]) : (tensor<2x3x7x8xf32>) -> tensor<2x3x4x5xf32>
    return
  }
  func.func @avg_pool2d(%arg0: tensor<2x3x7x8xf32>) {
    %0 = torch.aten.avg_pool2d(%arg0, kernel_size = [3, 2], stride = [2, 2], padding = [1, 1]) : (tensor<2x3x7x8xf32>) -> tensor<2x3x4x5xf32>
    return
  }
  func.func @adaptive_avg_pool2d(%arg0: tensor<2x3x7x8xf32>) {
    %0 = torch.aten.adaptive_avg_pool2d(%arg0, output_size = [1, 1]) : (tensor<2x3x7x8xf32>) -> tensor<2x3x1x1xf32>
    return
  }
  func.func @upsample_nearest2d(%arg0: tensor<1x2x3x4xf32>) {
    %0 = torch.aten.upsample_nearest2d(%arg0, output_size = [6, 8]) : (tensor<1x2x3x4xf32>) -> tensor<1x2x6x8xf32>
    return
  }
  func.func @mse_loss(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>) {
    %0 = torch.aten.mse_loss(%arg0, %arg1, reduction = 0) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @l1_loss(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>) {
    %0 = torch.aten.l1_loss(%arg0, %arg1, reduction = 0) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @smooth_l1_loss(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>) {
    %0 = torch.aten.smooth_l1_loss(%arg0, %arg1, reduction = 0) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @huber_loss(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>) {
    %0 = torch.aten.huber_loss(%arg0, %arg1, reduction = 0) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @kl_div(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>) {
    %0 = torch.aten.kl_div(%arg0, %arg1, reduction = 0) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @binary_cross_entropy(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>) {
    %0 = torch.aten.binary_cross_entropy(%arg0, %arg1, reduction = 0) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @binary_cross_entropy_with_logits(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>) {
    %0 = torch.aten.binary_cross_entropy_with_logits(%arg0, %arg1, reduction = 0) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @nll_loss_forward(%arg0: tensor<4x5xf32>, %arg1: tensor<4xi64>) {
    %0:2 = torch.aten.nll_loss_forward(%arg0, %arg1, reduction = 1, ignore_index = -100) : (tensor<4x5xf32>, tensor<4xi64>) -> (tensor<f32>, tensor<f32>)
    return
  }
  func.func @cross_entropy_loss(%arg0: tensor<4x5xf32>, %arg1: tensor<4xi64>) {
    %0 = torch.aten.cross_entropy_loss(%arg0, %arg1) : (tensor<4x5xf32>, tensor<4xi64>) -> tensor<f32>
    return
  }
  func.func @threshold_backward(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>) {
    %0 = torch.aten.threshold_backward(%arg0, %arg1, threshold = 0) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @gelu_backward(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>) {
    %0 = torch.aten.gelu_backward(%arg0, %arg1) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @silu_backward(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>) {
    %0 = torch.aten.silu_backward(%arg0, %arg1) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @sigmoid_backward(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>) {
    %0 = torch.aten.sigmoid_backward(%arg0, %arg1) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @tanh_backward(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>) {
    %0 = torch.aten.tanh_backward(%arg0, %arg1) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @_softmax_backward_data(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>) {
    %0 = torch.aten._softmax_backward_data(%arg0, %arg1, dim = -1, input_dtype = f32) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @_log_softmax_backward_data(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>) {
    %0 = torch.aten._log_softmax_backward_data(%arg0, %arg1, dim = -1, input_dtype = f32) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @native_layer_norm_backward(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x1xf32>, %arg3: tensor<4x1xf32>, %arg4: tensor<8xf32>, %arg5: tensor<8xf32>) {
    %0:3 = torch.aten.native_layer_norm_backward(%arg0, %arg1, %arg2, %arg3, normalized_shape = [8], weight = %arg4, bias = %arg5, output_mask = "[true, true, true]") : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
    return
  }
  func.func @embedding_dense_backward(%arg0: tensor<2x2x4xf32>, %arg1: tensor<2x2xi64>) {
    %0 = torch.aten.embedding_dense_backward(%arg0, %arg1, num_weights = 5, padding_idx = 1, scale_grad_by_freq = false) : (tensor<2x2x4xf32>, tensor<2x2xi64>) -> tensor<5x4xf32>
    return
  }
  func.func @others(%arg0: tensor<4xf32>, %arg1: tensor<4xi64>, %arg2: tensor<4xi1>, %arg3: tensor<f32>, %arg4: tensor<4x4xf32>, %arg5: tensor<1x3x8x8xf32>, %arg6: tensor<5x3x3x3xf32>, %arg7: tensor<1x1x4x4x4xf32>, %arg8: tensor<1x1x2x2x2xf32>) {
    %0 = torch.aten.maximum(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %1 = torch.aten.minimum(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %2 = torch.aten.fmax(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %3 = torch.aten.fmin(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %4 = torch.aten.atan2(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %5 = torch.aten.hypot(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %6 = torch.aten.copysign.Tensor(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %7 = torch.aten.nextafter(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %8 = torch.aten.gcd(%arg1, %arg1) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
    %9 = torch.aten.lcm(%arg1, %arg1) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
    %10 = torch.aten.logaddexp(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %11 = torch.aten.logaddexp2(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %12 = torch.aten.xlogy.Tensor(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %13 = torch.aten.igamma(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %14 = torch.aten.igammac(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %15 = torch.aten.special_zeta(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %16 = torch.aten.float_power.Tensor_Tensor(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf64>
    %17 = torch.aten.mul.Tensor(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %18 = torch.aten.div.Tensor(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %19 = torch.aten.floor_divide(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %20 = torch.aten.remainder.Tensor(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %21 = torch.aten.fmod.Tensor(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %22 = torch.aten.eq.Tensor(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %23 = torch.aten.ne.Tensor(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %24 = torch.aten.lt.Tensor(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %25 = torch.aten.le.Tensor(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %26 = torch.aten.gt.Tensor(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %27 = torch.aten.ge.Tensor(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %28 = torch.aten.bitwise_and.Tensor(%arg1, %arg1) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
    %29 = torch.aten.bitwise_or.Tensor(%arg1, %arg1) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
    %30 = torch.aten.bitwise_xor.Tensor(%arg1, %arg1) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
    %31 = torch.aten.bitwise_left_shift.Tensor(%arg1, %arg1) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
    %32 = torch.aten.bitwise_right_shift.Tensor(%arg1, %arg1) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
    %33 = torch.aten.logical_and(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %34 = torch.aten.logical_or(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %35 = torch.aten.logical_xor(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %36 = torch.aten.expand_as(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %37 = torch.aten.view_as(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %38 = torch.aten.type_as(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %39 = torch.aten.pow.Tensor_Tensor(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %40 = torch.aten.heaviside(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %41 = torch.aten.isclose(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %42 = torch.aten.clamp.Tensor(%arg0, min = %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %43 = torch.aten.clamp_min.Tensor(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %44 = torch.aten.clamp_max.Tensor(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %45 = torch.aten.mul.Scalar(%arg0, other = 2) : (tensor<4xf32>) -> tensor<4xf32>
    %46 = torch.aten.div.Scalar(%arg0, other = 2) : (tensor<4xf32>) -> tensor<4xf32>
    %47 = torch.aten.remainder.Scalar(%arg0, other = 2) : (tensor<4xf32>) -> tensor<4xf32>
    %48 = torch.aten.fmod.Scalar(%arg0, other = 2) : (tensor<4xf32>) -> tensor<4xf32>
    %49 = torch.aten.eq.Scalar(%arg0, other = 2) : (tensor<4xf32>) -> tensor<4xi1>
    %50 = torch.aten.ne.Scalar(%arg0, other = 2) : (tensor<4xf32>) -> tensor<4xi1>
    %51 = torch.aten.lt.Scalar(%arg0, other = 2) : (tensor<4xf32>) -> tensor<4xi1>
    %52 = torch.aten.le.Scalar(%arg0, other = 2) : (tensor<4xf32>) -> tensor<4xi1>
    %53 = torch.aten.gt.Scalar(%arg0, other = 2) : (tensor<4xf32>) -> tensor<4xi1>
    %54 = torch.aten.ge.Scalar(%arg0, other = 2) : (tensor<4xf32>) -> tensor<4xi1>
    %55 = torch.aten.bitwise_and.Scalar(%arg1, other = 2) : (tensor<4xi64>) -> tensor<4xi64>
    %56 = torch.aten.bitwise_or.Scalar(%arg1, other = 2) : (tensor<4xi64>) -> tensor<4xi64>
    %57 = torch.aten.bitwise_xor.Scalar(%arg1, other = 2) : (tensor<4xi64>) -> tensor<4xi64>
    %58 = torch.aten.add.Scalar(%arg0, other = 2) : (tensor<4xf32>) -> tensor<4xf32>
    %59 = torch.aten.sub.Scalar(%arg0, other = 2) : (tensor<4xf32>) -> tensor<4xf32>
    %60 = torch.aten.rsub.Scalar(%arg0, other = 2) : (tensor<4xf32>) -> tensor<4xf32>
    %61 = torch.aten.add.Tensor(%arg0, %arg1, alpha = 2) : (tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>
    %62 = torch.aten.sub.Tensor(%arg0, %arg1, alpha = 2) : (tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>
    %63 = torch.aten.rsub.Tensor(%arg0, %arg1, alpha = 2) : (tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>
    %64 = torch.aten.div.Tensor_mode(%arg1, %arg1, rounding_mode = "floor") : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
    %65 = torch.aten.div.Scalar_mode(%arg1, other = 2, rounding_mode = "trunc") : (tensor<4xi64>) -> tensor<4xi64>
    %66 = torch.aten.pow.Tensor_Scalar(%arg0, exponent = 2) : (tensor<4xf32>) -> tensor<4xf32>
    %67 = torch.aten.pow.Scalar(%arg0, self = 2) : (tensor<4xf32>) -> tensor<4xf32>
    %68 = torch.aten.clamp_min(%arg0, min = 0) : (tensor<4xf32>) -> tensor<4xf32>
    %69 = torch.aten.clamp_max(%arg0, max = 0) : (tensor<4xf32>) -> tensor<4xf32>
    %70 = torch.aten.addcmul(%arg0, %arg0, %arg0, value = 2) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %71 = torch.aten.addcdiv(%arg0, %arg0, %arg0, value = 2) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %72 = torch.aten.lerp.Scalar(%arg0, %arg0, weight = 0.25) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %73 = torch.aten.lerp.Tensor(%arg0, %arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %74 = torch.aten.where.self(%arg2, %arg0, %arg0) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %75 = torch.aten.where.ScalarOther(%arg2, %arg0, other = 0) : (tensor<4xi1>, tensor<4xf32>) -> tensor<4xf32>
    %76 = torch.aten.where.ScalarSelf(%arg2, %arg0, self = 0) : (tensor<4xi1>, tensor<4xf32>) -> tensor<4xf32>
    %77 = torch.aten.masked_fill.Scalar(%arg0, %arg2, value = -inf) : (tensor<4xf32>, tensor<4xi1>) -> tensor<4xf32>
    %78 = torch.aten.masked_fill.Tensor(%arg0, %arg2, %arg3) : (tensor<4xf32>, tensor<4xi1>, tensor<f32>) -> tensor<4xf32>
    %79 = torch.aten.conj_physical(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    %80 = torch.aten.detach(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    %81 = torch.aten.alias(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    %82 = torch.aten._unsafe_view(%arg0, size = [2, 2]) : (tensor<4xf32>) -> tensor<2x2xf32>
    %83 = torch.aten.clone(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    %84 = torch.aten.contiguous(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    %85:2 = torch.aten.std_mean.correction(%arg0) : (tensor<4xf32>) -> (tensor<f32>, tensor<f32>)
    %86 = torch.aten._softmax(%arg0, dim = 0, half_to_float = false) : (tensor<4xf32>) -> tensor<4xf32>
    %87 = torch.aten._log_softmax(%arg0, dim = 0, half_to_float = false) : (tensor<4xf32>) -> tensor<4xf32>
    %88:2 = torch.aten.sort(%arg0, descending = true) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi64>)
    %89 = torch.aten.to.dtype(%arg0, dtype = f16) : (tensor<4xf32>) -> tensor<4xf16>
    %90 = torch.aten.rand(size = [4]) : () -> tensor<4xf32>
    %91 = torch.aten.randn(size = [4]) : () -> tensor<4xf32>
    %92 = torch.aten.dropout(%arg0, p = 0.5, train = true) : (tensor<4xf32>) -> tensor<4xf32>
    %93:2 = torch.aten.native_dropout(%arg0, p = 0.5, train = true) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>)
    %94 = torch.aten.addmv(%arg0, %arg4, %arg0) : (tensor<4xf32>, tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %95 = torch.aten.conv2d(%arg5, %arg6, padding = [1, 1]) : (tensor<1x3x8x8xf32>, tensor<5x3x3x3xf32>) -> tensor<1x5x8x8xf32>
    %96 = torch.aten.conv3d(%arg7, %arg8) : (tensor<1x1x4x4x4xf32>, tensor<1x1x2x2x2xf32>) -> tensor<1x1x3x3x3xf32>
    %97 = torch.aten.batch_norm(%arg5, training = true, momentum = 0.1, eps = 0.001, cudnn_enabled = true) : (tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32>
    return
  }
  func.func @changes(%arg0: tensor<4x4xf32>, %arg1: tensor<4xi64>, %arg2: tensor<4x4xi1>, %arg3: tensor<4x8xf32>, %arg4: tensor<1x4x4xf32>, %arg5: tensor<4xf32>) {
    %0 = torch.aten.abs_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = torch.aten.add_.Tensor(%arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = torch.aten.add_.Scalar(%arg0, other = 2) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = torch.aten.addcdiv_(%arg0, %arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %4 = torch.aten.addcmul_(%arg0, %arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %5 = torch.aten.ceil_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %6 = torch.aten.clamp_(%arg0, min = 0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %7 = torch.aten.clamp_max_(%arg0, max = 0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %8 = torch.aten.clamp_min_(%arg0, min = 0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %9 = torch.aten.cos_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %10 = torch.aten.div_.Tensor(%arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %11 = torch.aten.div_.Scalar(%arg0, other = 2) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %12 = torch.aten.elu_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %13 = torch.aten.exp_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %14 = torch.aten.floor_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %15 = torch.aten.hardswish_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %16 = torch.aten.hardtanh_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %17 = torch.aten.leaky_relu_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %18 = torch.aten.lerp_.Scalar(%arg0, %arg0, weight = 0.5) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %19 = torch.aten.lerp_.Tensor(%arg0, %arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %20 = torch.aten.log_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %21 = torch.aten.logical_not_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %22 = torch.aten.masked_fill_.Scalar(%arg0, %arg2, value = 0) : (tensor<4x4xf32>, tensor<4x4xi1>) -> tensor<4x4xf32>
    %23 = torch.aten.mul_.Tensor(%arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %24 = torch.aten.mul_.Scalar(%arg0, other = 2) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %25 = torch.aten.neg_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %26 = torch.aten.reciprocal_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %27 = torch.aten.relu_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %28 = torch.aten.round_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %29 = torch.aten.rsqrt_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %30 = torch.aten.sigmoid_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %31 = torch.aten.silu_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %32 = torch.aten.sin_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %33 = torch.aten.sqrt_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %34 = torch.aten.square_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %35 = torch.aten.sub_.Tensor(%arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %36 = torch.aten.sub_.Scalar(%arg0, other = 2) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %37 = torch.aten.tanh_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %38 = torch.aten.tril_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %39 = torch.aten.triu_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %40 = torch.aten.trunc_(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %41 = torch.aten.abs.out(%arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %42 = torch.aten.add.out(%arg0, %arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %43 = torch.aten.bmm.out(%arg4, %arg4, %arg4) : (tensor<1x4x4xf32>, tensor<1x4x4xf32>, tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
    %44 = torch.aten.cat.out([%arg0, %arg0], %arg3, dim = 1) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %45 = torch.aten.clamp.out(%arg0, %arg0, min = 0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %46 = torch.aten.div.out(%arg0, %arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %47 = torch.aten.exp.out(%arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %48 = torch.aten.log.out(%arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %49 = torch.aten.mm.out(%arg0, %arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %50 = torch.aten.mul.out(%arg0, %arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %51 = torch.aten.sigmoid.out(%arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %52 = torch.aten.sqrt.out(%arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %53 = torch.aten.sub.out(%arg0, %arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %54 = torch.aten.sum.IntList_out(%arg0, %arg5, dim = [1]) : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %55 = torch.aten.tanh.out(%arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return
  }
  func.func @parts(%arg0: tensor<4x8xf32>, %arg1: tensor<4x2xf32>, %arg2: tensor<8xf32>) {
    %0 = torch.aten.any.dims(%arg0, dim = [0]) : (tensor<4x8xf32>) -> tensor<8xi1>
    %1 = torch.aten.all.dims(%arg0, dim = [0, 1]) : (tensor<4x8xf32>) -> tensor<i1>
    %2 = torch.aten.var.dim(%arg0, dim = [1], unbiased = false) : (tensor<4x8xf32>) -> tensor<4xf32>
    %3 = torch.aten._safe_softmax(%arg0, dim = -1) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %4 = torch.aten.slice_scatter(%arg0, %arg1, dim = 1, start = 2, end = 6, step = 2) : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x8xf32>
    %5 = torch.aten.select_scatter(%arg0, %arg2, dim = 0, index = -1) : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    %6 = torch.aten.as_strided(%arg0, size = [3, 3], stride = [8, 1], storage_offset = 2) : (tensor<4x8xf32>) -> tensor<3x3xf32>
    %7 = torch.aten.scalar_tensor(s = 2.5, dtype = f32) : () -> tensor<f32>
    %8 = torch.aten.slice_backward(%arg1, input_sizes = [4, 8], dim = 1, start = 2, end = 6, step = 2) : (tensor<4x2xf32>) -> tensor<4x8xf32>
    %9 = torch.aten.select_backward(%arg2, input_sizes = [4, 8], dim = 0, index = -1) : (tensor<8xf32>) -> tensor<4x8xf32>
    return
  }
  func.func @images(%arg0: tensor<1x2x4x4xf32>, %arg1: tensor<2xf32>, %arg2: tensor<3x2x3x3xf32>, %arg3: tensor<1x3x4x4xf32>, %arg4: tensor<1x2x2x2xi64>, %arg5: tensor<1x2x2x2xf32>) {
    %0:3 = torch.aten._native_batch_norm_legit_no_training(%arg0, %arg1, %arg1, weight = %arg1, bias = %arg1, momentum = 0.1, eps = 1.0e-05) : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x4x4xf32>, tensor<0xf32>, tensor<0xf32>)
    %1:5 = torch.aten._native_batch_norm_legit_functional(%arg0, %arg1, %arg1, training = true, momentum = 0.1, eps = 1.0e-05) : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
    %2:3 = torch.aten.native_batch_norm_backward(%arg0, %arg0, weight = %arg1, save_mean = %arg1, save_invstd = %arg1, train = true, eps = 1.0e-05, output_mask = "[true, true, true]") : (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>)
    %3:3 = torch.aten.convolution_backward(%arg3, %arg0, %arg2, stride = [1, 1], padding = [1, 1], dilation = [1, 1], transposed = false, output_padding = [0, 0], groups = 1, output_mask = "[true, true, false]") : (tensor<1x3x4x4xf32>, tensor<1x2x4x4xf32>, tensor<3x2x3x3xf32>) -> (tensor<1x2x4x4xf32>, tensor<3x2x3x3xf32>, tensor<0xf32>)
    %4:2 = torch.aten.max_pool2d_with_indices(%arg0, kernel_size = [2, 2]) : (tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi64>)
    %5 = torch.aten.max_pool2d_with_indices_backward(%arg5, %arg0, %arg4, kernel_size = [2, 2], stride = [2, 2], padding = [0, 0], dilation = [1, 1], ceil_mode = false) : (tensor<1x2x2x2xf32>, tensor<1x2x4x4xf32>, tensor<1x2x2x2xi64>) -> tensor<1x2x4x4xf32>
    %6 = torch.aten._adaptive_avg_pool2d(%arg0, output_size = [1, 1]) : (tensor<1x2x4x4xf32>) -> tensor<1x2x1x1xf32>
    return
  }
  func.func @slopes(%arg0: tensor<4x8xf32>, %arg1: tensor<4xi64>, %arg2: tensor<f32>) {
    %0 = torch.aten.nll_loss_backward(%arg2, %arg0, %arg1, %arg2, reduction = 1, ignore_index = -100) : (tensor<f32>, tensor<4x8xf32>, tensor<4xi64>, tensor<f32>) -> tensor<4x8xf32>
    %1 = torch.aten.leaky_relu_backward(%arg0, %arg0, negative_slope = 0.01, self_is_result = false) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = torch.aten.hardtanh_backward(%arg0, %arg0, min_val = -1, max_val = 1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %3 = torch.aten.hardswish_backward(%arg0, %arg0) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %4 = torch.aten.hardsigmoid_backward(%arg0, %arg0) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %5 = torch.aten.softplus_backward(%arg0, %arg0, beta = 1, threshold = 20) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %6 = torch.aten.elu_backward(%arg0, %arg0, alpha = 1, scale = 1, input_scale = 1, is_result = false) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    return
  }
  func.func @attention_of_traces(%arg0: tensor<1x2x4x8xf32>, %arg1: tensor<1x2x4xf32>) {
    %0:2 = torch.aten._scaled_dot_product_flash_attention_for_cpu(%arg0, %arg0, %arg0, is_causal = true) : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>) -> (tensor<1x2x4x8xf32>, tensor<1x2x4xf32>)
    %1:3 = torch.aten._scaled_dot_product_flash_attention_for_cpu_backward(%arg0, %arg0, %arg0, %arg0, %arg0, %arg1, dropout_p = 0.0, is_causal = true) : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4xf32>) -> (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>)
    return
  }
  func.func @fill(%arg0: tensor<3x4xf32>, %arg1: tensor<f32>) {
    %0 = torch.aten.fill.Scalar(%arg0, value = 2.0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %1 = torch.aten.fill.Tensor(%arg0, %arg1) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
    %2 = torch.aten.fill_.Scalar(%arg0, value = 2.0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %3 = torch.aten.fill_.Tensor(%arg0, %arg1) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
    return
  }
  func.func @aten_copy(%arg0: tensor<3x4xf32>, %arg1: tensor<4xi64>) -> tensor<3x4xf32> {
    %0 = torch.aten.copy(%arg0, %arg1) : (tensor<3x4xf32>, tensor<4xi64>) -> tensor<3x4xf32>
    return %0 : tensor<3x4xf32>
  }
  func.func @aten_group_norm(%arg0: tensor<2x4x3xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<2x4x3xf32> {
    %0 = torch.aten.group_norm(%arg0, num_groups = 2, weight = %arg1, bias = %arg2) : (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x3xf32>
    return %0 : tensor<2x4x3xf32>
  }
  func.func @aten_conv_transpose2d_input(%arg0: tensor<1x2x3x3xf32>, %arg1: tensor<2x3x2x2xf32>) -> tensor<1x3x6x6xf32> {
    %0 = torch.aten.conv_transpose2d.input(%arg0, %arg1, stride = [2, 2]) : (tensor<1x2x3x3xf32>, tensor<2x3x2x2xf32>) -> tensor<1x3x6x6xf32>
    return %0 : tensor<1x3x6x6xf32>
  }
  func.func @aten_argsort(%arg0: tensor<4xf32>) -> tensor<4xi64> {
    %0 = torch.aten.argsort(%arg0) : (tensor<4xf32>) -> tensor<4xi64>
    return %0 : tensor<4xi64>
  }
  func.func @aten_pad(%arg0: tensor<3x4xf32>) -> tensor<3x7xf32> {
    %0 = torch.aten.pad(%arg0, pad = [1, 2], mode = "constant") : (tensor<3x4xf32>) -> tensor<3x7xf32>
    return %0 : tensor<3x7xf32>
  }
  func.func @aten_lift_fresh_copy(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = torch.aten.lift_fresh_copy(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @aten_to_dtype_layout(%arg0: tensor<4xf32>) -> tensor<4xi64> {
    %0 = torch.aten.to.dtype_layout(%arg0, dtype = i64) : (tensor<4xf32>) -> tensor<4xi64>
    return %0 : tensor<4xi64>
  }
  func.func @aten_to_device(%arg0: tensor<4xf32>) -> tensor<4xi64> {
    %0 = torch.aten.to.device(%arg0, device = "cpu", dtype = i64) : (tensor<4xf32>) -> tensor<4xi64>
    return %0 : tensor<4xi64>
  }
  func.func @aten_new_zeros(%arg0: tensor<4xf32>) -> tensor<2xf32> {
    %0 = torch.aten.new_zeros(%arg0, size = [2]) : (tensor<4xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @aten_new_ones(%arg0: tensor<4xf32>) -> tensor<2xi64> {
    %0 = torch.aten.new_ones(%arg0, size = [2], dtype = i64) : (tensor<4xf32>) -> tensor<2xi64>
    return %0 : tensor<2xi64>
  }
  func.func @aten_new_full(%arg0: tensor<4xf32>) -> tensor<2xf32> {
    %0 = torch.aten.new_full(%arg0, size = [2], fill_value = 7) : (tensor<4xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @aten_zero(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = torch.aten.zero(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @aten_rand_like(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = torch.aten.rand_like(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @aten_randn_like(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = torch.aten.randn_like(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @aten_mT(%arg0: tensor<2x3x4xf32>) -> tensor<2x4x3xf32> {
    %0 = torch.aten.mT(%arg0) : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
    return %0 : tensor<2x4x3xf32>
  }
  func.func @aten_numpy_T(%arg0: tensor<2x3x4xf32>) -> tensor<4x3x2xf32> {
    %0 = torch.aten.numpy_T(%arg0) : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
    return %0 : tensor<4x3x2xf32>
  }
  func.func @aten_repeat_interleave_self_int(%arg0: tensor<3x4xf32>) -> tensor<3x8xf32> {
    %0 = torch.aten.repeat_interleave.self_int(%arg0, repeats = 2, dim = 1) : (tensor<3x4xf32>) -> tensor<3x8xf32>
    return %0 : tensor<3x8xf32>
  }
  func.func @aten_std_dim(%arg0: tensor<3x4xf32>) -> tensor<3xf32> {
    %0 = torch.aten.std.dim(%arg0, dim = [1]) : (tensor<3x4xf32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>
  }
  func.func @aten__fused_rms_norm(%arg0: tensor<3x4xf32>, %arg1: tensor<4xf32>) -> (tensor<3x4xf32>, tensor<3x1xf32>) {
    %0:2 = torch.aten._fused_rms_norm(%arg0, normalized_shape = [4], weight = %arg1, eps = 1.0e-05) : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<3x1xf32>)
    return %0#0, %0#1 : tensor<3x4xf32>, tensor<3x1xf32>
  }
  func.func @aten__fused_rms_norm_backward(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<3x1xf32>, %arg3: tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>) {
    %0:2 = torch.aten._fused_rms_norm_backward(%arg0, %arg1, %arg2, normalized_shape = [4], weight = %arg3, output_mask = "[true, true]") : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x1xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>)
    return %0#0, %0#1 : tensor<3x4xf32>, tensor<4xf32>
  }
  func.func @aten_copy_(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %0 = torch.aten.copy_(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @aten_index_add_(%arg0: tensor<4xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2xf32>) -> tensor<4xf32> {
    %0 = torch.aten.index_add_(%arg0, %arg1, %arg2, dim = 0) : (tensor<4xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @aten_index_copy_(%arg0: tensor<4xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2xf32>) -> tensor<4xf32> {
    %0 = torch.aten.index_copy_(%arg0, %arg1, %arg2, dim = 0) : (tensor<4xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @aten_index_put_(%arg0: tensor<4xf32>, %arg1: tensor<4xi1>, %arg2: tensor<f32>) -> tensor<4xf32> {
    %0 = torch.aten.index_put_(%arg0, [%arg1], %arg2) : (tensor<4xf32>, tensor<4xi1>, tensor<f32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @aten_scatter__src(%arg0: tensor<4xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2xf32>) -> tensor<4xf32> {
    %0 = torch.aten.scatter_.src(%arg0, %arg1, %arg2, dim = 0) : (tensor<4xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @aten_scatter__value(%arg0: tensor<4xf32>, %arg1: tensor<2xi64>) -> tensor<4xf32> {
    %0 = torch.aten.scatter_.value(%arg0, %arg1, dim = 0, value = 7) : (tensor<4xf32>, tensor<2xi64>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @aten_scatter_add_(%arg0: tensor<4xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2xf32>) -> tensor<4xf32> {
    %0 = torch.aten.scatter_add_(%arg0, %arg1, %arg2, dim = 0) : (tensor<4xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @aten_zero_(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = torch.aten.zero_(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @aten_masked_scatter(%arg0: tensor<3x4xf32>, %arg1: tensor<4xi1>, %arg2: tensor<6xf32>) -> tensor<3x4xf32> {
    %0 = torch.aten.masked_scatter(%arg0, %arg1, %arg2) : (tensor<3x4xf32>, tensor<4xi1>, tensor<6xf32>) -> tensor<3x4xf32>
    return %0 : tensor<3x4xf32>
  }
  func.func @aten_conv1d_padding(%arg0: tensor<1x2x4xf32>, %arg1: tensor<3x2x3xf32>) -> tensor<1x3x2xf32> {
    %0 = torch.aten.conv1d.padding(%arg0, %arg1) : (tensor<1x2x4xf32>, tensor<3x2x3xf32>) -> tensor<1x3x2xf32>
    return %0 : tensor<1x3x2xf32>
  }
  func.func @aten_conv2d_padding(%arg0: tensor<1x1x4x4xf32>, %arg1: tensor<1x1x3x2xf32>) -> tensor<1x1x4x4xf32> {
    %0 = torch.aten.conv2d.padding(%arg0, %arg1, padding = "same") : (tensor<1x1x4x4xf32>, tensor<1x1x3x2xf32>) -> tensor<1x1x4x4xf32>
    return %0 : tensor<1x1x4x4xf32>
  }
  func.func @aten_conv3d_padding(%arg0: tensor<1x1x3x3x3xf32>, %arg1: tensor<1x1x2x2x2xf32>) -> tensor<1x1x3x3x3xf32> {
    %0 = torch.aten.conv3d.padding(%arg0, %arg1, padding = "same", dilation = [2]) : (tensor<1x1x3x3x3xf32>, tensor<1x1x2x2x2xf32>) -> tensor<1x1x3x3x3xf32>
    return %0 : tensor<1x1x3x3x3xf32>
  }
  func.func @aten_upsample_bilinear2d(%arg0: tensor<1x1x2x4xf32>) -> tensor<1x1x3x4xf32> {
    %0 = torch.aten.upsample_bilinear2d(%arg0, output_size = [3, 4], align_corners = true) : (tensor<1x1x2x4xf32>) -> tensor<1x1x3x4xf32>
    return %0 : tensor<1x1x3x4xf32>
  }
  func.func @aten_upsample_bicubic2d(%arg0: tensor<1x1x2x4xf32>) -> tensor<1x1x3x4xf32> {
    %0 = torch.aten.upsample_bicubic2d(%arg0, output_size = [3, 4], align_corners = false) : (tensor<1x1x2x4xf32>) -> tensor<1x1x3x4xf32>
    return %0 : tensor<1x1x3x4xf32>
  }
  func.func @aten_upsample_nearest1d_vec(%arg0: tensor<1x2x4xf32>) -> tensor<1x2x6xf32> {
    %0 = torch.aten.upsample_nearest1d.vec(%arg0, scale_factors = "[1.5]") : (tensor<1x2x4xf32>) -> tensor<1x2x6xf32>
    return %0 : tensor<1x2x6xf32>
  }
  func.func @aten_upsample_nearest2d_vec(%arg0: tensor<1x1x2x4xf32>) -> tensor<1x1x3x4xf32> {
    %0 = torch.aten.upsample_nearest2d.vec(%arg0, output_size = [3, 4]) : (tensor<1x1x2x4xf32>) -> tensor<1x1x3x4xf32>
    return %0 : tensor<1x1x3x4xf32>
  }
  func.func @aten_upsample_nearest3d_vec(%arg0: tensor<1x1x2x2x2xf32>) -> tensor<1x1x4x2x2xf32> {
    %0 = torch.aten.upsample_nearest3d.vec(%arg0, scale_factors = "[2.0, 1.0, 1.0]") : (tensor<1x1x2x2x2xf32>) -> tensor<1x1x4x2x2xf32>
    return %0 : tensor<1x1x4x2x2xf32>
  }
  func.func @aten__upsample_nearest_exact1d_vec(%arg0: tensor<1x2x4xf32>) -> tensor<1x2x6xf32> {
    %0 = torch.aten._upsample_nearest_exact1d.vec(%arg0, output_size = [6]) : (tensor<1x2x4xf32>) -> tensor<1x2x6xf32>
    return %0 : tensor<1x2x6xf32>
  }
  func.func @aten__upsample_nearest_exact2d_vec(%arg0: tensor<1x1x2x4xf32>) -> tensor<1x1x3x4xf32> {
    %0 = torch.aten._upsample_nearest_exact2d.vec(%arg0, output_size = [3, 4]) : (tensor<1x1x2x4xf32>) -> tensor<1x1x3x4xf32>
    return %0 : tensor<1x1x3x4xf32>
  }
  func.func @aten__upsample_nearest_exact3d_vec(%arg0: tensor<1x1x2x2x2xf32>) -> tensor<1x1x3x2x2xf32> {
    %0 = torch.aten._upsample_nearest_exact3d.vec(%arg0, output_size = [3, 2, 2]) : (tensor<1x1x2x2x2xf32>) -> tensor<1x1x3x2x2xf32>
    return %0 : tensor<1x1x3x2x2xf32>
  }
  func.func @aten_upsample_linear1d_vec(%arg0: tensor<1x2x4xf32>) -> tensor<1x2x6xf32> {
    %0 = torch.aten.upsample_linear1d.vec(%arg0, output_size = [6], align_corners = false) : (tensor<1x2x4xf32>) -> tensor<1x2x6xf32>
    return %0 : tensor<1x2x6xf32>
  }
  func.func @aten_upsample_bilinear2d_vec(%arg0: tensor<1x1x2x4xf32>) -> tensor<1x1x3x4xf32> {
    %0 = torch.aten.upsample_bilinear2d.vec(%arg0, output_size = [3, 4], align_corners = false) : (tensor<1x1x2x4xf32>) -> tensor<1x1x3x4xf32>
    return %0 : tensor<1x1x3x4xf32>
  }
  func.func @aten_upsample_trilinear3d_vec(%arg0: tensor<1x1x2x2x2xf32>) -> tensor<1x1x3x2x2xf32> {
    %0 = torch.aten.upsample_trilinear3d.vec(%arg0, output_size = [3, 2, 2], align_corners = false) : (tensor<1x1x2x2x2xf32>) -> tensor<1x1x3x2x2xf32>
    return %0 : tensor<1x1x3x2x2xf32>
  }
  func.func @aten_upsample_bicubic2d_vec(%arg0: tensor<1x1x2x4xf32>) -> tensor<1x1x3x4xf32> {
    %0 = torch.aten.upsample_bicubic2d.vec(%arg0, output_size = [3, 4], align_corners = true) : (tensor<1x1x2x4xf32>) -> tensor<1x1x3x4xf32>
    return %0 : tensor<1x1x3x4xf32>
  }
  func.func @aten_lstm_input(%arg0: tensor<1x1x3xf32>, %arg1: tensor<1x1x4xf32>, %arg2: tensor<1x1x4xf32>, %arg3: tensor<16x3xf32>, %arg4: tensor<16x4xf32>, %arg5: tensor<16xf32>, %arg6: tensor<16xf32>) -> (tensor<1x1x4xf32>, tensor<1x1x4xf32>, tensor<1x1x4xf32>) {
    %0:3 = torch.aten.lstm.input(%arg0, [%arg1, %arg2], [%arg3, %arg4, %arg5, %arg6], has_biases = true, num_layers = 1, dropout = 0.0, train = false, bidirectional = false, batch_first = false) : (tensor<1x1x3xf32>, tensor<1x1x4xf32>, tensor<1x1x4xf32>, tensor<16x3xf32>, tensor<16x4xf32>, tensor<16xf32>, tensor<16xf32>) -> (tensor<1x1x4xf32>, tensor<1x1x4xf32>, tensor<1x1x4xf32>)
    return %0#0, %0#1, %0#2 : tensor<1x1x4xf32>, tensor<1x1x4xf32>, tensor<1x1x4xf32>
  }
  func.func @aten_gru_input(%arg0: tensor<1x1x3xf32>, %arg1: tensor<1x1x4xf32>, %arg2: tensor<12x3xf32>, %arg3: tensor<12x4xf32>, %arg4: tensor<12xf32>, %arg5: tensor<12xf32>) -> (tensor<1x1x4xf32>, tensor<1x1x4xf32>) {
    %0:2 = torch.aten.gru.input(%arg0, %arg1, [%arg2, %arg3, %arg4, %arg5], has_biases = true, num_layers = 1, dropout = 0.0, train = false, bidirectional = false, batch_first = false) : (tensor<1x1x3xf32>, tensor<1x1x4xf32>, tensor<12x3xf32>, tensor<12x4xf32>, tensor<12xf32>, tensor<12xf32>) -> (tensor<1x1x4xf32>, tensor<1x1x4xf32>)
    return %0#0, %0#1 : tensor<1x1x4xf32>, tensor<1x1x4xf32>
  }
  func.func @aten_rnn_tanh_input(%arg0: tensor<2x1x3xf32>, %arg1: tensor<1x1x4xf32>, %arg2: tensor<4x3xf32>, %arg3: tensor<4x4xf32>) -> (tensor<2x1x4xf32>, tensor<1x1x4xf32>) {
    %0:2 = torch.aten.rnn_tanh.input(%arg0, %arg1, [%arg2, %arg3], has_biases = false, num_layers = 1, dropout = 0.0, train = false, bidirectional = false, batch_first = false) : (tensor<2x1x3xf32>, tensor<1x1x4xf32>, tensor<4x3xf32>, tensor<4x4xf32>) -> (tensor<2x1x4xf32>, tensor<1x1x4xf32>)
    return %0#0, %0#1 : tensor<2x1x4xf32>, tensor<1x1x4xf32>
  }
  func.func @aten_rnn_relu_input(%arg0: tensor<1x2x3xf32>, %arg1: tensor<1x1x4xf32>, %arg2: tensor<4x3xf32>, %arg3: tensor<4x4xf32>) -> (tensor<1x2x4xf32>, tensor<1x1x4xf32>) {
    %0:2 = torch.aten.rnn_relu.input(%arg0, %arg1, [%arg2, %arg3], has_biases = false, num_layers = 1, dropout = 0.0, train = false, bidirectional = false, batch_first = true) : (tensor<1x2x3xf32>, tensor<1x1x4xf32>, tensor<4x3xf32>, tensor<4x4xf32>) -> (tensor<1x2x4xf32>, tensor<1x1x4xf32>)
    return %0#0, %0#1 : tensor<1x2x4xf32>, tensor<1x1x4xf32>
  }
}

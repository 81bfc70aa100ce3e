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
  func.func @aten(%arg0: tensor<?x8xf16>, %arg1: tensor<8xi64>) {
    %0 = torch.aten.softmax.int(%arg0, dim = -1) : (tensor<?x8xf16>) -> tensor<?x8xf16>
    %1 = torch.aten.add.Tensor(%0, %arg1, alpha = 2) : (tensor<?x8xf16>, tensor<8xi64>) -> tensor<?x8xf16>
    return
  }
}

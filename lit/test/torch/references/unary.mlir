// RUN: tile-opt %s --pass-pipeline='builtin.module(torch-decompose{strict},torch-promote)' | filecheck %s

// Written by go test ./lowering/tensors/references -run FileCheck -update.

// CHECK-LABEL: func.func @abs(
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: return
func.func @abs(%a: tensor<40xcomplex<f32>>) -> (tensor<40xf32>) {
  %0 = torch.aten.abs(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xf32>)
  return %0 : tensor<40xf32>
}

// CHECK-LABEL: func.func @acos(
// CHECK-NEXT: = prim.acos
// CHECK-NEXT: return
func.func @acos(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.acos(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @acosh(
// CHECK-NEXT: = prim.acosh
// CHECK-NEXT: return
func.func @acosh(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.acosh(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @asin(
// CHECK-NEXT: = prim.asin
// CHECK-NEXT: return
func.func @asin(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.asin(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @asinh(
// CHECK-NEXT: = prim.asinh
// CHECK-NEXT: return
func.func @asinh(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.asinh(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @atan(
// CHECK-NEXT: = prim.atan
// CHECK-NEXT: return
func.func @atan(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.atan(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @atanh(
// CHECK-NEXT: = prim.atanh
// CHECK-NEXT: return
func.func @atanh(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.atanh(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @bitwise_not(
// CHECK-NEXT: = prim.bitwise_not
// CHECK-NEXT: return
func.func @bitwise_not(%a: tensor<64xi1>) -> (tensor<64xi1>) {
  %0 = torch.aten.bitwise_not(%a) : (tensor<64xi1>) -> (tensor<64xi1>)
  return %0 : tensor<64xi1>
}

// CHECK-LABEL: func.func @ceil(
// CHECK-NEXT: = prim.ceil
// CHECK-NEXT: return
func.func @ceil(%a: tensor<64xui8>) -> (tensor<64xui8>) {
  %0 = torch.aten.ceil(%a) : (tensor<64xui8>) -> (tensor<64xui8>)
  return %0 : tensor<64xui8>
}

// CHECK-LABEL: func.func @celu(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.gt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.expm1
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @celu(%a: tensor<128xf32>) -> (tensor<128xf32>) {
  %0 = torch.aten.celu(%a, alpha = 2.0) : (tensor<128xf32>) -> (tensor<128xf32>)
  return %0 : tensor<128xf32>
}

// CHECK-LABEL: func.func @clamp(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @clamp(%a: tensor<60xf32>) -> (tensor<60xf32>) {
  %0 = torch.aten.clamp(%a, max = 1) : (tensor<60xf32>) -> (tensor<60xf32>)
  return %0 : tensor<60xf32>
}

// CHECK-LABEL: func.func @cos(
// CHECK-NEXT: = prim.cos
// CHECK-NEXT: return
func.func @cos(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.cos(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @cosh(
// CHECK-NEXT: = prim.cosh
// CHECK-NEXT: return
func.func @cosh(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.cosh(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @digamma(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.digamma
// CHECK-NEXT: return
func.func @digamma(%a: tensor<64xi1>) -> (tensor<64xf32>) {
  %0 = torch.aten.digamma(%a) : (tensor<64xi1>) -> (tensor<64xf32>)
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @elu(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.gt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.expm1
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @elu(%a: tensor<128xf32>) -> (tensor<128xf32>) {
  %0 = torch.aten.elu(%a, alpha = 0.5, scale = 2.0, input_scale = 3.0) : (tensor<128xf32>) -> (tensor<128xf32>)
  return %0 : tensor<128xf32>
}

// CHECK-LABEL: func.func @erf(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.erf
// CHECK-NEXT: return
func.func @erf(%a: tensor<64xi1>) -> (tensor<64xf32>) {
  %0 = torch.aten.erf(%a) : (tensor<64xi1>) -> (tensor<64xf32>)
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @erfc(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.erfc
// CHECK-NEXT: return
func.func @erfc(%a: tensor<64xi1>) -> (tensor<64xf32>) {
  %0 = torch.aten.erfc(%a) : (tensor<64xi1>) -> (tensor<64xf32>)
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @erfinv(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.erf_inv
// CHECK-NEXT: return
func.func @erfinv(%a: tensor<64xi1>) -> (tensor<64xf32>) {
  %0 = torch.aten.erfinv(%a) : (tensor<64xi1>) -> (tensor<64xf32>)
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @exp(
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: return
func.func @exp(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.exp(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @exp2(
// CHECK-NEXT: = prim.exp2
// CHECK-NEXT: return
func.func @exp2(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.exp2(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @expm1(
// CHECK-NEXT: = prim.expm1
// CHECK-NEXT: return
func.func @expm1(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.expm1(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @floor(
// CHECK-NEXT: = prim.floor
// CHECK-NEXT: return
func.func @floor(%a: tensor<64xui8>) -> (tensor<64xui8>) {
  %0 = torch.aten.floor(%a) : (tensor<64xui8>) -> (tensor<64xui8>)
  return %0 : tensor<64xui8>
}

// CHECK-LABEL: func.func @frac(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.trunc
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @frac(%a: tensor<200xf16>) -> (tensor<200xf16>) {
  %0 = torch.aten.frac(%a) : (tensor<200xf16>) -> (tensor<200xf16>)
  return %0 : tensor<200xf16>
}

// CHECK-LABEL: func.func @gelu(
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.tanh
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: return
func.func @gelu(%a: tensor<128xf32>) -> (tensor<128xf32>) {
  %0 = torch.aten.gelu(%a, approximate = "tanh") : (tensor<128xf32>) -> (tensor<128xf32>)
  return %0 : tensor<128xf32>
}

// CHECK-LABEL: func.func @hardshrink(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ge
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.bitwise_and
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @hardshrink(%a: tensor<128xf32>) -> (tensor<128xf32>) {
  %0 = torch.aten.hardshrink(%a, lambd = 1.0) : (tensor<128xf32>) -> (tensor<128xf32>)
  return %0 : tensor<128xf32>
}

// CHECK-LABEL: func.func @hardsigmoid(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ge
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @hardsigmoid(%a: tensor<200xf16>) -> (tensor<200xf16>) {
  %0 = torch.aten.hardsigmoid(%a) : (tensor<200xf16>) -> (tensor<200xf16>)
  return %0 : tensor<200xf16>
}

// CHECK-LABEL: func.func @hardswish(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ge
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @hardswish(%a: tensor<200xf16>) -> (tensor<200xf16>) {
  %0 = torch.aten.hardswish(%a) : (tensor<200xf16>) -> (tensor<200xf16>)
  return %0 : tensor<200xf16>
}

// CHECK-LABEL: func.func @hardtanh(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ge
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @hardtanh(%a: tensor<64xi8>) -> (tensor<64xi8>) {
  %0 = torch.aten.hardtanh(%a) : (tensor<64xi8>) -> (tensor<64xi8>)
  return %0 : tensor<64xi8>
}

// CHECK-LABEL: func.func @i0(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.bessel_i0
// CHECK-NEXT: return
func.func @i0(%a: tensor<64xi1>) -> (tensor<64xf32>) {
  %0 = torch.aten.i0(%a) : (tensor<64xi1>) -> (tensor<64xf32>)
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @isfinite(
// CHECK-NEXT: = prim.isfinite
// CHECK-NEXT: return
func.func @isfinite(%a: tensor<40xcomplex<f32>>) -> (tensor<40xi1>) {
  %0 = torch.aten.isfinite(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xi1>)
  return %0 : tensor<40xi1>
}

// CHECK-LABEL: func.func @isinf(
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: return
func.func @isinf(%a: tensor<40xcomplex<f32>>) -> (tensor<40xi1>) {
  %0 = torch.aten.isinf(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xi1>)
  return %0 : tensor<40xi1>
}

// CHECK-LABEL: func.func @isnan(
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: return
func.func @isnan(%a: tensor<40xcomplex<f32>>) -> (tensor<40xi1>) {
  %0 = torch.aten.isnan(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xi1>)
  return %0 : tensor<40xi1>
}

// CHECK-LABEL: func.func @leaky_relu(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.gt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @leaky_relu(%a: tensor<128xf32>) -> (tensor<128xf32>) {
  %0 = torch.aten.leaky_relu(%a, negative_slope = 0.2) : (tensor<128xf32>) -> (tensor<128xf32>)
  return %0 : tensor<128xf32>
}

// CHECK-LABEL: func.func @lgamma(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.lgamma
// CHECK-NEXT: return
func.func @lgamma(%a: tensor<64xi1>) -> (tensor<64xf32>) {
  %0 = torch.aten.lgamma(%a) : (tensor<64xi1>) -> (tensor<64xf32>)
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @log(
// CHECK-NEXT: = prim.log
// CHECK-NEXT: return
func.func @log(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.log(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @log10(
// CHECK-NEXT: = prim.log10
// CHECK-NEXT: return
func.func @log10(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.log10(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @log1p(
// CHECK-NEXT: = prim.log1p
// CHECK-NEXT: return
func.func @log1p(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.log1p(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @log2(
// CHECK-NEXT: = prim.log2
// CHECK-NEXT: return
func.func @log2(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.log2(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @log_sigmoid(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.log1p
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @log_sigmoid(%a: tensor<200xf16>) -> (tensor<200xf16>) {
  %0 = torch.aten.log_sigmoid(%a) : (tensor<200xf16>) -> (tensor<200xf16>)
  return %0 : tensor<200xf16>
}

// CHECK-LABEL: func.func @logical_not(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_not
// CHECK-NEXT: return
func.func @logical_not(%a: tensor<40xcomplex<f32>>) -> (tensor<40xi1>) {
  %0 = torch.aten.logical_not(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xi1>)
  return %0 : tensor<40xi1>
}

// CHECK-LABEL: func.func @logit(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ge
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.log
// CHECK-NEXT: return
func.func @logit(%a: tensor<57xf32>) -> (tensor<57xf32>) {
  %0 = torch.aten.logit(%a, eps = 0.1) : (tensor<57xf32>) -> (tensor<57xf32>)
  return %0 : tensor<57xf32>
}

// CHECK-LABEL: func.func @mish(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.gt
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.log1p
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.tanh
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @mish(%a: tensor<200xf16>) -> (tensor<200xf16>) {
  %0 = torch.aten.mish(%a) : (tensor<200xf16>) -> (tensor<200xf16>)
  return %0 : tensor<200xf16>
}

// CHECK-LABEL: func.func @neg(
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: return
func.func @neg(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.neg(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @reciprocal(
// CHECK-NEXT: = prim.reciprocal
// CHECK-NEXT: return
func.func @reciprocal(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.reciprocal(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @relu(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @relu(%a: tensor<64xui8>) -> (tensor<64xui8>) {
  %0 = torch.aten.relu(%a) : (tensor<64xui8>) -> (tensor<64xui8>)
  return %0 : tensor<64xui8>
}

// CHECK-LABEL: func.func @relu6(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ge
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @relu6(%a: tensor<64xui8>) -> (tensor<64xui8>) {
  %0 = torch.aten.relu6(%a) : (tensor<64xui8>) -> (tensor<64xui8>)
  return %0 : tensor<64xui8>
}

// CHECK-LABEL: func.func @round(
// CHECK-NEXT: = prim.round
// CHECK-NEXT: return
func.func @round(%a: tensor<64xui8>) -> (tensor<64xui8>) {
  %0 = torch.aten.round(%a) : (tensor<64xui8>) -> (tensor<64xui8>)
  return %0 : tensor<64xui8>
}

// CHECK-LABEL: func.func @round_decimals(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.round
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: return
func.func @round_decimals(%a: tensor<64xf32>) -> (tensor<64xf32>) {
  %0 = torch.aten.round.decimals(%a, decimals = 0) : (tensor<64xf32>) -> (tensor<64xf32>)
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @rsqrt(
// CHECK-NEXT: = prim.rsqrt
// CHECK-NEXT: return
func.func @rsqrt(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.rsqrt(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @selu(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.gt
// CHECK-NEXT: = prim.expm1
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @selu(%a: tensor<200xf16>) -> (tensor<200xf16>) {
  %0 = torch.aten.selu(%a) : (tensor<200xf16>) -> (tensor<200xf16>)
  return %0 : tensor<200xf16>
}

// CHECK-LABEL: func.func @sgn(
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @sgn(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.sgn(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @sigmoid(
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: return
func.func @sigmoid(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.sigmoid(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @sign(
// CHECK-NEXT: = prim.sign
// CHECK-NEXT: return
func.func @sign(%a: tensor<64xi1>) -> (tensor<64xi1>) {
  %0 = torch.aten.sign(%a) : (tensor<64xi1>) -> (tensor<64xi1>)
  return %0 : tensor<64xi1>
}

// CHECK-LABEL: func.func @signbit(
// CHECK-NEXT: = prim.signbit
// CHECK-NEXT: return
func.func @signbit(%a: tensor<64xi1>) -> (tensor<64xi1>) {
  %0 = torch.aten.signbit(%a) : (tensor<64xi1>) -> (tensor<64xi1>)
  return %0 : tensor<64xi1>
}

// CHECK-LABEL: func.func @silu(
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: return
func.func @silu(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.silu(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @sin(
// CHECK-NEXT: = prim.sin
// CHECK-NEXT: return
func.func @sin(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.sin(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @sinc(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.sin
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @sinc(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.sinc(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @sinh(
// CHECK-NEXT: = prim.sinh
// CHECK-NEXT: return
func.func @sinh(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.sinh(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @softplus(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.gt
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.log1p
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @softplus(%a: tensor<128xf32>) -> (tensor<128xf32>) {
  %0 = torch.aten.softplus(%a, beta = 2.0, threshold = 5.0) : (tensor<128xf32>) -> (tensor<128xf32>)
  return %0 : tensor<128xf32>
}

// CHECK-LABEL: func.func @softshrink(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.gt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.lt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @softshrink(%a: tensor<128xf32>) -> (tensor<128xf32>) {
  %0 = torch.aten.softshrink(%a, lambd = 1.0) : (tensor<128xf32>) -> (tensor<128xf32>)
  return %0 : tensor<128xf32>
}

// CHECK-LABEL: func.func @special_bessel_j0(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.bessel_j0
// CHECK-NEXT: return
func.func @special_bessel_j0(%a: tensor<64xi1>) -> (tensor<64xf32>) {
  %0 = torch.aten.special_bessel_j0(%a) : (tensor<64xi1>) -> (tensor<64xf32>)
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @special_bessel_j1(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.bessel_j1
// CHECK-NEXT: return
func.func @special_bessel_j1(%a: tensor<64xi1>) -> (tensor<64xf32>) {
  %0 = torch.aten.special_bessel_j1(%a) : (tensor<64xi1>) -> (tensor<64xf32>)
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @special_erfcx(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.erfcx
// CHECK-NEXT: return
func.func @special_erfcx(%a: tensor<64xi1>) -> (tensor<64xf32>) {
  %0 = torch.aten.special_erfcx(%a) : (tensor<64xi1>) -> (tensor<64xf32>)
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @special_i0e(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.bessel_i0e
// CHECK-NEXT: return
func.func @special_i0e(%a: tensor<64xi1>) -> (tensor<64xf32>) {
  %0 = torch.aten.special_i0e(%a) : (tensor<64xi1>) -> (tensor<64xf32>)
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @special_i1(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.bessel_i1
// CHECK-NEXT: return
func.func @special_i1(%a: tensor<64xi1>) -> (tensor<64xf32>) {
  %0 = torch.aten.special_i1(%a) : (tensor<64xi1>) -> (tensor<64xf32>)
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @special_i1e(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.bessel_i1e
// CHECK-NEXT: return
func.func @special_i1e(%a: tensor<64xi1>) -> (tensor<64xf32>) {
  %0 = torch.aten.special_i1e(%a) : (tensor<64xi1>) -> (tensor<64xf32>)
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @special_ndtri(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.ndtri
// CHECK-NEXT: return
func.func @special_ndtri(%a: tensor<64xi1>) -> (tensor<64xf32>) {
  %0 = torch.aten.special_ndtri(%a) : (tensor<64xi1>) -> (tensor<64xf32>)
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @special_spherical_bessel_j0(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.spherical_bessel_j0
// CHECK-NEXT: return
func.func @special_spherical_bessel_j0(%a: tensor<64xi1>) -> (tensor<64xf32>) {
  %0 = torch.aten.special_spherical_bessel_j0(%a) : (tensor<64xi1>) -> (tensor<64xf32>)
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @sqrt(
// CHECK-NEXT: = prim.sqrt
// CHECK-NEXT: return
func.func @sqrt(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.sqrt(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @square(
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: return
func.func @square(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.square(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @tan(
// CHECK-NEXT: = prim.tan
// CHECK-NEXT: return
func.func @tan(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.tan(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @tanh(
// CHECK-NEXT: = prim.tanh
// CHECK-NEXT: return
func.func @tanh(%a: tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>) {
  %0 = torch.aten.tanh(%a) : (tensor<40xcomplex<f32>>) -> (tensor<40xcomplex<f32>>)
  return %0 : tensor<40xcomplex<f32>>
}

// CHECK-LABEL: func.func @threshold(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @threshold(%a: tensor<128xf32>) -> (tensor<128xf32>) {
  %0 = torch.aten.threshold(%a, threshold = 0.5, value = -7.0) : (tensor<128xf32>) -> (tensor<128xf32>)
  return %0 : tensor<128xf32>
}

// CHECK-LABEL: func.func @trunc(
// CHECK-NEXT: = prim.trunc
// CHECK-NEXT: return
func.func @trunc(%a: tensor<64xui8>) -> (tensor<64xui8>) {
  %0 = torch.aten.trunc(%a) : (tensor<64xui8>) -> (tensor<64xui8>)
  return %0 : tensor<64xui8>
}

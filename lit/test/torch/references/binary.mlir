// RUN: tile-opt %s --pass-pipeline='builtin.module(torch-decompose{strict},torch-promote)' | filecheck %s

// Written by go test ./lowering/tensors/references -run FileCheck -update.

// CHECK-LABEL: func.func @add_Scalar(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @add_Scalar(%a: tensor<32xf16>) -> (tensor<32xf16>) {
  %0 = torch.aten.add.Scalar(%a, other = 2) : (tensor<32xf16>) -> (tensor<32xf16>)
  return %0 : tensor<32xf16>
}

// CHECK-LABEL: func.func @add_Tensor(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @add_Tensor(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.add.Tensor(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @addcdiv(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @addcdiv(%a: tensor<4x1xf32>, %b: tensor<5xf32>, %c: tensor<4x5xf32>) -> (tensor<4x5xf32>) {
  %0 = torch.aten.addcdiv(%a, %b, %c, value = 2) : (tensor<4x1xf32>, tensor<5xf32>, tensor<4x5xf32>) -> (tensor<4x5xf32>)
  return %0 : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @addcmul(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @addcmul(%a: tensor<4x1xf32>, %b: tensor<5xf32>, %c: tensor<4x5xf32>) -> (tensor<4x5xf32>) {
  %0 = torch.aten.addcmul(%a, %b, %c, value = 0.5) : (tensor<4x1xf32>, tensor<5xf32>, tensor<4x5xf32>) -> (tensor<4x5xf32>)
  return %0 : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @atan2(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.atan2
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @atan2(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.atan2(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @bitwise_and_Scalar(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.bitwise_and
// CHECK-NEXT: return
func.func @bitwise_and_Scalar(%a: tensor<32xi64>) -> (tensor<32xi64>) {
  %0 = torch.aten.bitwise_and.Scalar(%a, other = 2) : (tensor<32xi64>) -> (tensor<32xi64>)
  return %0 : tensor<32xi64>
}

// CHECK-LABEL: func.func @bitwise_and_Tensor(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.bitwise_and
// CHECK-NEXT: return
func.func @bitwise_and_Tensor(%a: tensor<3xi64>, %b: tensor<i64>) -> (tensor<3xi64>) {
  %0 = torch.aten.bitwise_and.Tensor(%a, %b) : (tensor<3xi64>, tensor<i64>) -> (tensor<3xi64>)
  return %0 : tensor<3xi64>
}

// CHECK-LABEL: func.func @bitwise_left_shift_Tensor(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.shift_left
// CHECK-NEXT: return
func.func @bitwise_left_shift_Tensor(%a: tensor<3xi64>, %b: tensor<i64>) -> (tensor<3xi64>) {
  %0 = torch.aten.bitwise_left_shift.Tensor(%a, %b) : (tensor<3xi64>, tensor<i64>) -> (tensor<3xi64>)
  return %0 : tensor<3xi64>
}

// CHECK-LABEL: func.func @bitwise_or_Scalar(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: return
func.func @bitwise_or_Scalar(%a: tensor<32xi64>) -> (tensor<32xi64>) {
  %0 = torch.aten.bitwise_or.Scalar(%a, other = 2) : (tensor<32xi64>) -> (tensor<32xi64>)
  return %0 : tensor<32xi64>
}

// CHECK-LABEL: func.func @bitwise_or_Tensor(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: return
func.func @bitwise_or_Tensor(%a: tensor<3xi64>, %b: tensor<i64>) -> (tensor<3xi64>) {
  %0 = torch.aten.bitwise_or.Tensor(%a, %b) : (tensor<3xi64>, tensor<i64>) -> (tensor<3xi64>)
  return %0 : tensor<3xi64>
}

// CHECK-LABEL: func.func @bitwise_right_shift_Tensor(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.shift_right_arithmetic
// CHECK-NEXT: return
func.func @bitwise_right_shift_Tensor(%a: tensor<3xi64>, %b: tensor<i64>) -> (tensor<3xi64>) {
  %0 = torch.aten.bitwise_right_shift.Tensor(%a, %b) : (tensor<3xi64>, tensor<i64>) -> (tensor<3xi64>)
  return %0 : tensor<3xi64>
}

// CHECK-LABEL: func.func @bitwise_xor_Scalar(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.bitwise_xor
// CHECK-NEXT: return
func.func @bitwise_xor_Scalar(%a: tensor<32xi64>) -> (tensor<32xi64>) {
  %0 = torch.aten.bitwise_xor.Scalar(%a, other = 2) : (tensor<32xi64>) -> (tensor<32xi64>)
  return %0 : tensor<32xi64>
}

// CHECK-LABEL: func.func @bitwise_xor_Tensor(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.bitwise_xor
// CHECK-NEXT: return
func.func @bitwise_xor_Tensor(%a: tensor<3xi64>, %b: tensor<i64>) -> (tensor<3xi64>) {
  %0 = torch.aten.bitwise_xor.Tensor(%a, %b) : (tensor<3xi64>, tensor<i64>) -> (tensor<3xi64>)
  return %0 : tensor<3xi64>
}

// CHECK-LABEL: func.func @clamp_Tensor(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.ge
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @clamp_Tensor(%a: tensor<24x1x1xf32>, %b: tensor<24x1xf32>, %c: tensor<24xf32>) -> (tensor<24x24x24xf32>) {
  %0 = torch.aten.clamp.Tensor(%a, min = %b, max = %c) : (tensor<24x1x1xf32>, tensor<24x1xf32>, tensor<24xf32>) -> (tensor<24x24x24xf32>)
  return %0 : tensor<24x24x24xf32>
}

// CHECK-LABEL: func.func @clamp_max(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @clamp_max(%a: tensor<24x1x1xf32>) -> (tensor<24x1x1xf32>) {
  %0 = torch.aten.clamp_max(%a, max = 0.5) : (tensor<24x1x1xf32>) -> (tensor<24x1x1xf32>)
  return %0 : tensor<24x1x1xf32>
}

// CHECK-LABEL: func.func @clamp_max_Tensor(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @clamp_max_Tensor(%a: tensor<24x1x1xf32>, %b: tensor<24x1xf32>) -> (tensor<24x24x1xf32>) {
  %0 = torch.aten.clamp_max.Tensor(%a, %b) : (tensor<24x1x1xf32>, tensor<24x1xf32>) -> (tensor<24x24x1xf32>)
  return %0 : tensor<24x24x1xf32>
}

// CHECK-LABEL: func.func @clamp_min(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ge
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @clamp_min(%a: tensor<24x1x1xf32>) -> (tensor<24x1x1xf32>) {
  %0 = torch.aten.clamp_min(%a, min = 0.5) : (tensor<24x1x1xf32>) -> (tensor<24x1x1xf32>)
  return %0 : tensor<24x1x1xf32>
}

// CHECK-LABEL: func.func @clamp_min_Tensor(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.ge
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @clamp_min_Tensor(%a: tensor<24x1x1xf32>, %b: tensor<24x1xf32>) -> (tensor<24x24x1xf32>) {
  %0 = torch.aten.clamp_min.Tensor(%a, %b) : (tensor<24x1x1xf32>, tensor<24x1xf32>) -> (tensor<24x24x1xf32>)
  return %0 : tensor<24x24x1xf32>
}

// CHECK-LABEL: func.func @copysign_Tensor(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.signbit
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @copysign_Tensor(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.copysign.Tensor(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @div_Scalar(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @div_Scalar(%a: tensor<32xf16>) -> (tensor<32xf16>) {
  %0 = torch.aten.div.Scalar(%a, other = 2) : (tensor<32xf16>) -> (tensor<32xf16>)
  return %0 : tensor<32xf16>
}

// CHECK-LABEL: func.func @div_Tensor(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @div_Tensor(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.div.Tensor(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @div_Tensor_mode(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.div
// CHECK-NEXT: return
func.func @div_Tensor_mode(%a: tensor<32x1xui8>, %b: tensor<27xui8>) -> (tensor<32x27xui8>) {
  %0 = torch.aten.div.Tensor_mode(%a, %b, rounding_mode = "trunc") : (tensor<32x1xui8>, tensor<27xui8>) -> (tensor<32x27xui8>)
  return %0 : tensor<32x27xui8>
}

// CHECK-LABEL: func.func @eq_Scalar(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: return
func.func @eq_Scalar(%a: tensor<32xf16>) -> (tensor<32xi1>) {
  %0 = torch.aten.eq.Scalar(%a, other = 2) : (tensor<32xf16>) -> (tensor<32xi1>)
  return %0 : tensor<32xi1>
}

// CHECK-LABEL: func.func @eq_Tensor(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: return
func.func @eq_Tensor(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xi1>) {
  %0 = torch.aten.eq.Tensor(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xi1>)
  return %0 : tensor<3xi1>
}

// CHECK-LABEL: func.func @float_power_Tensor_Tensor(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.pow
// CHECK-NEXT: return
func.func @float_power_Tensor_Tensor(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf64>) {
  %0 = torch.aten.float_power.Tensor_Tensor(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf64>)
  return %0 : tensor<3xf64>
}

// CHECK-LABEL: func.func @floor_divide(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.fmod
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.lt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.lt
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_and
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.floor
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.gt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.signbit
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @floor_divide(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.floor_divide(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @fmax(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.fmax
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @fmax(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.fmax(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @fmin(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.fmin
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @fmin(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.fmin(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @fmod_Scalar(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.fmod
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @fmod_Scalar(%a: tensor<32xf16>) -> (tensor<32xf16>) {
  %0 = torch.aten.fmod.Scalar(%a, other = 2) : (tensor<32xf16>) -> (tensor<32xf16>)
  return %0 : tensor<32xf16>
}

// CHECK-LABEL: func.func @fmod_Tensor(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.fmod
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @fmod_Tensor(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.fmod.Tensor(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @gcd(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.gcd
// CHECK-NEXT: return
func.func @gcd(%a: tensor<3xi64>, %b: tensor<i64>) -> (tensor<3xi64>) {
  %0 = torch.aten.gcd(%a, %b) : (tensor<3xi64>, tensor<i64>) -> (tensor<3xi64>)
  return %0 : tensor<3xi64>
}

// CHECK-LABEL: func.func @ge_Scalar(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ge
// CHECK-NEXT: return
func.func @ge_Scalar(%a: tensor<32xf16>) -> (tensor<32xi1>) {
  %0 = torch.aten.ge.Scalar(%a, other = 2) : (tensor<32xf16>) -> (tensor<32xi1>)
  return %0 : tensor<32xi1>
}

// CHECK-LABEL: func.func @ge_Tensor(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.ge
// CHECK-NEXT: return
func.func @ge_Tensor(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xi1>) {
  %0 = torch.aten.ge.Tensor(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xi1>)
  return %0 : tensor<3xi1>
}

// CHECK-LABEL: func.func @gt_Scalar(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.gt
// CHECK-NEXT: return
func.func @gt_Scalar(%a: tensor<32xf16>) -> (tensor<32xi1>) {
  %0 = torch.aten.gt.Scalar(%a, other = 2) : (tensor<32xf16>) -> (tensor<32xi1>)
  return %0 : tensor<32xi1>
}

// CHECK-LABEL: func.func @gt_Tensor(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.gt
// CHECK-NEXT: return
func.func @gt_Tensor(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xi1>) {
  %0 = torch.aten.gt.Tensor(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xi1>)
  return %0 : tensor<3xi1>
}

// CHECK-LABEL: func.func @heaviside(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.lt
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @heaviside(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.heaviside(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @hypot(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.hypot
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @hypot(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.hypot(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @igamma(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.igamma
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @igamma(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.igamma(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @igammac(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.igammac
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @igammac(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.igammac(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @isclose(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.isfinite
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.bitwise_and
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: return
func.func @isclose(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xi1>) {
  %0 = torch.aten.isclose(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xi1>)
  return %0 : tensor<3xi1>
}

// CHECK-LABEL: func.func @lcm(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.gcd
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: return
func.func @lcm(%a: tensor<3xi64>, %b: tensor<i64>) -> (tensor<3xi64>) {
  %0 = torch.aten.lcm(%a, %b) : (tensor<3xi64>, tensor<i64>) -> (tensor<3xi64>)
  return %0 : tensor<3xi64>
}

// CHECK-LABEL: func.func @le_Scalar(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.le
// CHECK-NEXT: return
func.func @le_Scalar(%a: tensor<32xf16>) -> (tensor<32xi1>) {
  %0 = torch.aten.le.Scalar(%a, other = 2) : (tensor<32xf16>) -> (tensor<32xi1>)
  return %0 : tensor<32xi1>
}

// CHECK-LABEL: func.func @le_Tensor(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.le
// CHECK-NEXT: return
func.func @le_Tensor(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xi1>) {
  %0 = torch.aten.le.Tensor(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xi1>)
  return %0 : tensor<3xi1>
}

// CHECK-LABEL: func.func @lerp_Scalar(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @lerp_Scalar(%a: tensor<4x1xf32>, %b: tensor<5xf32>) -> (tensor<4x5xf32>) {
  %0 = torch.aten.lerp.Scalar(%a, %b, weight = 0.3) : (tensor<4x1xf32>, tensor<5xf32>) -> (tensor<4x5xf32>)
  return %0 : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @lerp_Tensor(
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.lt
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @lerp_Tensor(%a: tensor<4x1xf32>, %b: tensor<5xf32>, %c: tensor<4x5xf32>) -> (tensor<4x5xf32>) {
  %0 = torch.aten.lerp.Tensor(%a, %b, %c) : (tensor<4x1xf32>, tensor<5xf32>, tensor<4x5xf32>) -> (tensor<4x5xf32>)
  return %0 : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @logaddexp(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.bitwise_and
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.log1p
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @logaddexp(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.logaddexp(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @logaddexp2(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.bitwise_and
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.exp2
// CHECK-NEXT: = prim.log1p
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @logaddexp2(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.logaddexp2(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @logical_and(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.bitwise_and
// CHECK-NEXT: return
func.func @logical_and(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xi1>) {
  %0 = torch.aten.logical_and(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xi1>)
  return %0 : tensor<3xi1>
}

// CHECK-LABEL: func.func @logical_or(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: return
func.func @logical_or(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xi1>) {
  %0 = torch.aten.logical_or(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xi1>)
  return %0 : tensor<3xi1>
}

// CHECK-LABEL: func.func @logical_xor(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.bitwise_xor
// CHECK-NEXT: return
func.func @logical_xor(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xi1>) {
  %0 = torch.aten.logical_xor(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xi1>)
  return %0 : tensor<3xi1>
}

// CHECK-LABEL: func.func @lt_Scalar(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.lt
// CHECK-NEXT: return
func.func @lt_Scalar(%a: tensor<32xf16>) -> (tensor<32xi1>) {
  %0 = torch.aten.lt.Scalar(%a, other = 2) : (tensor<32xf16>) -> (tensor<32xi1>)
  return %0 : tensor<32xi1>
}

// CHECK-LABEL: func.func @lt_Tensor(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.lt
// CHECK-NEXT: return
func.func @lt_Tensor(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xi1>) {
  %0 = torch.aten.lt.Tensor(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xi1>)
  return %0 : tensor<3xi1>
}

// CHECK-LABEL: func.func @masked_fill_Scalar(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @masked_fill_Scalar(%a: tensor<4x5xf32>, %b: tensor<5xi1>) -> (tensor<4x5xf32>) {
  %0 = torch.aten.masked_fill.Scalar(%a, %b, value = -inf) : (tensor<4x5xf32>, tensor<5xi1>) -> (tensor<4x5xf32>)
  return %0 : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @masked_fill_Tensor(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @masked_fill_Tensor(%a: tensor<4x5xf32>, %b: tensor<4x1xi1>, %c: tensor<f32>) -> (tensor<4x5xf32>) {
  %0 = torch.aten.masked_fill.Tensor(%a, %b, %c) : (tensor<4x5xf32>, tensor<4x1xi1>, tensor<f32>) -> (tensor<4x5xf32>)
  return %0 : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @maximum(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @maximum(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.maximum(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @minimum(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @minimum(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.minimum(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @mul_Scalar(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @mul_Scalar(%a: tensor<32xf16>) -> (tensor<32xf16>) {
  %0 = torch.aten.mul.Scalar(%a, other = 2) : (tensor<32xf16>) -> (tensor<32xf16>)
  return %0 : tensor<32xf16>
}

// CHECK-LABEL: func.func @mul_Tensor(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @mul_Tensor(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.mul.Tensor(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @ne_Scalar(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: return
func.func @ne_Scalar(%a: tensor<32xf16>) -> (tensor<32xi1>) {
  %0 = torch.aten.ne.Scalar(%a, other = 2) : (tensor<32xf16>) -> (tensor<32xi1>)
  return %0 : tensor<32xi1>
}

// CHECK-LABEL: func.func @ne_Tensor(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: return
func.func @ne_Tensor(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xi1>) {
  %0 = torch.aten.ne.Tensor(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xi1>)
  return %0 : tensor<3xi1>
}

// CHECK-LABEL: func.func @nextafter(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.nextafter
// CHECK-NEXT: return
func.func @nextafter(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.nextafter(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @pow_Scalar(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.pow
// CHECK-NEXT: return
func.func @pow_Scalar(%a: tensor<20xf32>) -> (tensor<20xf32>) {
  %0 = torch.aten.pow.Scalar(%a, self = 2) : (tensor<20xf32>) -> (tensor<20xf32>)
  return %0 : tensor<20xf32>
}

// CHECK-LABEL: func.func @pow_Tensor_Scalar(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.pow
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @pow_Tensor_Scalar(%a: tensor<32xf16>) -> (tensor<32xf16>) {
  %0 = torch.aten.pow.Tensor_Scalar(%a, exponent = 2) : (tensor<32xf16>) -> (tensor<32xf16>)
  return %0 : tensor<32xf16>
}

// CHECK-LABEL: func.func @pow_Tensor_Tensor(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.pow
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @pow_Tensor_Tensor(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.pow.Tensor_Tensor(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @remainder_Scalar(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.remainder
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @remainder_Scalar(%a: tensor<32xf16>) -> (tensor<32xf16>) {
  %0 = torch.aten.remainder.Scalar(%a, other = 2) : (tensor<32xf16>) -> (tensor<32xf16>)
  return %0 : tensor<32xf16>
}

// CHECK-LABEL: func.func @remainder_Tensor(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.remainder
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @remainder_Tensor(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.remainder.Tensor(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @rsub_Scalar(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @rsub_Scalar(%a: tensor<32xf16>) -> (tensor<32xf16>) {
  %0 = torch.aten.rsub.Scalar(%a, other = 2) : (tensor<32xf16>) -> (tensor<32xf16>)
  return %0 : tensor<32xf16>
}

// CHECK-LABEL: func.func @special_zeta(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.zeta
// CHECK-NEXT: return
func.func @special_zeta(%a: tensor<3xi64>, %b: tensor<i64>) -> (tensor<3xf32>) {
  %0 = torch.aten.special_zeta(%a, %b) : (tensor<3xi64>, tensor<i64>) -> (tensor<3xf32>)
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @sub_Scalar(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @sub_Scalar(%a: tensor<32xf16>) -> (tensor<32xf16>) {
  %0 = torch.aten.sub.Scalar(%a, other = 2) : (tensor<32xf16>) -> (tensor<32xf16>)
  return %0 : tensor<32xf16>
}

// CHECK-LABEL: func.func @sub_Tensor(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @sub_Tensor(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.sub.Tensor(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @where_self(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @where_self(%a: tensor<4x5xi1>, %b: tensor<4x1xf32>, %c: tensor<5xf32>) -> (tensor<4x5xf32>) {
  %0 = torch.aten.where.self(%a, %b, %c) : (tensor<4x5xi1>, tensor<4x1xf32>, tensor<5xf32>) -> (tensor<4x5xf32>)
  return %0 : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @xlogy_Tensor(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.log
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @xlogy_Tensor(%a: tensor<3xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %0 = torch.aten.xlogy.Tensor(%a, %b) : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>)
  return %0 : tensor<3xf16>
}

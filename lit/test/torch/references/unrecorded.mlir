// RUN: tile-opt %s --pass-pipeline='builtin.module(torch-decompose{strict},torch-promote)' | filecheck %s

// Written by go test ./lowering/tensors/references -run FileCheck -update.

// CHECK-LABEL: func.func @_adaptive_avg_pool2d(
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.cat
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.cat
// CHECK-NEXT: return
func.func @_adaptive_avg_pool2d(%a: tensor<1x2x4x6xf32>) -> (tensor<1x2x2x2xf32>) {
  %0 = torch.aten._adaptive_avg_pool2d(%a, output_size = [2, 2]) : (tensor<1x2x4x6xf32>) -> (tensor<1x2x2x2xf32>)
  return %0 : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @_fused_rms_norm(
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.rsqrt
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: return
func.func @_fused_rms_norm(%a: tensor<3x4xf32>, %b: tensor<4xf32>) -> (tensor<3x4xf32>, tensor<3x1xf32>) {
  %0:2 = torch.aten._fused_rms_norm(%a, normalized_shape = [4], weight = %b, eps = 1.0e-05) : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<3x1xf32>)
  return %0#0, %0#1 : tensor<3x4xf32>, tensor<3x1xf32>
}

// CHECK-LABEL: func.func @_fused_rms_norm_backward(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: return
func.func @_fused_rms_norm_backward(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>, %c: tensor<3x1xf32>, %d: tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>) {
  %0:2 = torch.aten._fused_rms_norm_backward(%a, %b, normalized_shape = [4], rstd = %c, weight = %d, output_mask = "[true, true]") : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x1xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<3x4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @_log_softmax(
// CHECK-NEXT: = prim.amax
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.log
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: return
func.func @_log_softmax(%a: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten._log_softmax(%a, dim = 1, half_to_float = false) : (tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @_native_batch_norm_legit_functional(
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.var
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.rsqrt
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.var
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @_native_batch_norm_legit_functional(%a: tensor<2x3x4xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:5 = torch.aten._native_batch_norm_legit_functional(%a, weight = %b, bias = %c, %d, %e, training = true, momentum = 0.1, eps = 1.0e-05) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @_native_batch_norm_legit_no_training(
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.rsqrt
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.full
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @_native_batch_norm_legit_no_training(%a: tensor<2x3x4xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>) {
  %0:3 = torch.aten._native_batch_norm_legit_no_training(%a, weight = %b, bias = %c, %d, %e, momentum = 0.1, eps = 1.0e-05) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>
}

// CHECK-LABEL: func.func @_safe_softmax(
// CHECK-NEXT: = prim.amax
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.amax
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @_safe_softmax(%a: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten._safe_softmax(%a, dim = 1) : (tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @_scaled_dot_product_flash_attention_for_cpu(
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.amax
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.amax
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.log
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @_scaled_dot_product_flash_attention_for_cpu(%a: tensor<1x2x4x5xf32>, %b: tensor<1x2x6x5xf32>, %c: tensor<1x2x6x5xf32>) -> (tensor<1x2x4x5xf32>, tensor<1x2x4xf32>) {
  %0:2 = torch.aten._scaled_dot_product_flash_attention_for_cpu(%a, %b, %c) : (tensor<1x2x4x5xf32>, tensor<1x2x6x5xf32>, tensor<1x2x6x5xf32>) -> (tensor<1x2x4x5xf32>, tensor<1x2x4xf32>)
  return %0#0, %0#1 : tensor<1x2x4x5xf32>, tensor<1x2x4xf32>
}

// CHECK-LABEL: func.func @_scaled_dot_product_flash_attention_for_cpu_backward(
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: return
func.func @_scaled_dot_product_flash_attention_for_cpu_backward(%a: tensor<1x2x4x5xf32>, %b: tensor<1x2x4x5xf32>, %c: tensor<1x2x6x5xf32>, %d: tensor<1x2x6x5xf32>, %e: tensor<1x2x4x5xf32>, %f: tensor<1x2x4xf32>) -> (tensor<1x2x4x5xf32>, tensor<1x2x6x5xf32>, tensor<1x2x6x5xf32>) {
  %0:3 = torch.aten._scaled_dot_product_flash_attention_for_cpu_backward(%a, %b, %c, %d, %e, %f, dropout_p = 0.0, is_causal = false) : (tensor<1x2x4x5xf32>, tensor<1x2x4x5xf32>, tensor<1x2x6x5xf32>, tensor<1x2x6x5xf32>, tensor<1x2x4x5xf32>, tensor<1x2x4xf32>) -> (tensor<1x2x4x5xf32>, tensor<1x2x6x5xf32>, tensor<1x2x6x5xf32>)
  return %0#0, %0#1, %0#2 : tensor<1x2x4x5xf32>, tensor<1x2x6x5xf32>, tensor<1x2x6x5xf32>
}

// CHECK-LABEL: func.func @_softmax(
// CHECK-NEXT: = prim.amax
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.div
// CHECK-NEXT: return
func.func @_softmax(%a: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten._softmax(%a, dim = 1, half_to_float = false) : (tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @_unsafe_view(
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: return
func.func @_unsafe_view(%a: tensor<3x4xf32>) -> (tensor<4x3xf32>) {
  %0 = torch.aten._unsafe_view(%a, size = [4, 3]) : (tensor<3x4xf32>) -> (tensor<4x3xf32>)
  return %0 : tensor<4x3xf32>
}

// CHECK-LABEL: func.func @addcdiv_(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @addcdiv_(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.addcdiv_(%a, %b, %c) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @addcmul_(
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @addcmul_(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.addcmul_(%a, %b, %c) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @addmv(
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @addmv(%a: tensor<3xf32>, %b: tensor<3x4xf32>, %c: tensor<4xf32>) -> (tensor<3xf32>) {
  %0 = torch.aten.addmv(%a, %b, %c) : (tensor<3xf32>, tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3xf32>)
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @alias(
// CHECK-NEXT: return
func.func @alias(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.alias(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @all_dims(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_not
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: return
func.func @all_dims(%a: tensor<3x4xf32>) -> (tensor<i1>) {
  %0 = torch.aten.all.dims(%a, dim = [0, 1]) : (tensor<3x4xf32>) -> (tensor<i1>)
  return %0 : tensor<i1>
}

// CHECK-LABEL: func.func @any_dims(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: return
func.func @any_dims(%a: tensor<3x4xf32>) -> (tensor<3xi1>) {
  %0 = torch.aten.any.dims(%a, dim = [1]) : (tensor<3x4xf32>) -> (tensor<3xi1>)
  return %0 : tensor<3xi1>
}

// CHECK-LABEL: func.func @as_strided(
// CHECK-NEXT: = prim.as_strided
// CHECK-NEXT: return
func.func @as_strided(%a: tensor<6xf32>) -> (tensor<2x2xf32>) {
  %0 = torch.aten.as_strided(%a, size = [2, 2], stride = [1, 2]) : (tensor<6xf32>) -> (tensor<2x2xf32>)
  return %0 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @batch_norm(
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.rsqrt
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.full
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @batch_norm(%a: tensor<2x3x4xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) -> (tensor<2x3x4xf32>) {
  %0 = torch.aten.batch_norm(%a, weight = %b, bias = %c, running_mean = %d, running_var = %e, training = false, momentum = 0.1, eps = 1.0e-05, cudnn_enabled = false) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>)
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @bmm_out(
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @bmm_out(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>, %c: tensor<2x3x5xf32>) -> (tensor<2x3x5xf32>) {
  %0 = torch.aten.bmm.out(%a, %b, %c) : (tensor<2x3x4xf32>, tensor<2x4x5xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x5xf32>)
  return %0 : tensor<2x3x5xf32>
}

// CHECK-LABEL: func.func @mm_out(
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @mm_out(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>, %c: tensor<3x5xf32>) -> (tensor<3x5xf32>) {
  %0 = torch.aten.mm.out(%a, %b, %c) : (tensor<3x4xf32>, tensor<4x5xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>)
  return %0 : tensor<3x5xf32>
}

// CHECK-LABEL: func.func @cat_out(
// CHECK-NEXT: = prim.cat
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @cat_out(%a: tensor<2xf32>, %b: tensor<3xf32>, %c: tensor<5xf32>) -> (tensor<5xf32>) {
  %0 = torch.aten.cat.out([%a, %b], dim = 0, %c) : (tensor<2xf32>, tensor<3xf32>, tensor<5xf32>) -> (tensor<5xf32>)
  return %0 : tensor<5xf32>
}

// CHECK-LABEL: func.func @clamp_out(
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
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @clamp_out(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.clamp.out(%a, min = 1, max = 2, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @clamp_(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ge
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @clamp_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.clamp_(%a, min = 1) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @clamp_max_(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @clamp_max_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.clamp_max_(%a, max = 1) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @clamp_min_(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ge
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @clamp_min_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.clamp_min_(%a, min = 1) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @clone(
// CHECK-NEXT: = prim.clone
// CHECK-NEXT: return
func.func @clone(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.clone(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @contiguous(
// CHECK-NEXT: return
func.func @contiguous(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.contiguous(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @detach(
// CHECK-NEXT: return
func.func @detach(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.detach(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @conj_physical(
// CHECK-NEXT: = prim.clone
// CHECK-NEXT: return
func.func @conj_physical(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.conj_physical(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @conv2d(
// CHECK-NEXT: = prim.convolution
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @conv2d(%a: tensor<1x2x4x4xf32>, %b: tensor<3x2x3x3xf32>, %c: tensor<3xf32>) -> (tensor<1x3x2x2xf32>) {
  %0 = torch.aten.conv2d(%a, %b, bias = %c) : (tensor<1x2x4x4xf32>, tensor<3x2x3x3xf32>, tensor<3xf32>) -> (tensor<1x3x2x2xf32>)
  return %0 : tensor<1x3x2x2xf32>
}

// CHECK-LABEL: func.func @conv3d(
// CHECK-NEXT: = prim.convolution
// CHECK-NEXT: return
func.func @conv3d(%a: tensor<1x2x3x3x3xf32>, %b: tensor<1x2x2x2x2xf32>) -> (tensor<1x1x2x2x2xf32>) {
  %0 = torch.aten.conv3d(%a, %b) : (tensor<1x2x3x3x3xf32>, tensor<1x2x2x2x2xf32>) -> (tensor<1x1x2x2x2xf32>)
  return %0 : tensor<1x1x2x2x2xf32>
}

// CHECK-LABEL: func.func @convolution_backward(
// CHECK-NEXT: = prim.convolution
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: = prim.convolution
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: return
func.func @convolution_backward(%a: tensor<1x3x2x2xf32>, %b: tensor<1x2x4x4xf32>, %c: tensor<3x2x3x3xf32>) -> (tensor<1x2x4x4xf32>, tensor<3x2x3x3xf32>, tensor<3xf32>) {
  %0:3 = torch.aten.convolution_backward(%a, %b, %c, bias_sizes = [3], stride = [1, 1], padding = [0, 0], dilation = [1, 1], transposed = false, output_padding = [0, 0], groups = 1, output_mask = "[true, true, true]") : (tensor<1x3x2x2xf32>, tensor<1x2x4x4xf32>, tensor<3x2x3x3xf32>) -> (tensor<1x2x4x4xf32>, tensor<3x2x3x3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<1x2x4x4xf32>, tensor<3x2x3x3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @div_Scalar_mode(
// CHECK-NEXT: = prim.fill
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
// CHECK-NEXT: return
func.func @div_Scalar_mode(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.div.Scalar_mode(%a, other = 2.0, rounding_mode = "floor") : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @dropout(
// CHECK-NEXT: = prim.random_key
// CHECK-NEXT: = prim.uniform
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.lt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @dropout(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.dropout(%a, p = 0.5, train = true) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @native_dropout(
// CHECK-NEXT: = prim.random_key
// CHECK-NEXT: = prim.uniform
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.lt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @native_dropout(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>) {
  %0:2 = torch.aten.native_dropout(%a, p = 0.5, train = true) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi1>
}

// CHECK-LABEL: func.func @elu_(
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
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @elu_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.elu_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @elu_backward(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @elu_backward(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.elu_backward(%a, alpha = 0.5, scale = 1.0, input_scale = 1.0, is_result = false, self_or_result = %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @expand_as(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: return
func.func @expand_as(%a: tensor<1x4xf32>, %b: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.expand_as(%a, %b) : (tensor<1x4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @view_as(
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: return
func.func @view_as(%a: tensor<6xf32>, %b: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  %0 = torch.aten.view_as(%a, %b) : (tensor<6xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @type_as(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @type_as(%a: tensor<4xf32>, %b: tensor<4xi64>) -> (tensor<4xi64>) {
  %0 = torch.aten.type_as(%a, %b) : (tensor<4xf32>, tensor<4xi64>) -> (tensor<4xi64>)
  return %0 : tensor<4xi64>
}

// CHECK-LABEL: func.func @fill_Scalar(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: return
func.func @fill_Scalar(%a: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.fill.Scalar(%a, value = 2) : (tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @fill__Scalar(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @fill__Scalar(%a: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.fill_.Scalar(%a, value = 2) : (tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @fill_Tensor(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.clone
// CHECK-NEXT: return
func.func @fill_Tensor(%a: tensor<4xf32>, %b: tensor<f32>) -> (tensor<4xf32>) {
  %0 = torch.aten.fill.Tensor(%a, %b) : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @fill__Tensor(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.clone
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @fill__Tensor(%a: tensor<4xf32>, %b: tensor<f32>) -> (tensor<4xf32>) {
  %0 = torch.aten.fill_.Tensor(%a, %b) : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @hardsigmoid_backward(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.gt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.lt
// CHECK-NEXT: = prim.bitwise_and
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @hardsigmoid_backward(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.hardsigmoid_backward(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @hardswish_backward(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.lt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @hardswish_backward(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.hardswish_backward(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @hardtanh_(
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
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @hardtanh_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.hardtanh_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @hardtanh_backward(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ge
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @hardtanh_backward(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.hardtanh_backward(%a, %b, min_val = -1.0, max_val = 1.0) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @leaky_relu_(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.gt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @leaky_relu_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.leaky_relu_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @leaky_relu_backward(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.gt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @leaky_relu_backward(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.leaky_relu_backward(%a, %b, negative_slope = 0.1, self_is_result = false) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @lerp__Scalar(
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @lerp__Scalar(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.lerp_.Scalar(%a, %b, weight = 0.25) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @lerp__Tensor(
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.lt
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @lerp__Tensor(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.lerp_.Tensor(%a, %b, %c) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @masked_fill__Scalar(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @masked_fill__Scalar(%a: tensor<4xf32>, %b: tensor<4xi1>) -> (tensor<4xf32>) {
  %0 = torch.aten.masked_fill_.Scalar(%a, %b, value = 1.0) : (tensor<4xf32>, tensor<4xi1>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @max_pool2d_with_indices(
// CHECK-NEXT: = prim.unfold
// CHECK-NEXT: = prim.unfold
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.argmax
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.unfold
// CHECK-NEXT: = prim.unfold
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.gather
// CHECK-NEXT: = prim.amax
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: return
func.func @max_pool2d_with_indices(%a: tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi64>) {
  %0:2 = torch.aten.max_pool2d_with_indices(%a, kernel_size = [2, 2]) : (tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi64>)
  return %0#0, %0#1 : tensor<1x2x2x2xf32>, tensor<1x2x2x2xi64>
}

// CHECK-LABEL: func.func @max_pool2d_with_indices_backward(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.scatter
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: return
func.func @max_pool2d_with_indices_backward(%a: tensor<1x2x2x2xf32>, %b: tensor<1x2x4x4xf32>, %c: tensor<1x2x2x2xi64>) -> (tensor<1x2x4x4xf32>) {
  %0 = torch.aten.max_pool2d_with_indices_backward(%a, %b, kernel_size = [2, 2], stride = [2, 2], padding = [0, 0], dilation = [1, 1], ceil_mode = false, indices = %c) : (tensor<1x2x2x2xf32>, tensor<1x2x4x4xf32>, tensor<1x2x2x2xi64>) -> (tensor<1x2x4x4xf32>)
  return %0 : tensor<1x2x4x4xf32>
}

// CHECK-LABEL: func.func @masked_scatter(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.cumsum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @masked_scatter(%a: tensor<3x4xf32>, %b: tensor<4xi1>, %c: tensor<6xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.masked_scatter(%a, %b, %c) : (tensor<3x4xf32>, tensor<4xi1>, tensor<6xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @nan_to_num(
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @nan_to_num(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.nan_to_num(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @native_batch_norm_backward(
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: return
func.func @native_batch_norm_backward(%a: tensor<2x3x4xf32>, %b: tensor<2x3x4xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = torch.aten.native_batch_norm_backward(%a, %b, weight = %c, save_mean = %d, save_invstd = %e, train = true, eps = 1.0e-05, output_mask = "[true, true, true]") : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @nll_loss_backward(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.gather
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.scatter
// CHECK-NEXT: return
func.func @nll_loss_backward(%a: tensor<f32>, %b: tensor<3x4xf32>, %c: tensor<3xi64>, %d: tensor<f32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.nll_loss_backward(%a, %b, %c, reduction = 1, ignore_index = -100, total_weight = %d) : (tensor<f32>, tensor<3x4xf32>, tensor<3xi64>, tensor<f32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @rand(
// CHECK-NEXT: = prim.random_key
// CHECK-NEXT: = prim.uniform
// CHECK-NEXT: return
func.func @rand() -> (tensor<4xf32>) {
  %0 = torch.aten.rand(size = [4]) : () -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @randn(
// CHECK-NEXT: = prim.random_key
// CHECK-NEXT: = prim.normal
// CHECK-NEXT: return
func.func @randn() -> (tensor<4xf32>) {
  %0 = torch.aten.randn(size = [4]) : () -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @scalar_tensor(
// CHECK-NEXT: = prim.full
// CHECK-NEXT: return
func.func @scalar_tensor() -> (tensor<f32>) {
  %0 = torch.aten.scalar_tensor(s = 1.5) : () -> (tensor<f32>)
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @rsub_Tensor(
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: return
func.func @rsub_Tensor(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.rsub.Tensor(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @select_backward(
// CHECK-NEXT: = prim.full
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.slice_scatter
// CHECK-NEXT: return
func.func @select_backward(%a: tensor<4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.select_backward(%a, input_sizes = [3, 4], dim = 0, index = 1) : (tensor<4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @select_scatter(
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.slice_scatter
// CHECK-NEXT: return
func.func @select_scatter(%a: tensor<3x4xf32>, %b: tensor<4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.select_scatter(%a, %b, dim = 0, index = 1) : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @slice_backward(
// CHECK-NEXT: = prim.full
// CHECK-NEXT: = prim.slice_scatter
// CHECK-NEXT: return
func.func @slice_backward(%a: tensor<2xf32>) -> (tensor<6xf32>) {
  %0 = torch.aten.slice_backward(%a, input_sizes = [6], dim = 0, start = 1, end = 5, step = 2) : (tensor<2xf32>) -> (tensor<6xf32>)
  return %0 : tensor<6xf32>
}

// CHECK-LABEL: func.func @slice_scatter(
// CHECK-NEXT: = prim.slice_scatter
// CHECK-NEXT: return
func.func @slice_scatter(%a: tensor<6xf32>, %b: tensor<2xf32>) -> (tensor<6xf32>) {
  %0 = torch.aten.slice_scatter(%a, %b, dim = 0, start = 1, end = 3) : (tensor<6xf32>, tensor<2xf32>) -> (tensor<6xf32>)
  return %0 : tensor<6xf32>
}

// CHECK-LABEL: func.func @softplus_backward(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.gt
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @softplus_backward(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.softplus_backward(%a, %b, beta = 1.0, threshold = 20.0) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sort(
// CHECK-NEXT: = prim.sort
// CHECK-NEXT: return
func.func @sort(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  %0:2 = torch.aten.sort(%a, dim = 0) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi64>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi64>
}

// CHECK-LABEL: func.func @std_mean_correction(
// CHECK-NEXT: = prim.var
// CHECK-NEXT: = prim.sqrt
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: return
func.func @std_mean_correction(%a: tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0:2 = torch.aten.std_mean.correction(%a, dim = [1]) : (tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @sum_IntList_out(
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @sum_IntList_out(%a: tensor<3x4xf32>, %b: tensor<3xf32>) -> (tensor<3xf32>) {
  %0 = torch.aten.sum.IntList_out(%a, dim = [1], %b) : (tensor<3x4xf32>, tensor<3xf32>) -> (tensor<3xf32>)
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @var_dim(
// CHECK-NEXT: = prim.var
// CHECK-NEXT: return
func.func @var_dim(%a: tensor<3x4xf32>) -> (tensor<3xf32>) {
  %0 = torch.aten.var.dim(%a, dim = [1]) : (tensor<3x4xf32>) -> (tensor<3xf32>)
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @to_dtype(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @to_dtype(%a: tensor<4xf32>) -> (tensor<4xi64>) {
  %0 = torch.aten.to.dtype(%a, dtype = i64) : (tensor<4xf32>) -> (tensor<4xi64>)
  return %0 : tensor<4xi64>
}

// CHECK-LABEL: func.func @tril_(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.full
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @tril_(%a: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.tril_(%a) : (tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @triu_(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.ge
// CHECK-NEXT: = prim.full
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @triu_(%a: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.triu_(%a) : (tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @where_ScalarOther(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @where_ScalarOther(%a: tensor<4xi1>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.where.ScalarOther(%a, %b, other = 1.0) : (tensor<4xi1>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @where_ScalarSelf(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @where_ScalarSelf(%a: tensor<4xi1>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.where.ScalarSelf(%a, self = 1.0, %b) : (tensor<4xi1>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @abs_(
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @abs_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.abs_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @ceil_(
// CHECK-NEXT: = prim.ceil
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @ceil_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.ceil_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @cos_(
// CHECK-NEXT: = prim.cos
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @cos_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.cos_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @exp_(
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @exp_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.exp_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @floor_(
// CHECK-NEXT: = prim.floor
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @floor_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.floor_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @hardswish_(
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
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @hardswish_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.hardswish_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @log_(
// CHECK-NEXT: = prim.log
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @log_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.log_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @logical_not_(
// CHECK-NEXT: = prim.bitwise_not
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @logical_not_(%a: tensor<4xi1>) -> (tensor<4xi1>) {
  %0 = torch.aten.logical_not_(%a) : (tensor<4xi1>) -> (tensor<4xi1>)
  return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @neg_(
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @neg_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.neg_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @reciprocal_(
// CHECK-NEXT: = prim.reciprocal
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @reciprocal_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.reciprocal_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @relu_(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @relu_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.relu_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @round_(
// CHECK-NEXT: = prim.round
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @round_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.round_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @rsqrt_(
// CHECK-NEXT: = prim.rsqrt
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @rsqrt_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.rsqrt_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sigmoid_(
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @sigmoid_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.sigmoid_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @silu_(
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @silu_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.silu_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sin_(
// CHECK-NEXT: = prim.sin
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @sin_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.sin_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sqrt_(
// CHECK-NEXT: = prim.sqrt
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @sqrt_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.sqrt_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @square_(
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @square_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.square_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @tanh_(
// CHECK-NEXT: = prim.tanh
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @tanh_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.tanh_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @trunc_(
// CHECK-NEXT: = prim.trunc
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @trunc_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.trunc_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @add__Scalar(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @add__Scalar(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.add_.Scalar(%a, other = 2) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @add__Tensor(
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @add__Tensor(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.add_.Tensor(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @div__Scalar(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @div__Scalar(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.div_.Scalar(%a, other = 2) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @div__Tensor(
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @div__Tensor(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.div_.Tensor(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @mul__Scalar(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @mul__Scalar(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.mul_.Scalar(%a, other = 2) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @mul__Tensor(
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @mul__Tensor(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.mul_.Tensor(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sub__Scalar(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @sub__Scalar(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.sub_.Scalar(%a, other = 2) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sub__Tensor(
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @sub__Tensor(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.sub_.Tensor(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @group_norm(
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.var
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.rsqrt
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @group_norm(%a: tensor<2x4x3xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<2x4x3xf32>) {
  %0 = torch.aten.group_norm(%a, num_groups = 2, weight = %b, bias = %c) : (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4x3xf32>)
  return %0 : tensor<2x4x3xf32>
}

// CHECK-LABEL: func.func @argsort(
// CHECK-NEXT: = prim.sort
// CHECK-NEXT: return
func.func @argsort(%a: tensor<4xf32>) -> (tensor<4xi64>) {
  %0 = torch.aten.argsort(%a) : (tensor<4xf32>) -> (tensor<4xi64>)
  return %0 : tensor<4xi64>
}

// CHECK-LABEL: func.func @conv_transpose2d_input(
// CHECK-NEXT: = prim.convolution
// CHECK-NEXT: return
func.func @conv_transpose2d_input(%a: tensor<1x2x3x3xf32>, %b: tensor<2x3x2x2xf32>) -> (tensor<1x3x6x6xf32>) {
  %0 = torch.aten.conv_transpose2d.input(%a, %b, stride = [2, 2]) : (tensor<1x2x3x3xf32>, tensor<2x3x2x2xf32>) -> (tensor<1x3x6x6xf32>)
  return %0 : tensor<1x3x6x6xf32>
}

// CHECK-LABEL: func.func @pad(
// CHECK-NEXT: = prim.full
// CHECK-NEXT: = prim.slice_scatter
// CHECK-NEXT: return
func.func @pad(%a: tensor<3x4xf32>) -> (tensor<3x7xf32>) {
  %0 = torch.aten.pad(%a, pad = [1, 2], mode = "constant") : (tensor<3x4xf32>) -> (tensor<3x7xf32>)
  return %0 : tensor<3x7xf32>
}

// CHECK-LABEL: func.func @lift_fresh_copy(
// CHECK-NEXT: = prim.clone
// CHECK-NEXT: return
func.func @lift_fresh_copy(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.lift_fresh_copy(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @to_dtype_layout(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @to_dtype_layout(%a: tensor<4xf32>) -> (tensor<4xi64>) {
  %0 = torch.aten.to.dtype_layout(%a, dtype = i64) : (tensor<4xf32>) -> (tensor<4xi64>)
  return %0 : tensor<4xi64>
}

// CHECK-LABEL: func.func @to_device(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @to_device(%a: tensor<4xf32>) -> (tensor<4xi64>) {
  %0 = torch.aten.to.device(%a, device = "cpu", dtype = i64) : (tensor<4xf32>) -> (tensor<4xi64>)
  return %0 : tensor<4xi64>
}

// CHECK-LABEL: func.func @new_zeros(
// CHECK-NEXT: = prim.full
// CHECK-NEXT: return
func.func @new_zeros(%a: tensor<4xf32>) -> (tensor<2xf32>) {
  %0 = torch.aten.new_zeros(%a, size = [2]) : (tensor<4xf32>) -> (tensor<2xf32>)
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @new_ones(
// CHECK-NEXT: = prim.full
// CHECK-NEXT: return
func.func @new_ones(%a: tensor<4xf32>) -> (tensor<2xi64>) {
  %0 = torch.aten.new_ones(%a, size = [2], dtype = i64) : (tensor<4xf32>) -> (tensor<2xi64>)
  return %0 : tensor<2xi64>
}

// CHECK-LABEL: func.func @new_full(
// CHECK-NEXT: = prim.full
// CHECK-NEXT: return
func.func @new_full(%a: tensor<4xf32>) -> (tensor<2xf32>) {
  %0 = torch.aten.new_full(%a, size = [2], fill_value = 7) : (tensor<4xf32>) -> (tensor<2xf32>)
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @zero(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: return
func.func @zero(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.zero(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @zero_(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @zero_(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.zero_(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @rand_like(
// CHECK-NEXT: = prim.random_key
// CHECK-NEXT: = prim.uniform
// CHECK-NEXT: return
func.func @rand_like(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.rand_like(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @randn_like(
// CHECK-NEXT: = prim.random_key
// CHECK-NEXT: = prim.normal
// CHECK-NEXT: return
func.func @randn_like(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.randn_like(%a) : (tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @mT(
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: return
func.func @mT(%a: tensor<2x3x4xf32>) -> (tensor<2x4x3xf32>) {
  %0 = torch.aten.mT(%a) : (tensor<2x3x4xf32>) -> (tensor<2x4x3xf32>)
  return %0 : tensor<2x4x3xf32>
}

// CHECK-LABEL: func.func @numpy_T(
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: return
func.func @numpy_T(%a: tensor<2x3x4xf32>) -> (tensor<4x3x2xf32>) {
  %0 = torch.aten.numpy_T(%a) : (tensor<2x3x4xf32>) -> (tensor<4x3x2xf32>)
  return %0 : tensor<4x3x2xf32>
}

// CHECK-LABEL: func.func @std_dim(
// CHECK-NEXT: = prim.var
// CHECK-NEXT: = prim.sqrt
// CHECK-NEXT: return
func.func @std_dim(%a: tensor<3x4xf32>) -> (tensor<3xf32>) {
  %0 = torch.aten.std.dim(%a, dim = [1]) : (tensor<3x4xf32>) -> (tensor<3xf32>)
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @repeat_interleave_self_int(
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.clone
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: return
func.func @repeat_interleave_self_int(%a: tensor<3x4xf32>) -> (tensor<3x8xf32>) {
  %0 = torch.aten.repeat_interleave.self_int(%a, repeats = 2, dim = 1) : (tensor<3x4xf32>) -> (tensor<3x8xf32>)
  return %0 : tensor<3x8xf32>
}

// CHECK-LABEL: func.func @copy(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.clone
// CHECK-NEXT: return
func.func @copy(%a: tensor<3x4xf32>, %b: tensor<4xi64>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.copy(%a, %b) : (tensor<3x4xf32>, tensor<4xi64>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @copy_(
// CHECK-NEXT: = prim.clone
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @copy_(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.copy_(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @index_add_(
// CHECK-NEXT: = prim.index_put
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @index_add_(%a: tensor<4xf32>, %b: tensor<2xi64>, %c: tensor<2xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.index_add_(%a, dim = 0, %b, %c) : (tensor<4xf32>, tensor<2xi64>, tensor<2xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @index_copy_(
// CHECK-NEXT: = prim.index_put
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @index_copy_(%a: tensor<4xf32>, %b: tensor<2xi64>, %c: tensor<2xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.index_copy_(%a, dim = 0, %b, %c) : (tensor<4xf32>, tensor<2xi64>, tensor<2xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @index_put_(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @index_put_(%a: tensor<4xf32>, %b: tensor<4xi1>, %c: tensor<f32>) -> (tensor<4xf32>) {
  %0 = torch.aten.index_put_(%a, [%b], %c) : (tensor<4xf32>, tensor<4xi1>, tensor<f32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @scatter__src(
// CHECK-NEXT: = prim.scatter
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @scatter__src(%a: tensor<4xf32>, %b: tensor<2xi64>, %c: tensor<2xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.scatter_.src(%a, dim = 0, %b, %c) : (tensor<4xf32>, tensor<2xi64>, tensor<2xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @scatter__value(
// CHECK-NEXT: = prim.full
// CHECK-NEXT: = prim.scatter
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @scatter__value(%a: tensor<4xf32>, %b: tensor<2xi64>) -> (tensor<4xf32>) {
  %0 = torch.aten.scatter_.value(%a, dim = 0, %b, value = 7) : (tensor<4xf32>, tensor<2xi64>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @scatter_add_(
// CHECK-NEXT: = prim.scatter
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @scatter_add_(%a: tensor<4xf32>, %b: tensor<2xi64>, %c: tensor<2xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.scatter_add_(%a, dim = 0, %b, %c) : (tensor<4xf32>, tensor<2xi64>, tensor<2xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @abs_out(
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @abs_out(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.abs.out(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @exp_out(
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @exp_out(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.exp.out(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @log_out(
// CHECK-NEXT: = prim.log
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @log_out(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.log.out(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sigmoid_out(
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @sigmoid_out(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.sigmoid.out(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sqrt_out(
// CHECK-NEXT: = prim.sqrt
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @sqrt_out(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.sqrt.out(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @tanh_out(
// CHECK-NEXT: = prim.tanh
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @tanh_out(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.tanh.out(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @conv1d_padding(
// CHECK-NEXT: = prim.convolution
// CHECK-NEXT: return
func.func @conv1d_padding(%a: tensor<1x2x4xf32>, %b: tensor<3x2x3xf32>) -> (tensor<1x3x2xf32>) {
  %0 = torch.aten.conv1d.padding(%a, %b) : (tensor<1x2x4xf32>, tensor<3x2x3xf32>) -> (tensor<1x3x2xf32>)
  return %0 : tensor<1x3x2xf32>
}

// CHECK-LABEL: func.func @conv2d_padding(
// CHECK-NEXT: = prim.full
// CHECK-NEXT: = prim.slice_scatter
// CHECK-NEXT: = prim.convolution
// CHECK-NEXT: return
func.func @conv2d_padding(%a: tensor<1x1x4x4xf32>, %b: tensor<1x1x3x2xf32>) -> (tensor<1x1x4x4xf32>) {
  %0 = torch.aten.conv2d.padding(%a, %b, padding = "same") : (tensor<1x1x4x4xf32>, tensor<1x1x3x2xf32>) -> (tensor<1x1x4x4xf32>)
  return %0 : tensor<1x1x4x4xf32>
}

// CHECK-LABEL: func.func @conv3d_padding(
// CHECK-NEXT: = prim.convolution
// CHECK-NEXT: return
func.func @conv3d_padding(%a: tensor<1x1x3x3x3xf32>, %b: tensor<1x1x2x2x2xf32>) -> (tensor<1x1x3x3x3xf32>) {
  %0 = torch.aten.conv3d.padding(%a, %b, padding = "same", dilation = [2]) : (tensor<1x1x3x3x3xf32>, tensor<1x1x2x2x2xf32>) -> (tensor<1x1x3x3x3xf32>)
  return %0 : tensor<1x1x3x3x3xf32>
}

// CHECK-LABEL: func.func @upsample_bilinear2d(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.floor
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @upsample_bilinear2d(%a: tensor<1x1x2x4xf32>) -> (tensor<1x1x3x4xf32>) {
  %0 = torch.aten.upsample_bilinear2d(%a, output_size = [3, 4], align_corners = true) : (tensor<1x1x2x4xf32>) -> (tensor<1x1x3x4xf32>)
  return %0 : tensor<1x1x3x4xf32>
}

// CHECK-LABEL: func.func @upsample_bicubic2d(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.floor
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @upsample_bicubic2d(%a: tensor<1x1x2x4xf32>) -> (tensor<1x1x3x4xf32>) {
  %0 = torch.aten.upsample_bicubic2d(%a, output_size = [3, 4], align_corners = false) : (tensor<1x1x2x4xf32>) -> (tensor<1x1x3x4xf32>)
  return %0 : tensor<1x1x3x4xf32>
}

// CHECK-LABEL: func.func @upsample_nearest1d_vec(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.floor
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: return
func.func @upsample_nearest1d_vec(%a: tensor<1x2x4xf32>) -> (tensor<1x2x6xf32>) {
  %0 = torch.aten.upsample_nearest1d.vec(%a, scale_factors = "[1.5]") : (tensor<1x2x4xf32>) -> (tensor<1x2x6xf32>)
  return %0 : tensor<1x2x6xf32>
}

// CHECK-LABEL: func.func @upsample_nearest2d_vec(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.floor
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: return
func.func @upsample_nearest2d_vec(%a: tensor<1x1x2x4xf32>) -> (tensor<1x1x3x4xf32>) {
  %0 = torch.aten.upsample_nearest2d.vec(%a, output_size = [3, 4]) : (tensor<1x1x2x4xf32>) -> (tensor<1x1x3x4xf32>)
  return %0 : tensor<1x1x3x4xf32>
}

// CHECK-LABEL: func.func @upsample_nearest3d_vec(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.floor
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: return
func.func @upsample_nearest3d_vec(%a: tensor<1x1x2x2x2xf32>) -> (tensor<1x1x4x2x2xf32>) {
  %0 = torch.aten.upsample_nearest3d.vec(%a, scale_factors = "[2.0, 1.0, 1.0]") : (tensor<1x1x2x2x2xf32>) -> (tensor<1x1x4x2x2xf32>)
  return %0 : tensor<1x1x4x2x2xf32>
}

// CHECK-LABEL: func.func @_upsample_nearest_exact1d_vec(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.floor
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: return
func.func @_upsample_nearest_exact1d_vec(%a: tensor<1x2x4xf32>) -> (tensor<1x2x6xf32>) {
  %0 = torch.aten._upsample_nearest_exact1d.vec(%a, output_size = [6]) : (tensor<1x2x4xf32>) -> (tensor<1x2x6xf32>)
  return %0 : tensor<1x2x6xf32>
}

// CHECK-LABEL: func.func @_upsample_nearest_exact2d_vec(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.floor
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: return
func.func @_upsample_nearest_exact2d_vec(%a: tensor<1x1x2x4xf32>) -> (tensor<1x1x3x4xf32>) {
  %0 = torch.aten._upsample_nearest_exact2d.vec(%a, output_size = [3, 4]) : (tensor<1x1x2x4xf32>) -> (tensor<1x1x3x4xf32>)
  return %0 : tensor<1x1x3x4xf32>
}

// CHECK-LABEL: func.func @_upsample_nearest_exact3d_vec(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.floor
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: return
func.func @_upsample_nearest_exact3d_vec(%a: tensor<1x1x2x2x2xf32>) -> (tensor<1x1x3x2x2xf32>) {
  %0 = torch.aten._upsample_nearest_exact3d.vec(%a, output_size = [3, 2, 2]) : (tensor<1x1x2x2x2xf32>) -> (tensor<1x1x3x2x2xf32>)
  return %0 : tensor<1x1x3x2x2xf32>
}

// CHECK-LABEL: func.func @upsample_linear1d_vec(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.floor
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @upsample_linear1d_vec(%a: tensor<1x2x4xf32>) -> (tensor<1x2x6xf32>) {
  %0 = torch.aten.upsample_linear1d.vec(%a, output_size = [6], align_corners = false) : (tensor<1x2x4xf32>) -> (tensor<1x2x6xf32>)
  return %0 : tensor<1x2x6xf32>
}

// CHECK-LABEL: func.func @upsample_bilinear2d_vec(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.floor
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @upsample_bilinear2d_vec(%a: tensor<1x1x2x4xf32>) -> (tensor<1x1x3x4xf32>) {
  %0 = torch.aten.upsample_bilinear2d.vec(%a, output_size = [3, 4], align_corners = false) : (tensor<1x1x2x4xf32>) -> (tensor<1x1x3x4xf32>)
  return %0 : tensor<1x1x3x4xf32>
}

// CHECK-LABEL: func.func @upsample_trilinear3d_vec(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.floor
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @upsample_trilinear3d_vec(%a: tensor<1x1x2x2x2xf32>) -> (tensor<1x1x3x2x2xf32>) {
  %0 = torch.aten.upsample_trilinear3d.vec(%a, output_size = [3, 2, 2], align_corners = false) : (tensor<1x1x2x2x2xf32>) -> (tensor<1x1x3x2x2xf32>)
  return %0 : tensor<1x1x3x2x2xf32>
}

// CHECK-LABEL: func.func @upsample_bicubic2d_vec(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.floor
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @upsample_bicubic2d_vec(%a: tensor<1x1x2x4xf32>) -> (tensor<1x1x3x4xf32>) {
  %0 = torch.aten.upsample_bicubic2d.vec(%a, output_size = [3, 4], align_corners = true) : (tensor<1x1x2x4xf32>) -> (tensor<1x1x3x4xf32>)
  return %0 : tensor<1x1x3x4xf32>
}

// CHECK-LABEL: func.func @rnn_tanh_input(
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.tanh
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.tanh
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.cat
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: return
func.func @rnn_tanh_input(%a: tensor<2x1x3xf32>, %b: tensor<1x1x4xf32>, %c: tensor<4x3xf32>, %d: tensor<4x4xf32>) -> (tensor<2x1x4xf32>, tensor<1x1x4xf32>) {
  %0:2 = torch.aten.rnn_tanh.input(%a, %b, [%c, %d], has_biases = false, num_layers = 1, dropout = 0.0, train = false, bidirectional = false, batch_first = false) : (tensor<2x1x3xf32>, tensor<1x1x4xf32>, tensor<4x3xf32>, tensor<4x4xf32>) -> (tensor<2x1x4xf32>, tensor<1x1x4xf32>)
  return %0#0, %0#1 : tensor<2x1x4xf32>, tensor<1x1x4xf32>
}

// CHECK-LABEL: func.func @rnn_relu_input(
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ge
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ge
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.cat
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: return
func.func @rnn_relu_input(%a: tensor<1x2x3xf32>, %b: tensor<1x1x4xf32>, %c: tensor<4x3xf32>, %d: tensor<4x4xf32>) -> (tensor<1x2x4xf32>, tensor<1x1x4xf32>) {
  %0:2 = torch.aten.rnn_relu.input(%a, %b, [%c, %d], has_biases = false, num_layers = 1, dropout = 0.0, train = false, bidirectional = false, batch_first = true) : (tensor<1x2x3xf32>, tensor<1x1x4xf32>, tensor<4x3xf32>, tensor<4x4xf32>) -> (tensor<1x2x4xf32>, tensor<1x1x4xf32>)
  return %0#0, %0#1 : tensor<1x2x4xf32>, tensor<1x1x4xf32>
}

// CHECK-LABEL: func.func @gru_input(
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.tanh
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: return
func.func @gru_input(%a: tensor<1x1x3xf32>, %b: tensor<1x1x4xf32>, %c: tensor<12x3xf32>, %d: tensor<12x4xf32>, %e: tensor<12xf32>, %f: tensor<12xf32>) -> (tensor<1x1x4xf32>, tensor<1x1x4xf32>) {
  %0:2 = torch.aten.gru.input(%a, %b, [%c, %d, %e, %f], has_biases = true, num_layers = 1, dropout = 0.0, train = false, bidirectional = false, batch_first = false) : (tensor<1x1x3xf32>, tensor<1x1x4xf32>, tensor<12x3xf32>, tensor<12x4xf32>, tensor<12xf32>, tensor<12xf32>) -> (tensor<1x1x4xf32>, tensor<1x1x4xf32>)
  return %0#0, %0#1 : tensor<1x1x4xf32>, tensor<1x1x4xf32>
}

// CHECK-LABEL: func.func @lstm_input(
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.tanh
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.tanh
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: return
func.func @lstm_input(%a: tensor<1x1x3xf32>, %b: tensor<1x1x4xf32>, %c: tensor<1x1x4xf32>, %d: tensor<16x3xf32>, %e: tensor<16x4xf32>, %f: tensor<16xf32>, %g: tensor<16xf32>) -> (tensor<1x1x4xf32>, tensor<1x1x4xf32>, tensor<1x1x4xf32>) {
  %0:3 = torch.aten.lstm.input(%a, [%b, %c], [%d, %e, %f, %g], has_biases = true, num_layers = 1, dropout = 0.0, train = false, bidirectional = false, batch_first = false) : (tensor<1x1x3xf32>, tensor<1x1x4xf32>, tensor<1x1x4xf32>, tensor<16x3xf32>, tensor<16x4xf32>, tensor<16xf32>, tensor<16xf32>) -> (tensor<1x1x4xf32>, tensor<1x1x4xf32>, tensor<1x1x4xf32>)
  return %0#0, %0#1, %0#2 : tensor<1x1x4xf32>, tensor<1x1x4xf32>, tensor<1x1x4xf32>
}

// CHECK-LABEL: func.func @add_out(
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @add_out(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.add.out(%a, %b, %c) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @div_out(
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @div_out(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.div.out(%a, %b, %c) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @mul_out(
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @mul_out(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.mul.out(%a, %b, %c) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sub_out(
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.copy_to
// CHECK-NEXT: return
func.func @sub_out(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = torch.aten.sub.out(%a, %b, %c) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// RUN: tile-opt %s --pass-pipeline='builtin.module(torch-decompose{strict},torch-promote)' | filecheck %s

// Written by go test ./lowering/tensors/references -run FileCheck -update.

// CHECK-LABEL: func.func @_log_softmax_backward_data(
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: return
func.func @_log_softmax_backward_data(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten._log_softmax_backward_data(%a, %b, dim = -1, input_dtype = f32) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @_softmax_backward_data(
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: return
func.func @_softmax_backward_data(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten._softmax_backward_data(%a, %b, dim = -1, input_dtype = f32) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @adaptive_avg_pool2d(
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: return
func.func @adaptive_avg_pool2d(%a: tensor<2x3x7x8xf32>) -> (tensor<2x3x1x1xf32>) {
  %0 = torch.aten.adaptive_avg_pool2d(%a, output_size = [1, 1]) : (tensor<2x3x7x8xf32>) -> (tensor<2x3x1x1xf32>)
  return %0 : tensor<2x3x1x1xf32>
}

// CHECK-LABEL: func.func @addmm(
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @addmm(%a: tensor<5xf32>, %b: tensor<4x8xf32>, %c: tensor<8x5xf32>) -> (tensor<4x5xf32>) {
  %0 = torch.aten.addmm(%a, %b, %c, beta = 0.5, alpha = 2) : (tensor<5xf32>, tensor<4x8xf32>, tensor<8x5xf32>) -> (tensor<4x5xf32>)
  return %0 : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @avg_pool2d(
// CHECK-NEXT: = prim.full
// CHECK-NEXT: = prim.slice_scatter
// CHECK-NEXT: = prim.unfold
// CHECK-NEXT: = prim.unfold
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: return
func.func @avg_pool2d(%a: tensor<2x3x7x8xf32>) -> (tensor<2x3x4x5xf32>) {
  %0 = torch.aten.avg_pool2d(%a, kernel_size = [3, 2], stride = [2, 2], padding = [1, 1]) : (tensor<2x3x7x8xf32>) -> (tensor<2x3x4x5xf32>)
  return %0 : tensor<2x3x4x5xf32>
}

// CHECK-LABEL: func.func @baddbmm(
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @baddbmm(%a: tensor<2x3x5xf32>, %b: tensor<2x3x4xf32>, %c: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  %0 = torch.aten.baddbmm(%a, %b, %c) : (tensor<2x3x5xf32>, tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return %0 : tensor<2x3x5xf32>
}

// CHECK-LABEL: func.func @binary_cross_entropy(
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.log1p
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.log
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: return
func.func @binary_cross_entropy(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.binary_cross_entropy(%a, %b, reduction = 0) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @binary_cross_entropy_with_logits(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.minimum
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.log1p
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: return
func.func @binary_cross_entropy_with_logits(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.binary_cross_entropy_with_logits(%a, %b, reduction = 0) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @bmm(
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: return
func.func @bmm(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  %0 = torch.aten.bmm(%a, %b) : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return %0 : tensor<2x3x5xf32>
}

// CHECK-LABEL: func.func @conv1d(
// CHECK-NEXT: = prim.convolution
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @conv1d(%a: tensor<2x4x9xf32>, %b: tensor<6x2x3xf32>, %c: tensor<6xf32>) -> (tensor<2x6x5xf32>) {
  %0 = torch.aten.conv1d(%a, %b, bias = %c, stride = [2], padding = [1], dilation = [1], groups = 2) : (tensor<2x4x9xf32>, tensor<6x2x3xf32>, tensor<6xf32>) -> (tensor<2x6x5xf32>)
  return %0 : tensor<2x6x5xf32>
}

// CHECK-LABEL: func.func @convolution(
// CHECK-NEXT: = prim.convolution
// CHECK-NEXT: return
func.func @convolution(%a: tensor<1x2x4x4x4xf32>, %b: tensor<3x2x2x2x2xf32>) -> (tensor<1x3x3x3x3xf32>) {
  %0 = torch.aten.convolution(%a, %b, stride = [1, 1, 1], padding = [0, 0, 0], dilation = [1, 1, 1], transposed = false, output_padding = [0, 0, 0], groups = 1) : (tensor<1x2x4x4x4xf32>, tensor<3x2x2x2x2xf32>) -> (tensor<1x3x3x3x3xf32>)
  return %0 : tensor<1x3x3x3x3xf32>
}

// CHECK-LABEL: func.func @cross_entropy_loss(
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
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.div
// CHECK-NEXT: return
func.func @cross_entropy_loss(%a: tensor<4x5xf32>, %b: tensor<4xi64>) -> (tensor<f32>) {
  %0 = torch.aten.cross_entropy_loss(%a, %b) : (tensor<4x5xf32>, tensor<4xi64>) -> (tensor<f32>)
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @dot(
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: return
func.func @dot(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<f32>) {
  %0 = torch.aten.dot(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<f32>)
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @einsum(
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: return
func.func @einsum(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> (tensor<3x5xf32>) {
  %0 = torch.aten.einsum([%a, %b], equation = "ij,jk->ik") : (tensor<3x4xf32>, tensor<4x5xf32>) -> (tensor<3x5xf32>)
  return %0 : tensor<3x5xf32>
}

// CHECK-LABEL: func.func @embedding_dense_backward(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.full
// CHECK-NEXT: = prim.index_put
// CHECK-NEXT: return
func.func @embedding_dense_backward(%a: tensor<2x2x4xf32>, %b: tensor<2x2xi64>) -> (tensor<5x4xf32>) {
  %0 = torch.aten.embedding_dense_backward(%a, %b, num_weights = 5, padding_idx = 1, scale_grad_by_freq = false) : (tensor<2x2x4xf32>, tensor<2x2xi64>) -> (tensor<5x4xf32>)
  return %0 : tensor<5x4xf32>
}

// CHECK-LABEL: func.func @gelu_backward(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.erf
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: return
func.func @gelu_backward(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.gelu_backward(%a, %b) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @glu(
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: return
func.func @glu(%a: tensor<3x6xf32>) -> (tensor<3x3xf32>) {
  %0 = torch.aten.glu(%a, dim = -1) : (tensor<3x6xf32>) -> (tensor<3x3xf32>)
  return %0 : tensor<3x3xf32>
}

// CHECK-LABEL: func.func @huber_loss(
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @huber_loss(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.huber_loss(%a, %b, reduction = 0) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @kl_div(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.log
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: return
func.func @kl_div(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.kl_div(%a, %b, reduction = 0) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @l1_loss(
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: return
func.func @l1_loss(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.l1_loss(%a, %b, reduction = 0) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @layer_norm(
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
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @layer_norm(%a: tensor<3x6xf32>, %b: tensor<6xf32>, %c: tensor<6xf32>) -> (tensor<3x6xf32>) {
  %0 = torch.aten.layer_norm(%a, normalized_shape = [6], weight = %b, bias = %c) : (tensor<3x6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<3x6xf32>)
  return %0 : tensor<3x6xf32>
}

// CHECK-LABEL: func.func @linear(
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @linear(%a: tensor<4x8xf32>, %b: tensor<5x8xf32>, %c: tensor<5xf32>) -> (tensor<4x5xf32>) {
  %0 = torch.aten.linear(%a, %b, bias = %c) : (tensor<4x8xf32>, tensor<5x8xf32>, tensor<5xf32>) -> (tensor<4x5xf32>)
  return %0 : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @matmul(
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: return
func.func @matmul(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<f32>) {
  %0 = torch.aten.matmul(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<f32>)
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @max_pool2d(
// CHECK-NEXT: = prim.full
// CHECK-NEXT: = prim.slice_scatter
// CHECK-NEXT: = prim.unfold
// CHECK-NEXT: = prim.unfold
// CHECK-NEXT: = prim.amax
// CHECK-NEXT: return
func.func @max_pool2d(%a: tensor<2x3x7x8xf32>) -> (tensor<2x3x4x5xf32>) {
  %0 = torch.aten.max_pool2d(%a, kernel_size = [3, 2], stride = [2, 2], padding = [1, 1]) : (tensor<2x3x7x8xf32>) -> (tensor<2x3x4x5xf32>)
  return %0 : tensor<2x3x4x5xf32>
}

// CHECK-LABEL: func.func @mm(
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: return
func.func @mm(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>) -> (tensor<4x3xf32>) {
  %0 = torch.aten.mm(%a, %b) : (tensor<4x8xf32>, tensor<8x3xf32>) -> (tensor<4x3xf32>)
  return %0 : tensor<4x3xf32>
}

// CHECK-LABEL: func.func @mse_loss(
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: return
func.func @mse_loss(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.mse_loss(%a, %b, reduction = 0) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @mv(
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: return
func.func @mv(%a: tensor<3x4xf32>, %b: tensor<4xf32>) -> (tensor<3xf32>) {
  %0 = torch.aten.mv(%a, %b) : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3xf32>)
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @native_batch_norm(
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
// CHECK-NEXT: return
func.func @native_batch_norm(%a: tensor<4x3x5xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) -> (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = torch.aten.native_batch_norm(%a, weight = %b, bias = %c, running_mean = %d, running_var = %e, training = true, momentum = 0.1, eps = 0.00001) : (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @native_group_norm(
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
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: return
func.func @native_group_norm(%a: tensor<2x6x10xf32>, %b: tensor<6xf32>, %c: tensor<6xf32>) -> (tensor<2x6x10xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0:3 = torch.aten.native_group_norm(%a, weight = %b, bias = %c, N = 2, C = 6, HxW = 10, group = 3, eps = 0.00001) : (tensor<2x6x10xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<2x6x10xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x6x10xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// CHECK-LABEL: func.func @native_layer_norm(
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
// CHECK-NEXT: return
func.func @native_layer_norm(%a: tensor<3x4x6xf32>) -> (tensor<3x4x6xf32>, tensor<3x1x1xf32>, tensor<3x1x1xf32>) {
  %0:3 = torch.aten.native_layer_norm(%a, normalized_shape = [4, 6], eps = 0.00001) : (tensor<3x4x6xf32>) -> (tensor<3x4x6xf32>, tensor<3x1x1xf32>, tensor<3x1x1xf32>)
  return %0#0, %0#1, %0#2 : tensor<3x4x6xf32>, tensor<3x1x1xf32>, tensor<3x1x1xf32>
}

// CHECK-LABEL: func.func @native_layer_norm_backward(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.broadcast_in_dim
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
func.func @native_layer_norm_backward(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<4x1xf32>, %d: tensor<4x1xf32>, %e: tensor<8xf32>, %f: tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0:3 = torch.aten.native_layer_norm_backward(%a, %b, %c, %d, normalized_shape = [8], weight = %e, bias = %f, output_mask = "[true, true, true]") : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1, %0#2 : tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @nll_loss_forward(
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
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.div
// CHECK-NEXT: return
func.func @nll_loss_forward(%a: tensor<4x5xf32>, %b: tensor<4xi64>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = torch.aten.nll_loss_forward(%a, %b, reduction = 1, ignore_index = -100) : (tensor<4x5xf32>, tensor<4xi64>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// CHECK-LABEL: func.func @pairwise_distance(
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.pow
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.pow
// CHECK-NEXT: return
func.func @pairwise_distance(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> (tensor<3xf32>) {
  %0 = torch.aten.pairwise_distance(%a, %b) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<3xf32>)
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @pixel_shuffle(
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: return
func.func @pixel_shuffle(%a: tensor<1x8x2x3xf32>) -> (tensor<1x2x4x6xf32>) {
  %0 = torch.aten.pixel_shuffle(%a, upscale_factor = 2) : (tensor<1x8x2x3xf32>) -> (tensor<1x2x4x6xf32>)
  return %0 : tensor<1x2x4x6xf32>
}

// CHECK-LABEL: func.func @prelu(
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.gt
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @prelu(%a: tensor<2x3x4xf32>, %b: tensor<3xf32>) -> (tensor<2x3x4xf32>) {
  %0 = torch.aten.prelu(%a, %b) : (tensor<2x3x4xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>)
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @rms_norm(
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
func.func @rms_norm(%a: tensor<3x6xf32>, %b: tensor<6xf32>) -> (tensor<3x6xf32>) {
  %0 = torch.aten.rms_norm(%a, normalized_shape = [6], weight = %b) : (tensor<3x6xf32>, tensor<6xf32>) -> (tensor<3x6xf32>)
  return %0 : tensor<3x6xf32>
}

// CHECK-LABEL: func.func @scaled_dot_product_attention(
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
// CHECK-NEXT: return
func.func @scaled_dot_product_attention(%a: tensor<2x2x3x4xf32>, %b: tensor<2x2x5x4xf32>, %c: tensor<2x2x5x4xf32>) -> (tensor<2x2x3x4xf32>) {
  %0 = torch.aten.scaled_dot_product_attention(%a, %b, %c) : (tensor<2x2x3x4xf32>, tensor<2x2x5x4xf32>, tensor<2x2x5x4xf32>) -> (tensor<2x2x3x4xf32>)
  return %0 : tensor<2x2x3x4xf32>
}

// CHECK-LABEL: func.func @sigmoid_backward(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: return
func.func @sigmoid_backward(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.sigmoid_backward(%a, %b) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @silu_backward(
// CHECK-NEXT: = prim.neg
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: return
func.func @silu_backward(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.silu_backward(%a, %b) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @smooth_l1_loss(
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.lt
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @smooth_l1_loss(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.smooth_l1_loss(%a, %b, reduction = 0) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @tanh_backward(
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: return
func.func @tanh_backward(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.tanh_backward(%a, %b) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @threshold_backward(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @threshold_backward(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.threshold_backward(%a, %b, threshold = 0) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @upsample_nearest2d(
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
func.func @upsample_nearest2d(%a: tensor<1x2x3x4xf32>) -> (tensor<1x2x6x8xf32>) {
  %0 = torch.aten.upsample_nearest2d(%a, output_size = [6, 8]) : (tensor<1x2x3x4xf32>) -> (tensor<1x2x6x8xf32>)
  return %0 : tensor<1x2x6x8xf32>
}

// RUN: tile-opt %s --pass-pipeline='builtin.module(torch-decompose{strict},torch-promote)' | filecheck %s

// Written by go test ./lowering/tensors/references -run FileCheck -update.

// CHECK-LABEL: func.func @all(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_not
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: return
func.func @all(%a: tensor<0x3xf32>) -> (tensor<i1>) {
  %0 = torch.aten.all(%a) : (tensor<0x3xf32>) -> (tensor<i1>)
  return %0 : tensor<i1>
}

// CHECK-LABEL: func.func @all_dim(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.bitwise_not
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: return
func.func @all_dim(%a: tensor<0x3xf32>) -> (tensor<0x1xi1>) {
  %0 = torch.aten.all.dim(%a, dim = -1, keepdim = true) : (tensor<0x3xf32>) -> (tensor<0x1xi1>)
  return %0 : tensor<0x1xi1>
}

// CHECK-LABEL: func.func @amax(
// CHECK-NEXT: = prim.amax
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: return
func.func @amax(%a: tensor<3x0xf32>) -> (tensor<1x0xf32>) {
  %0 = torch.aten.amax(%a, dim = [0], keepdim = true) : (tensor<3x0xf32>) -> (tensor<1x0xf32>)
  return %0 : tensor<1x0xf32>
}

// CHECK-LABEL: func.func @amin(
// CHECK-NEXT: = prim.amin
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: return
func.func @amin(%a: tensor<3x0xf32>) -> (tensor<1x0xf32>) {
  %0 = torch.aten.amin(%a, dim = [0], keepdim = true) : (tensor<3x0xf32>) -> (tensor<1x0xf32>)
  return %0 : tensor<1x0xf32>
}

// CHECK-LABEL: func.func @any(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: return
func.func @any(%a: tensor<0x3xf32>) -> (tensor<i1>) {
  %0 = torch.aten.any(%a) : (tensor<0x3xf32>) -> (tensor<i1>)
  return %0 : tensor<i1>
}

// CHECK-LABEL: func.func @any_dim(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: return
func.func @any_dim(%a: tensor<0x3xf32>) -> (tensor<0x1xi1>) {
  %0 = torch.aten.any.dim(%a, dim = -1, keepdim = true) : (tensor<0x3xf32>) -> (tensor<0x1xi1>)
  return %0 : tensor<0x1xi1>
}

// CHECK-LABEL: func.func @argmax(
// CHECK-NEXT: = prim.argmax
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: return
func.func @argmax(%a: tensor<0x3xf32>) -> (tensor<0x1xi64>) {
  %0 = torch.aten.argmax(%a, dim = -1, keepdim = true) : (tensor<0x3xf32>) -> (tensor<0x1xi64>)
  return %0 : tensor<0x1xi64>
}

// CHECK-LABEL: func.func @argmin(
// CHECK-NEXT: = prim.argmin
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: return
func.func @argmin(%a: tensor<0x3xf32>) -> (tensor<0x1xi64>) {
  %0 = torch.aten.argmin(%a, dim = -1, keepdim = true) : (tensor<0x3xf32>) -> (tensor<0x1xi64>)
  return %0 : tensor<0x1xi64>
}

// CHECK-LABEL: func.func @count_nonzero_dim_IntList(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: return
func.func @count_nonzero_dim_IntList(%a: tensor<0x3xf32>) -> (tensor<3xi64>) {
  %0 = torch.aten.count_nonzero.dim_IntList(%a, dim = [0]) : (tensor<0x3xf32>) -> (tensor<3xi64>)
  return %0 : tensor<3xi64>
}

// CHECK-LABEL: func.func @cummax(
// CHECK-NEXT: = prim.cummax
// CHECK-NEXT: return
func.func @cummax(%a: tensor<0x3xf32>) -> (tensor<0x3xf32>, tensor<0x3xi64>) {
  %0:2 = torch.aten.cummax(%a, dim = 0) : (tensor<0x3xf32>) -> (tensor<0x3xf32>, tensor<0x3xi64>)
  return %0#0, %0#1 : tensor<0x3xf32>, tensor<0x3xi64>
}

// CHECK-LABEL: func.func @cummin(
// CHECK-NEXT: = prim.cummin
// CHECK-NEXT: return
func.func @cummin(%a: tensor<0x3xf32>) -> (tensor<0x3xf32>, tensor<0x3xi64>) {
  %0:2 = torch.aten.cummin(%a, dim = 0) : (tensor<0x3xf32>) -> (tensor<0x3xf32>, tensor<0x3xi64>)
  return %0#0, %0#1 : tensor<0x3xf32>, tensor<0x3xi64>
}

// CHECK-LABEL: func.func @cumprod(
// CHECK-NEXT: = prim.cumprod
// CHECK-NEXT: return
func.func @cumprod(%a: tensor<0x3xf32>) -> (tensor<0x3xf32>) {
  %0 = torch.aten.cumprod(%a, dim = 0) : (tensor<0x3xf32>) -> (tensor<0x3xf32>)
  return %0 : tensor<0x3xf32>
}

// CHECK-LABEL: func.func @cumsum(
// CHECK-NEXT: = prim.cumsum
// CHECK-NEXT: return
func.func @cumsum(%a: tensor<0x3xf32>) -> (tensor<0x3xf32>) {
  %0 = torch.aten.cumsum(%a, dim = 0) : (tensor<0x3xf32>) -> (tensor<0x3xf32>)
  return %0 : tensor<0x3xf32>
}

// CHECK-LABEL: func.func @linalg_vector_norm(
// CHECK-NEXT: = prim.abs
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: return
func.func @linalg_vector_norm(%a: tensor<0x3xf32>) -> (tensor<0x1xf32>) {
  %0 = torch.aten.linalg_vector_norm(%a, ord = 0, dim = [-1], keepdim = true) : (tensor<0x3xf32>) -> (tensor<0x1xf32>)
  return %0 : tensor<0x1xf32>
}

// CHECK-LABEL: func.func @log_softmax_int(
// CHECK-NEXT: return
func.func @log_softmax_int(%a: tensor<0x3xf32>) -> (tensor<0x3xf32>) {
  %0 = torch.aten.log_softmax.int(%a, dim = 0) : (tensor<0x3xf32>) -> (tensor<0x3xf32>)
  return %0 : tensor<0x3xf32>
}

// CHECK-LABEL: func.func @logcumsumexp(
// CHECK-NEXT: = prim.logcumsumexp
// CHECK-NEXT: return
func.func @logcumsumexp(%a: tensor<0x3xf32>) -> (tensor<0x3xf32>) {
  %0 = torch.aten.logcumsumexp(%a, dim = 0) : (tensor<0x3xf32>) -> (tensor<0x3xf32>)
  return %0 : tensor<0x3xf32>
}

// CHECK-LABEL: func.func @logsumexp(
// CHECK-NEXT: = prim.exp
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.log
// CHECK-NEXT: return
func.func @logsumexp(%a: tensor<0x3xf32>) -> (tensor<1x3xf32>) {
  %0 = torch.aten.logsumexp(%a, dim = [0], keepdim = true) : (tensor<0x3xf32>) -> (tensor<1x3xf32>)
  return %0 : tensor<1x3xf32>
}

// CHECK-LABEL: func.func @max(
// CHECK-NEXT: = prim.amax
// CHECK-NEXT: return
func.func @max(%a: tensor<f16>) -> (tensor<f16>) {
  %0 = torch.aten.max(%a) : (tensor<f16>) -> (tensor<f16>)
  return %0 : tensor<f16>
}

// CHECK-LABEL: func.func @max_dim(
// CHECK-NEXT: = prim.amax
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.argmax
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: return
func.func @max_dim(%a: tensor<0x3xf32>) -> (tensor<0x1xf32>, tensor<0x1xi64>) {
  %0:2 = torch.aten.max.dim(%a, dim = -1, keepdim = true) : (tensor<0x3xf32>) -> (tensor<0x1xf32>, tensor<0x1xi64>)
  return %0#0, %0#1 : tensor<0x1xf32>, tensor<0x1xi64>
}

// CHECK-LABEL: func.func @mean(
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: return
func.func @mean(%a: tensor<0x3xf32>) -> (tensor<f32>) {
  %0 = torch.aten.mean(%a) : (tensor<0x3xf32>) -> (tensor<f32>)
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @mean_dim(
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: return
func.func @mean_dim(%a: tensor<0x3xf32>) -> (tensor<1x1xf32>) {
  %0 = torch.aten.mean.dim(%a, keepdim = true) : (tensor<0x3xf32>) -> (tensor<1x1xf32>)
  return %0 : tensor<1x1xf32>
}

// CHECK-LABEL: func.func @min(
// CHECK-NEXT: = prim.amin
// CHECK-NEXT: return
func.func @min(%a: tensor<f16>) -> (tensor<f16>) {
  %0 = torch.aten.min(%a) : (tensor<f16>) -> (tensor<f16>)
  return %0 : tensor<f16>
}

// CHECK-LABEL: func.func @min_dim(
// CHECK-NEXT: = prim.amin
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.argmin
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: return
func.func @min_dim(%a: tensor<0x3xf32>) -> (tensor<0x1xf32>, tensor<0x1xi64>) {
  %0:2 = torch.aten.min.dim(%a, dim = -1, keepdim = true) : (tensor<0x3xf32>) -> (tensor<0x1xf32>, tensor<0x1xi64>)
  return %0#0, %0#1 : tensor<0x1xf32>, tensor<0x1xi64>
}

// CHECK-LABEL: func.func @prod(
// CHECK-NEXT: = prim.prod
// CHECK-NEXT: return
func.func @prod(%a: tensor<0x3xf32>) -> (tensor<f32>) {
  %0 = torch.aten.prod(%a) : (tensor<0x3xf32>) -> (tensor<f32>)
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @prod_dim_int(
// CHECK-NEXT: = prim.prod
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: return
func.func @prod_dim_int(%a: tensor<0x3xf32>) -> (tensor<0x1xf32>) {
  %0 = torch.aten.prod.dim_int(%a, dim = -1, keepdim = true) : (tensor<0x3xf32>) -> (tensor<0x1xf32>)
  return %0 : tensor<0x1xf32>
}

// CHECK-LABEL: func.func @softmax_int(
// CHECK-NEXT: return
func.func @softmax_int(%a: tensor<0x3xf32>) -> (tensor<0x3xf32>) {
  %0 = torch.aten.softmax.int(%a, dim = 0) : (tensor<0x3xf32>) -> (tensor<0x3xf32>)
  return %0 : tensor<0x3xf32>
}

// CHECK-LABEL: func.func @sort_stable(
// CHECK-NEXT: = prim.sort
// CHECK-NEXT: return
func.func @sort_stable(%a: tensor<0x3xf32>) -> (tensor<0x3xf32>, tensor<0x3xi64>) {
  %0:2 = torch.aten.sort.stable(%a, stable = true, dim = 0, descending = true) : (tensor<0x3xf32>) -> (tensor<0x3xf32>, tensor<0x3xi64>)
  return %0#0, %0#1 : tensor<0x3xf32>, tensor<0x3xi64>
}

// CHECK-LABEL: func.func @std_correction(
// CHECK-NEXT: = prim.var
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.sqrt
// CHECK-NEXT: return
func.func @std_correction(%a: tensor<0x3xf32>) -> (tensor<1x1xf32>) {
  %0 = torch.aten.std.correction(%a, correction = 1, keepdim = true) : (tensor<0x3xf32>) -> (tensor<1x1xf32>)
  return %0 : tensor<1x1xf32>
}

// CHECK-LABEL: func.func @sum(
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: return
func.func @sum(%a: tensor<0x3xf32>) -> (tensor<f32>) {
  %0 = torch.aten.sum(%a) : (tensor<0x3xf32>) -> (tensor<f32>)
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @sum_dim_IntList(
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: return
func.func @sum_dim_IntList(%a: tensor<0x3xf32>) -> (tensor<1x1xf32>) {
  %0 = torch.aten.sum.dim_IntList(%a, keepdim = true) : (tensor<0x3xf32>) -> (tensor<1x1xf32>)
  return %0 : tensor<1x1xf32>
}

// CHECK-LABEL: func.func @topk(
// CHECK-NEXT: = prim.topk
// CHECK-NEXT: return
func.func @topk(%a: tensor<3x3xf32>) -> (tensor<3x2xf32>, tensor<3x2xi64>) {
  %0:2 = torch.aten.topk(%a, k = 2, dim = 1, largest = true, sorted = true) : (tensor<3x3xf32>) -> (tensor<3x2xf32>, tensor<3x2xi64>)
  return %0#0, %0#1 : tensor<3x2xf32>, tensor<3x2xi64>
}

// CHECK-LABEL: func.func @trace(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: return
func.func @trace(%a: tensor<3x3xf32>) -> (tensor<f32>) {
  %0 = torch.aten.trace(%a) : (tensor<3x3xf32>) -> (tensor<f32>)
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @var_correction(
// CHECK-NEXT: = prim.var
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: return
func.func @var_correction(%a: tensor<0x3xf32>) -> (tensor<1x1xf32>) {
  %0 = torch.aten.var.correction(%a, correction = 1, keepdim = true) : (tensor<0x3xf32>) -> (tensor<1x1xf32>)
  return %0 : tensor<1x1xf32>
}

// CHECK-LABEL: func.func @var_mean_correction(
// CHECK-NEXT: = prim.var
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: return
func.func @var_mean_correction(%a: tensor<0x3xf32>) -> (tensor<0x1xf32>, tensor<0x1xf32>) {
  %0:2 = torch.aten.var_mean.correction(%a, dim = [-1], correction = 0, keepdim = true) : (tensor<0x3xf32>) -> (tensor<0x1xf32>, tensor<0x1xf32>)
  return %0#0, %0#1 : tensor<0x1xf32>, tensor<0x1xf32>
}

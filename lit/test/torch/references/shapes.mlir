// RUN: tile-opt %s --pass-pipeline='builtin.module(torch-decompose{strict},torch-promote)' | filecheck %s

// Written by go test ./lowering/tensors/references -run FileCheck -update.

// CHECK-LABEL: func.func @_to_copy(
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @_to_copy(%a: tensor<5xf32>) -> (tensor<5xi32>) {
  %0 = torch.aten._to_copy(%a, dtype = i32) : (tensor<5xf32>) -> (tensor<5xi32>)
  return %0 : tensor<5xi32>
}

// CHECK-LABEL: func.func @addr(
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.add
// CHECK-NEXT: return
func.func @addr(%a: tensor<3x4xf32>, %b: tensor<3xf32>, %c: tensor<4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.addr(%a, %b, %c) : (tensor<3x4xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @arange(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: return
func.func @arange() -> (tensor<5xi64>) {
  %0 = torch.aten.arange(end = 5) : () -> (tensor<5xi64>)
  return %0 : tensor<5xi64>
}

// CHECK-LABEL: func.func @arange_start(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: return
func.func @arange_start() -> (tensor<5xi64>) {
  %0 = torch.aten.arange.start(start = 2, end = 7) : () -> (tensor<5xi64>)
  return %0 : tensor<5xi64>
}

// CHECK-LABEL: func.func @arange_start_step(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: return
func.func @arange_start_step() -> (tensor<3xi64>) {
  %0 = torch.aten.arange.start_step(start = 10, end = 1, step = -3) : () -> (tensor<3xi64>)
  return %0 : tensor<3xi64>
}

// CHECK-LABEL: func.func @broadcast_to(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: return
func.func @broadcast_to(%a: tensor<3x1xf32>) -> (tensor<2x3x4xf32>) {
  %0 = torch.aten.broadcast_to(%a, size = [2, 3, 4]) : (tensor<3x1xf32>) -> (tensor<2x3x4xf32>)
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @bucketize_Tensor(
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.lt
// CHECK-NEXT: = prim.ne
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.bitwise_or
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: return
func.func @bucketize_Tensor(%a: tensor<3x4xf32>, %b: tensor<9xf32>) -> (tensor<3x4xi64>) {
  %0 = torch.aten.bucketize.Tensor(%a, %b) : (tensor<3x4xf32>, tensor<9xf32>) -> (tensor<3x4xi64>)
  return %0 : tensor<3x4xi64>
}

// CHECK-LABEL: func.func @cat(
// CHECK-NEXT: return
func.func @cat(%a: tensor<6x4xf32>, %b: tensor<0xf32>) -> (tensor<6x4xf32>) {
  %0 = torch.aten.cat([%a, %b], dim = 0) : (tensor<6x4xf32>, tensor<0xf32>) -> (tensor<6x4xf32>)
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @chunk(
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: return
func.func @chunk(%a: tensor<6x4xf32>) -> (tensor<6x2xf32>, tensor<6x2xf32>) {
  %0:2 = torch.aten.chunk(%a, chunks = 3, dim = 1) : (tensor<6x4xf32>) -> (tensor<6x2xf32>, tensor<6x2xf32>)
  return %0#0, %0#1 : tensor<6x2xf32>, tensor<6x2xf32>
}

// CHECK-LABEL: func.func @constant_pad_nd(
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.full
// CHECK-NEXT: = prim.slice_scatter
// CHECK-NEXT: return
func.func @constant_pad_nd(%a: tensor<2x3x4xf32>) -> (tensor<2x2x7xf32>) {
  %0 = torch.aten.constant_pad_nd(%a, pad = [1, 2, -1, 0], value = 7.0) : (tensor<2x3x4xf32>) -> (tensor<2x2x7xf32>)
  return %0 : tensor<2x2x7xf32>
}

// CHECK-LABEL: func.func @cosine_similarity(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.sqrt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.sqrt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: return
func.func @cosine_similarity(%a: tensor<6x4xf32>, %b: tensor<4xf32>) -> (tensor<6xf32>) {
  %0 = torch.aten.cosine_similarity(%a, %b, dim = 1) : (tensor<6x4xf32>, tensor<4xf32>) -> (tensor<6xf32>)
  return %0 : tensor<6xf32>
}

// CHECK-LABEL: func.func @diag_embed(
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.full
// CHECK-NEXT: = prim.slice_scatter
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: return
func.func @diag_embed(%a: tensor<3xf32>) -> (tensor<4x4xf32>) {
  %0 = torch.aten.diag_embed(%a, offset = -1) : (tensor<3xf32>) -> (tensor<4x4xf32>)
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @diagonal(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.index
// CHECK-NEXT: return
func.func @diagonal(%a: tensor<2x3x4xf32>) -> (tensor<3x2xf32>) {
  %0 = torch.aten.diagonal(%a, offset = 1, dim1 = 0, dim2 = 2) : (tensor<2x3x4xf32>) -> (tensor<3x2xf32>)
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @diff(
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: return
func.func @diff(%a: tensor<6x4xf32>) -> (tensor<6x3xf32>) {
  %0 = torch.aten.diff(%a) : (tensor<6x4xf32>) -> (tensor<6x3xf32>)
  return %0 : tensor<6x3xf32>
}

// CHECK-LABEL: func.func @embedding(
// CHECK-NEXT: = prim.index
// CHECK-NEXT: return
func.func @embedding(%a: tensor<6x4xf32>, %b: tensor<2x2xi64>) -> (tensor<2x2x4xf32>) {
  %0 = torch.aten.embedding(%a, %b) : (tensor<6x4xf32>, tensor<2x2xi64>) -> (tensor<2x2x4xf32>)
  return %0 : tensor<2x2x4xf32>
}

// CHECK-LABEL: func.func @expand(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: return
func.func @expand(%a: tensor<3x1xf32>) -> (tensor<2x3x4xf32>) {
  %0 = torch.aten.expand(%a, size = [2, -1, 4]) : (tensor<3x1xf32>) -> (tensor<2x3x4xf32>)
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @eye(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @eye() -> (tensor<3x3xf32>) {
  %0 = torch.aten.eye(n = 3) : () -> (tensor<3x3xf32>)
  return %0 : tensor<3x3xf32>
}

// CHECK-LABEL: func.func @eye_m(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @eye_m() -> (tensor<2x4xf32>) {
  %0 = torch.aten.eye.m(n = 2, m = 4) : () -> (tensor<2x4xf32>)
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @flatten_using_ints(
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: return
func.func @flatten_using_ints(%a: tensor<2x3x4xf32>) -> (tensor<2x12xf32>) {
  %0 = torch.aten.flatten.using_ints(%a, start_dim = 1, end_dim = -1) : (tensor<2x3x4xf32>) -> (tensor<2x12xf32>)
  return %0 : tensor<2x12xf32>
}

// CHECK-LABEL: func.func @flip(
// CHECK-NEXT: = prim.rev
// CHECK-NEXT: return
func.func @flip(%a: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>) {
  %0 = torch.aten.flip(%a, dims = [0, 2]) : (tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>)
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @full(
// CHECK-NEXT: = prim.full
// CHECK-NEXT: return
func.func @full() -> (tensor<2xi64>) {
  %0 = torch.aten.full(size = [2], fill_value = 7) : () -> (tensor<2xi64>)
  return %0 : tensor<2xi64>
}

// CHECK-LABEL: func.func @full_like(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: return
func.func @full_like(%a: tensor<6x4xf32>) -> (tensor<6x4xf32>) {
  %0 = torch.aten.full_like(%a, fill_value = 3.0) : (tensor<6x4xf32>) -> (tensor<6x4xf32>)
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @gather(
// CHECK-NEXT: = prim.gather
// CHECK-NEXT: return
func.func @gather(%a: tensor<6x4xf32>, %b: tensor<1x4xi64>) -> (tensor<1x4xf32>) {
  %0 = torch.aten.gather(%a, %b, dim = 0) : (tensor<6x4xf32>, tensor<1x4xi64>) -> (tensor<1x4xf32>)
  return %0 : tensor<1x4xf32>
}

// CHECK-LABEL: func.func @hstack(
// CHECK-NEXT: = prim.cat
// CHECK-NEXT: return
func.func @hstack(%a: tensor<6x4xf32>, %b: tensor<6x4xf32>) -> (tensor<6x8xf32>) {
  %0 = torch.aten.hstack([%a, %b]) : (tensor<6x4xf32>, tensor<6x4xf32>) -> (tensor<6x8xf32>)
  return %0 : tensor<6x8xf32>
}

// CHECK-LABEL: func.func @index_Tensor(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.lt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.index
// CHECK-NEXT: return
func.func @index_Tensor(%a: tensor<6x4xf32>, %b: tensor<3xi64>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.index.Tensor(%a, [%b]) : (tensor<6x4xf32>, tensor<3xi64>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @index_add(
// CHECK-NEXT: = prim.index_put
// CHECK-NEXT: return
func.func @index_add(%a: tensor<6x4xf32>, %b: tensor<2xi64>, %c: tensor<2x4xf32>) -> (tensor<6x4xf32>) {
  %0 = torch.aten.index_add(%a, %b, %c, dim = 0) : (tensor<6x4xf32>, tensor<2xi64>, tensor<2x4xf32>) -> (tensor<6x4xf32>)
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @index_copy(
// CHECK-NEXT: = prim.index_put
// CHECK-NEXT: return
func.func @index_copy(%a: tensor<6x4xf32>, %b: tensor<3xi64>, %c: tensor<3x4xf32>) -> (tensor<6x4xf32>) {
  %0 = torch.aten.index_copy(%a, %b, %c, dim = 0) : (tensor<6x4xf32>, tensor<3xi64>, tensor<3x4xf32>) -> (tensor<6x4xf32>)
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @index_fill_int_Scalar(
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.full
// CHECK-NEXT: = prim.index_put
// CHECK-NEXT: return
func.func @index_fill_int_Scalar(%a: tensor<6x4xf32>, %b: tensor<3xi64>) -> (tensor<6x4xf32>) {
  %0 = torch.aten.index_fill.int_Scalar(%a, %b, dim = 1, value = 3.0) : (tensor<6x4xf32>, tensor<3xi64>) -> (tensor<6x4xf32>)
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @index_put(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.lt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.index
// CHECK-NEXT: = prim.index_put
// CHECK-NEXT: return
func.func @index_put(%a: tensor<6x4xf32>, %b: tensor<2xi64>, %c: tensor<2x4xf32>) -> (tensor<6x4xf32>) {
  %0 = torch.aten.index_put(%a, [%b], %c, accumulate = true) : (tensor<6x4xf32>, tensor<2xi64>, tensor<2x4xf32>) -> (tensor<6x4xf32>)
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @index_select(
// CHECK-NEXT: = prim.index
// CHECK-NEXT: return
func.func @index_select(%a: tensor<6x4xf32>, %b: tensor<3xi64>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.index_select(%a, %b, dim = 0) : (tensor<6x4xf32>, tensor<3xi64>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @inner(
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.dot
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: return
func.func @inner(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<f32>) {
  %0 = torch.aten.inner(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<f32>)
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @kaiser_window(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.sqrt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.bessel_i0
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.bessel_i0
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @kaiser_window() -> (tensor<10xf32>) {
  %0 = torch.aten.kaiser_window(window_length = 10) : () -> (tensor<10xf32>)
  return %0 : tensor<10xf32>
}

// CHECK-LABEL: func.func @kaiser_window_beta(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.sqrt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.bessel_i0
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.bessel_i0
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @kaiser_window_beta() -> (tensor<8xf32>) {
  %0 = torch.aten.kaiser_window.beta(window_length = 8, periodic = true, beta = 5.0) : () -> (tensor<8xf32>)
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @kaiser_window_periodic(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.maximum
// CHECK-NEXT: = prim.sqrt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.bessel_i0
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.bessel_i0
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @kaiser_window_periodic() -> (tensor<9xf32>) {
  %0 = torch.aten.kaiser_window.periodic(window_length = 9, periodic = false) : () -> (tensor<9xf32>)
  return %0 : tensor<9xf32>
}

// CHECK-LABEL: func.func @kron(
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: return
func.func @kron(%a: tensor<3xf32>, %b: tensor<2x2xf32>) -> (tensor<2x6xf32>) {
  %0 = torch.aten.kron(%a, %b) : (tensor<3xf32>, tensor<2x2xf32>) -> (tensor<2x6xf32>)
  return %0 : tensor<2x6xf32>
}

// CHECK-LABEL: func.func @linalg_cross(
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.cat
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.cat
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.cat
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.cat
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: return
func.func @linalg_cross(%a: tensor<4x3xf32>, %b: tensor<1x3xf32>) -> (tensor<4x3xf32>) {
  %0 = torch.aten.linalg_cross(%a, %b) : (tensor<4x3xf32>, tensor<1x3xf32>) -> (tensor<4x3xf32>)
  return %0 : tensor<4x3xf32>
}

// CHECK-LABEL: func.func @linalg_vecdot(
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: return
func.func @linalg_vecdot(%a: tensor<6x4xf32>, %b: tensor<6x4xf32>) -> (tensor<6xf32>) {
  %0 = torch.aten.linalg_vecdot(%a, %b) : (tensor<6x4xf32>, tensor<6x4xf32>) -> (tensor<6xf32>)
  return %0 : tensor<6xf32>
}

// CHECK-LABEL: func.func @linspace(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.lt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @linspace() -> (tensor<4xf32>) {
  %0 = torch.aten.linspace(start = 3, end = -2, steps = 4) : () -> (tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @logspace(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.lt
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.where
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.pow
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @logspace() -> (tensor<5xf32>) {
  %0 = torch.aten.logspace(start = 0.0, end = 2.0, steps = 5) : () -> (tensor<5xf32>)
  return %0 : tensor<5xf32>
}

// CHECK-LABEL: func.func @movedim_int(
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: return
func.func @movedim_int(%a: tensor<2x3x4xf32>) -> (tensor<3x4x2xf32>) {
  %0 = torch.aten.movedim.int(%a, source = 0, destination = 2) : (tensor<2x3x4xf32>) -> (tensor<3x4x2xf32>)
  return %0 : tensor<3x4x2xf32>
}

// CHECK-LABEL: func.func @narrow(
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: return
func.func @narrow(%a: tensor<2x3x4xf32>) -> (tensor<2x3x2xf32>) {
  %0 = torch.aten.narrow(%a, dim = 2, start = 1, length = 2) : (tensor<2x3x4xf32>) -> (tensor<2x3x2xf32>)
  return %0 : tensor<2x3x2xf32>
}

// CHECK-LABEL: func.func @one_hot(
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.eq
// CHECK-NEXT: = prim.convert_element_type
// CHECK-NEXT: return
func.func @one_hot(%a: tensor<3xi64>) -> (tensor<3x4xi64>) {
  %0 = torch.aten.one_hot(%a, num_classes = 4) : (tensor<3xi64>) -> (tensor<3x4xi64>)
  return %0 : tensor<3x4xi64>
}

// CHECK-LABEL: func.func @ones(
// CHECK-NEXT: = prim.full
// CHECK-NEXT: return
func.func @ones() -> (tensor<3xf32>) {
  %0 = torch.aten.ones(size = [3]) : () -> (tensor<3xf32>)
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @ones_like(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: return
func.func @ones_like(%a: tensor<6x4xf32>) -> (tensor<6x4xf32>) {
  %0 = torch.aten.ones_like(%a) : (tensor<6x4xf32>) -> (tensor<6x4xf32>)
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @outer(
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: return
func.func @outer(%a: tensor<3xf32>, %b: tensor<4xf32>) -> (tensor<3x4xf32>) {
  %0 = torch.aten.outer(%a, %b) : (tensor<3xf32>, tensor<4xf32>) -> (tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @permute(
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: return
func.func @permute(%a: tensor<2x3x4xf32>) -> (tensor<4x2x3xf32>) {
  %0 = torch.aten.permute(%a, dims = [2, 0, 1]) : (tensor<2x3x4xf32>) -> (tensor<4x2x3xf32>)
  return %0 : tensor<4x2x3xf32>
}

// CHECK-LABEL: func.func @repeat(
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: return
func.func @repeat(%a: tensor<6x4xf32>) -> (tensor<2x6x12xf32>) {
  %0 = torch.aten.repeat(%a, repeats = [2, 1, 3]) : (tensor<6x4xf32>) -> (tensor<2x6x12xf32>)
  return %0 : tensor<2x6x12xf32>
}

// CHECK-LABEL: func.func @reshape(
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: return
func.func @reshape(%a: tensor<4x3x2xf32>) -> (tensor<24xf32>) {
  %0 = torch.aten.reshape(%a, shape = [-1]) : (tensor<4x3x2xf32>) -> (tensor<24xf32>)
  return %0 : tensor<24xf32>
}

// CHECK-LABEL: func.func @roll(
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.cat
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: return
func.func @roll(%a: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>) {
  %0 = torch.aten.roll(%a, shifts = [5]) : (tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>)
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @rot90(
// CHECK-NEXT: = prim.rev
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: return
func.func @rot90(%a: tensor<6x4xf32>) -> (tensor<4x6xf32>) {
  %0 = torch.aten.rot90(%a, k = 1, dims = [0, 1]) : (tensor<6x4xf32>) -> (tensor<4x6xf32>)
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @scatter_src(
// CHECK-NEXT: = prim.scatter
// CHECK-NEXT: return
func.func @scatter_src(%a: tensor<6x4xf32>, %b: tensor<1x4xi64>, %c: tensor<1x4xf32>) -> (tensor<6x4xf32>) {
  %0 = torch.aten.scatter.src(%a, %b, %c, dim = 0) : (tensor<6x4xf32>, tensor<1x4xi64>, tensor<1x4xf32>) -> (tensor<6x4xf32>)
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @scatter_value(
// CHECK-NEXT: = prim.full
// CHECK-NEXT: = prim.scatter
// CHECK-NEXT: return
func.func @scatter_value(%a: tensor<6x4xf32>, %b: tensor<2x1xi64>) -> (tensor<6x4xf32>) {
  %0 = torch.aten.scatter.value(%a, %b, dim = 1, value = 9.0) : (tensor<6x4xf32>, tensor<2x1xi64>) -> (tensor<6x4xf32>)
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @scatter_add(
// CHECK-NEXT: = prim.scatter
// CHECK-NEXT: return
func.func @scatter_add(%a: tensor<6x4xf32>, %b: tensor<2x2xi64>, %c: tensor<2x2xf32>) -> (tensor<6x4xf32>) {
  %0 = torch.aten.scatter_add(%a, %b, %c, dim = 0) : (tensor<6x4xf32>, tensor<2x2xi64>, tensor<2x2xf32>) -> (tensor<6x4xf32>)
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @select_int(
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: return
func.func @select_int(%a: tensor<2x3x4xf32>) -> (tensor<2x4xf32>) {
  %0 = torch.aten.select.int(%a, dim = 1, index = -1) : (tensor<2x3x4xf32>) -> (tensor<2x4xf32>)
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @slice_Tensor(
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: return
func.func @slice_Tensor(%a: tensor<2x3x4xf32>) -> (tensor<2x3x2xf32>) {
  %0 = torch.aten.slice.Tensor(%a, dim = 2, start = 1, end = 100, step = 2) : (tensor<2x3x4xf32>) -> (tensor<2x3x2xf32>)
  return %0 : tensor<2x3x2xf32>
}

// CHECK-LABEL: func.func @split_Tensor(
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: return
func.func @split_Tensor(%a: tensor<6x4xf32>) -> (tensor<4x4xf32>, tensor<2x4xf32>) {
  %0:2 = torch.aten.split.Tensor(%a, split_size = 4, dim = 0) : (tensor<6x4xf32>) -> (tensor<4x4xf32>, tensor<2x4xf32>)
  return %0#0, %0#1 : tensor<4x4xf32>, tensor<2x4xf32>
}

// CHECK-LABEL: func.func @split_with_sizes(
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: return
func.func @split_with_sizes(%a: tensor<6x4xf32>) -> (tensor<1x4xf32>, tensor<2x4xf32>, tensor<3x4xf32>) {
  %0:3 = torch.aten.split_with_sizes(%a, split_sizes = [1, 2, 3], dim = 0) : (tensor<6x4xf32>) -> (tensor<1x4xf32>, tensor<2x4xf32>, tensor<3x4xf32>)
  return %0#0, %0#1, %0#2 : tensor<1x4xf32>, tensor<2x4xf32>, tensor<3x4xf32>
}

// CHECK-LABEL: func.func @squeeze(
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: return
func.func @squeeze(%a: tensor<1x3x1xf32>) -> (tensor<3xf32>) {
  %0 = torch.aten.squeeze(%a) : (tensor<1x3x1xf32>) -> (tensor<3xf32>)
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @squeeze_dim(
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: return
func.func @squeeze_dim(%a: tensor<1x3x1xf32>) -> (tensor<3x1xf32>) {
  %0 = torch.aten.squeeze.dim(%a, dim = 0) : (tensor<1x3x1xf32>) -> (tensor<3x1xf32>)
  return %0 : tensor<3x1xf32>
}

// CHECK-LABEL: func.func @squeeze_dims(
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: return
func.func @squeeze_dims(%a: tensor<1x3x1xf32>) -> (tensor<3x1xf32>) {
  %0 = torch.aten.squeeze.dims(%a, dim = [0, 1]) : (tensor<1x3x1xf32>) -> (tensor<3x1xf32>)
  return %0 : tensor<3x1xf32>
}

// CHECK-LABEL: func.func @stack(
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.cat
// CHECK-NEXT: return
func.func @stack(%a: tensor<6x4xf32>, %b: tensor<6x4xf32>, %c: tensor<6x4xf32>) -> (tensor<6x3x4xf32>) {
  %0 = torch.aten.stack([%a, %b, %c], dim = 1) : (tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>) -> (tensor<6x3x4xf32>)
  return %0 : tensor<6x3x4xf32>
}

// CHECK-LABEL: func.func @t(
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: return
func.func @t(%a: tensor<6x4xf32>) -> (tensor<4x6xf32>) {
  %0 = torch.aten.t(%a) : (tensor<6x4xf32>) -> (tensor<4x6xf32>)
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @take_along_dim(
// CHECK-NEXT: = prim.gather
// CHECK-NEXT: return
func.func @take_along_dim(%a: tensor<6x4xf32>, %b: tensor<1x4xi64>) -> (tensor<1x4xf32>) {
  %0 = torch.aten.take_along_dim(%a, %b, dim = 0) : (tensor<6x4xf32>, tensor<1x4xi64>) -> (tensor<1x4xf32>)
  return %0 : tensor<1x4xf32>
}

// CHECK-LABEL: func.func @tile(
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: return
func.func @tile(%a: tensor<6x4xf32>) -> (tensor<6x8xf32>) {
  %0 = torch.aten.tile(%a, dims = [2]) : (tensor<6x4xf32>) -> (tensor<6x8xf32>)
  return %0 : tensor<6x8xf32>
}

// CHECK-LABEL: func.func @transpose_int(
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: return
func.func @transpose_int(%a: tensor<2x3x4xf32>) -> (tensor<4x3x2xf32>) {
  %0 = torch.aten.transpose.int(%a, dim0 = 0, dim1 = -1) : (tensor<2x3x4xf32>) -> (tensor<4x3x2xf32>)
  return %0 : tensor<4x3x2xf32>
}

// CHECK-LABEL: func.func @trapezoid_dx(
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: return
func.func @trapezoid_dx(%a: tensor<6x4xf32>) -> (tensor<6xf32>) {
  %0 = torch.aten.trapezoid.dx(%a) : (tensor<6x4xf32>) -> (tensor<6xf32>)
  return %0 : tensor<6xf32>
}

// CHECK-LABEL: func.func @trapezoid_x(
// CHECK-NEXT: = prim.transpose
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.sub
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.mul
// CHECK-NEXT: = prim.sum
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.div
// CHECK-NEXT: return
func.func @trapezoid_x(%a: tensor<6x4xf32>, %b: tensor<4xf32>) -> (tensor<6xf32>) {
  %0 = torch.aten.trapezoid.x(%a, %b) : (tensor<6x4xf32>, tensor<4xf32>) -> (tensor<6xf32>)
  return %0 : tensor<6xf32>
}

// CHECK-LABEL: func.func @tril(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.le
// CHECK-NEXT: = prim.full
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @tril(%a: tensor<6x4xf32>) -> (tensor<6x4xf32>) {
  %0 = torch.aten.tril(%a, diagonal = 1) : (tensor<6x4xf32>) -> (tensor<6x4xf32>)
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @triu(
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.iota
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: = prim.add
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.ge
// CHECK-NEXT: = prim.full
// CHECK-NEXT: = prim.broadcast_in_dim
// CHECK-NEXT: = prim.where
// CHECK-NEXT: return
func.func @triu(%a: tensor<6x4xf32>) -> (tensor<6x4xf32>) {
  %0 = torch.aten.triu(%a, diagonal = -1) : (tensor<6x4xf32>) -> (tensor<6x4xf32>)
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @unbind_int(
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: = prim.slice
// CHECK-NEXT: = prim.squeeze
// CHECK-NEXT: return
func.func @unbind_int(%a: tensor<2x3x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  %0:3 = torch.aten.unbind.int(%a, dim = 1) : (tensor<2x3x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

// CHECK-LABEL: func.func @unflatten_int(
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: return
func.func @unflatten_int(%a: tensor<6x4xf32>) -> (tensor<2x3x4xf32>) {
  %0 = torch.aten.unflatten.int(%a, dim = 0, sizes = [2, -1]) : (tensor<6x4xf32>) -> (tensor<2x3x4xf32>)
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @unfold(
// CHECK-NEXT: = prim.unfold
// CHECK-NEXT: return
func.func @unfold(%a: tensor<6x4xf32>) -> (tensor<2x4x3xf32>) {
  %0 = torch.aten.unfold(%a, dimension = 0, size = 3, step = 2) : (tensor<6x4xf32>) -> (tensor<2x4x3xf32>)
  return %0 : tensor<2x4x3xf32>
}

// CHECK-LABEL: func.func @unsqueeze(
// CHECK-NEXT: = prim.expand_dims
// CHECK-NEXT: return
func.func @unsqueeze(%a: tensor<2x3x4xf32>) -> (tensor<2x3x4x1xf32>) {
  %0 = torch.aten.unsqueeze(%a, dim = -1) : (tensor<2x3x4xf32>) -> (tensor<2x3x4x1xf32>)
  return %0 : tensor<2x3x4x1xf32>
}

// CHECK-LABEL: func.func @view(
// CHECK-NEXT: = prim.reshape
// CHECK-NEXT: return
func.func @view(%a: tensor<2x3x4xf32>) -> (tensor<6x4xf32>) {
  %0 = torch.aten.view(%a, size = [6, -1]) : (tensor<2x3x4xf32>) -> (tensor<6x4xf32>)
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @vstack(
// CHECK-NEXT: = prim.cat
// CHECK-NEXT: return
func.func @vstack(%a: tensor<6x4xf32>, %b: tensor<6x4xf32>) -> (tensor<12x4xf32>) {
  %0 = torch.aten.vstack([%a, %b]) : (tensor<6x4xf32>, tensor<6x4xf32>) -> (tensor<12x4xf32>)
  return %0 : tensor<12x4xf32>
}

// CHECK-LABEL: func.func @zeros(
// CHECK-NEXT: = prim.full
// CHECK-NEXT: return
func.func @zeros() -> (tensor<2x2xf32>) {
  %0 = torch.aten.zeros(size = [2, 2]) : () -> (tensor<2x2xf32>)
  return %0 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @zeros_like(
// CHECK-NEXT: = prim.fill
// CHECK-NEXT: return
func.func @zeros_like(%a: tensor<6x4xf32>) -> (tensor<6x4xf32>) {
  %0 = torch.aten.zeros_like(%a) : (tensor<6x4xf32>) -> (tensor<6x4xf32>)
  return %0 : tensor<6x4xf32>
}

// RUN: tile-opt %s --torch-decompose --torch-promote --cse --trivial-dce --tensor-fuse=target=gpu | filecheck %s
// RUN: tile-opt %s --torch-decompose --torch-promote --cse --tensor-fuse | filecheck %s --check-prefix=CPU

// One kernel reads the logits and takes the element of each row that a target selects. No logarithms of probabilities
// are stored in memory.
// CHECK-LABEL: func.func @loss(
// CHECK-NOT: prim.gather
// CHECK: return
// CHECK: func.func private @loss_{{[0-9]}}(%{{.*}}: tensor<64x1000xf32>
// CHECK: prim.amax
// CHECK: prim.gather %arg0, %arg1
// CPU-LABEL: func.func @loss(
// CPU: prim.gather
func.func @loss(%x: tensor<64x1000xf32>, %t: tensor<64xi64>) -> tensor<f32> {
  %0 = torch.aten.cross_entropy_loss(%x, %t) : (tensor<64x1000xf32>, tensor<64xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// Random numbers are computed where they are used.
// CHECK-LABEL: func.func @dropout(
// CHECK: %[[K:.*]] = prim.random_key
// CHECK-NEXT: call @dropout_0(%[[K]], %arg0)
// CHECK: func.func private @dropout_0
// CHECK: prim.uniform
func.func @dropout(%x: tensor<64x100xf32>) -> tensor<64x100xf32> {
  %0 = torch.aten.dropout(%x, p = 0.5, train = true) : (tensor<64x100xf32>) -> tensor<64x100xf32>
  return %0 : tensor<64x100xf32>
}

// The loss and its gradient are one kernel, which reads the logits once. The number of targets, by which the gradient is
// divided, is computed before it.
// CHECK-LABEL: func.func @gradient(
// CHECK: call @gradient_1(%{{.*}}) : (tensor<64xi1>) -> (tensor<64xf32>, tensor<f32>)
// CHECK: call @gradient_3(%arg0, {{.*}}) -> (tensor<64xf32>, tensor<64x1000xf32>)
// CHECK-NOT: %arg0
// CHECK: return
// CHECK: func.func private @gradient_3(%{{.*}}: tensor<64x1000xf32>
// CHECK: prim.amax
// CHECK: prim.gather %arg0
// CHECK: prim.scatter
// CPU-LABEL: func.func @gradient(
// CPU: prim.scatter
func.func @gradient(%x: tensor<64x1000xf32>, %t: tensor<64xi64>) -> (tensor<f32>, tensor<64x1000xf32>) {
  %l = torch.aten._log_softmax(%x, dim = 1, half_to_float = false) : (tensor<64x1000xf32>) -> tensor<64x1000xf32>
  %0:2 = torch.aten.nll_loss_forward(%l, %t, reduction = 1, ignore_index = -100) : (tensor<64x1000xf32>, tensor<64xi64>) -> (tensor<f32>, tensor<f32>)
  %g = torch.aten.full_like(%0#0, fill_value = 1.0) : (tensor<f32>) -> tensor<f32>
  %1 = torch.aten.nll_loss_backward(%g, %l, %t, reduction = 1, ignore_index = -100, total_weight = %0#1) : (tensor<f32>, tensor<64x1000xf32>, tensor<64xi64>, tensor<f32>) -> tensor<64x1000xf32>
  %2 = torch.aten._log_softmax_backward_data(%1, %l, dim = 1, input_dtype = f32) : (tensor<64x1000xf32>, tensor<64x1000xf32>) -> tensor<64x1000xf32>
  return %0#0, %2 : tensor<f32>, tensor<64x1000xf32>
}

// The computations of a concatenation's operands move after the concatenation, and are done for all its elements.
// CHECK-LABEL: func.func @negated(
// CHECK: %[[FIRST:.*]] = prim.constant dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
// CHECK: call @negated_0(
// CHECK: func.func private @negated_0
// CHECK: %[[CAT:.*]] = prim.cat %arg0, %arg1 dim 1
// CHECK: %[[NEG:.*]] = prim.neg %[[CAT]]
// CHECK: prim.where %{{.*}}, %[[NEG]], %[[CAT]]
// CPU-LABEL: func.func @negated(
// CPU: prim.neg
// CPU: prim.cat
func.func @negated(%x: tensor<64x4xf32>, %y: tensor<64x4xf32>) -> tensor<64x8xf32> {
  %0 = torch.aten.neg(%x) : (tensor<64x4xf32>) -> tensor<64x4xf32>
  %1 = torch.aten.cat([%0, %y], dim = 1) : (tensor<64x4xf32>, tensor<64x4xf32>) -> tensor<64x8xf32>
  %2 = torch.aten.mul.Tensor(%1, %1) : (tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return %2 : tensor<64x8xf32>
}

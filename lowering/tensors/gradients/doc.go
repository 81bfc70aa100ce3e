// Package gradients has the passes torch-gradient and torch-tangent. Both extend a function on tensors so that it also
// computes derivatives. The table of rules is an argument of [New], so another module can add or replace rules.
//
// torch-gradient goes from a loss, a result of one element, back to the arguments (reverse mode). Operators have a rule
// of their own if the gradient of their decomposition would differ from PyTorch's. All others are decomposed into
// primitives, which have rules. Rules build loosely typed operations, so that torch-decompose and torch-promote must
// follow. Functions that the function calls are inlined.
//
// Before:
//
//	func.func @f(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<f32> {
//	  %0 = torch.aten.mul.Tensor(%x, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//	  %1 = torch.aten.clamp(%0, min = -1.0, max = 1.0) : (tensor<4xf32>) -> tensor<4xf32>
//	  %2 = torch.aten.sum(%1) : (tensor<4xf32>) -> tensor<f32>
//	  return %2 : tensor<f32>
//	}
//
// After torch-gradient{function=f arguments=1}:
//
//	func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<f32> {
//	  %0 = torch.aten.mul.Tensor(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//	  %1 = torch.aten.clamp(%0, min = -1.0, max = 1.0) : (tensor<4xf32>) -> tensor<4xf32>
//	  %2 = torch.aten.sum(%1) : (tensor<4xf32>) -> tensor<f32>
//	  return %2 : tensor<f32>
//	}
//	func.func @f_gradient(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
//	  %0 = prim.mul %arg0, %arg1 : tensor<4xf32>
//	  %1 = torch.aten.clamp(%0, min = -1.0, max = 1.0) : (tensor<4xf32>) -> tensor<4xf32>
//	  %2 = prim.sum %1 dims [0] : tensor<4xf32> -> tensor<f32>
//	  %3 = prim.fill %2, 1.0 : tensor<f32>
//	  %4 = prim.expand_dims %3 dims [0] : tensor<f32> -> tensor<1xf32>
//	  %5 = prim.broadcast_in_dim %4 dims [0] : tensor<1xf32> -> tensor<4xf32>
//	  %6 = torch.ge(%0, -1.0) : (tensor<4xf32>) -> tensor<4xi1>
//	  %7 = torch.le(%0, 1.0) : (tensor<4xf32>) -> tensor<4xi1>
//	  %8 = torch.bitwise_and(%6, %7) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
//	  %9 = torch.where(%8, %5, 0) : (tensor<4xi1>, tensor<4xf32>) -> tensor<4xf32>
//	  %10 = torch.mul(%9, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//	  return %2, %10 : tensor<f32>, tensor<4xf32>
//	}
//
// Without the option arguments, all arguments that are floats have gradients. The option loss selects a result other
// than the first. With the option cotangents, the gradients of all results are additional arguments, and no result has
// to be a loss.
//
// A call or function with the attribute torch.checkpoint is computed again where its gradients need it, so that its
// intermediate results need not be stored:
//
// Before:
//
//	func.func @layer(%x: tensor<4xf32>) -> tensor<4xf32> attributes {torch.checkpoint} {
//	  %0 = prim.sin %x : tensor<4xf32>
//	  %1 = prim.exp %0 : tensor<4xf32>
//	  return %1 : tensor<4xf32>
//	}
//	func.func @f(%x: tensor<4xf32>) -> tensor<f32> {
//	  %0 = call @layer(%x) : (tensor<4xf32>) -> tensor<4xf32>
//	  %1 = call @layer(%0) : (tensor<4xf32>) -> tensor<4xf32>
//	  %2 = prim.sum %1 dims [0] : tensor<4xf32> -> tensor<f32>
//	  return %2 : tensor<f32>
//	}
//
// After torch-gradient{function=f name=g}:
//
//	func.func @layer(%arg0: tensor<4xf32>) -> tensor<4xf32> attributes {torch.checkpoint} {
//	  %0 = prim.sin %arg0 : tensor<4xf32>
//	  %1 = prim.exp %0 : tensor<4xf32>
//	  return %1 : tensor<4xf32>
//	}
//	func.func @f(%arg0: tensor<4xf32>) -> tensor<f32> {
//	  %0 = call @layer(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
//	  %1 = call @layer(%0) : (tensor<4xf32>) -> tensor<4xf32>
//	  %2 = prim.sum %1 dims [0] : tensor<4xf32> -> tensor<f32>
//	  return %2 : tensor<f32>
//	}
//	func.func @g(%arg0: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
//	  %0 = call @layer(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
//	  %1 = call @layer(%0) : (tensor<4xf32>) -> tensor<4xf32>
//	  %2 = prim.sum %1 dims [0] : tensor<4xf32> -> tensor<f32>
//	  %3 = prim.fill %2, 1.0 : tensor<f32>
//	  %4 = prim.expand_dims %3 dims [0] : tensor<f32> -> tensor<1xf32>
//	  %5 = prim.broadcast_in_dim %4 dims [0] : tensor<1xf32> -> tensor<4xf32>
//	  %6 = prim.sin %0 : tensor<4xf32>
//	  %7 = prim.exp %6 : tensor<4xf32>
//	  %8 = torch.mul(%5, %7) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//	  %9 = torch.cos(%0) : (tensor<4xf32>) -> tensor<4xf32>
//	  %10 = torch.mul(%8, %9) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//	  %11 = prim.sin %arg0 : tensor<4xf32>
//	  %12 = prim.exp %11 : tensor<4xf32>
//	  %13 = torch.mul(%10, %12) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//	  %14 = torch.cos(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
//	  %15 = torch.mul(%13, %14) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//	  return %2, %15 : tensor<f32>, tensor<4xf32>
//	}
//
// torch-tangent computes derivatives along with the function (forward mode). Each selected argument has an additional
// argument that says how it changes. Each result that is a float has an additional result that says how it changes.
//
// Before:
//
//	func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
//	  %0 = torch.aten.exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
//	  return %0 : tensor<4xf32>
//	}
//
// After torch-tangent{function=f}:
//
//	func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//	  %0 = torch.aten.exp(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
//	  return %0 : tensor<4xf32>
//	}
//	func.func @f_tangent(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
//	  %0 = prim.exp %arg0 : tensor<4xf32>
//	  %1 = torch.mul(%arg1, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//	  return %0, %1 : tensor<4xf32>, tensor<4xf32>
//	}
//
// There are no rules for complex numbers and for functions with several blocks. Start reading at [Rule] and
// elementwise.go. There is a file for each family of rules; reverse.go and forward.go apply them.
package gradients

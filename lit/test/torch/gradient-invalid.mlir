// RUN: tile-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(torch-gradient{function=f arguments=0})'

// expected-error @+1 {{invalid options: argument 0 of @f is of type 'tensor<4xi64>'; only tensors of floats have gradients}}
func.func @f(%x: tensor<4xi64>, %y: tensor<f32>) -> tensor<f32> {
  return %y : tensor<f32>
}

// -----

// expected-error @+1 {{invalid options: @f has no argument 0; it has 0, counted from 0}}
func.func @f() {
  return
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{result 0 is of type 'tensor<4xf32>'; a loss is one float: sum or average it, choose another}}
  return %x : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<f32>) {
  // expected-error @+1 {{invalid options: there is no result 0; the function returns 0, counted from 0}}
  return
}

// -----

func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{no gradient of torch.operator: there is no rule for it; add one to the table of gradients}}
  %0 = torch.operator "mine.secret"(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @f(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{no gradient of prim.nextafter: it is a step of rounding; cut the path to it with}}
  %0 = prim.nextafter %x, %y : tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @f(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{no gradient of prim.igamma: its derivative with respect to the shape is not known}}
  %0 = prim.igamma %x, %y : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @+1 {{no gradient of @f, which calls itself}}
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func private @g(tensor<f32>) -> tensor<f32>
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{no gradient of a call of @g, which has no body of one block}}
  %0 = call @g(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @+1 {{invalid options: there is a @f_gradient already; name another with the option name}}
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func @f_gradient(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// -----

// expected-error @+1 {{invalid options: there is no function @f with a body; name one with the option function}}
module {
}

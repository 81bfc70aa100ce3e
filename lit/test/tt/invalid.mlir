// RUN: tile-opt %s --split-input-file --verify-diagnostics

// Triton's own messages about invalid programs are in dialects/tt/testdata. These are rules that Triton does not check.

tt.func @f(%v: tensor<8xf32>) {
  // expected-error@+1 {{axis must be in [0, 1), the dimensions of the operands, but is 2}}
  %0 = "tt.reduce"(%v) <{axis = 2 : i32}> ({ ^bb0(%a: f32, %b: f32): tt.reduce.return %a : f32 }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error@+1 {{axis must be in [0, 1], the places where a dimension fits, but is 3}}
  %0 = tt.expand_dims %v {axis = 3 : i32} : tensor<8xf32> -> tensor<1x8xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error@+1 {{pack 16 does not divide 8, the number of elements}}
  %0 = "tt.map_elementwise"(%v) <{pack = 16 : i32}> ({ ^bb0(%a: f32): tt.map_elementwise.return %a : f32 }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error@+1 {{region returns 'f32', 'f32', but results want 'f32'}}
  %0 = "tt.map_elementwise"(%v) <{pack = 1 : i32}> ({ ^bb0(%a: f32): tt.map_elementwise.return %a, %a : f32, f32 }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

// expected-error@+1 {{expected '<'}}
tt.func @f(%p: !tt.ptr) { tt.return }

// RUN: tile-opt %s --convert-tt-to-tile --split-input-file --verify-diagnostics

tt.func private @f(%x: tensor<8x!tt.ptr<i32>>) {
  // expected-error@+1 {{inline assembly on pointers, such as 'tensor<8x!tile.ptr<i32>>'}}
  %0 = tt.elementwise_inline_asm "mov.b64 $0, $1;" {constraints = "=l,l", packed_element = 1 : i32, pure = true} %x : tensor<8x!tt.ptr<i32>> -> tensor<8xi64>
  tt.return
}

// -----

tt.func public @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{the external function '__nv_j0f' is not known}}
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_j0f"} : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

// expected-error@+1 {{the type '!tt.ptr<f32, 3>'}}
tt.func public @f(%x: !tt.ptr<f32, 3>) {
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<f32>, %n: i32, %s: i64) {
  // expected-error@+1 {{the last stride of a descriptor must be the constant 1}}
  %0 = tt.make_tensor_descriptor %p, [%n], [%s] : <f32>, <tensor<8xf32>>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<f32>, %n: i32) {
  %one = arith.constant 1 : i64
  %0 = tt.make_tensor_descriptor %p, [%n], [%one] : <f32>, <tensor<8xf32>>
  // expected-error@+1 {{descriptors of one module must have the same padding}}
  %1 = tt.make_tensor_descriptor %p, [%n], [%one] {padding = 2 : i32} : <f32>, <tensor<8xf32>>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<f32>, %n: i64, %i: i32) {
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<8xf32>>
  // expected-error@+1 {{it computes with block pointers}}
  %1 = tt.ptr_to_int %0 : !tt.ptr<tensor<8xf32>> -> i64
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<f32>, %n: i64, %i: i32) {
  cf.br ^bb2
^bb1:
  // expected-error@+1 {{its block pointer is defined later in the text}}
  %v = tt.load %0 : !tt.ptr<tensor<8xf32>>
  tt.return
^bb2:
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<8xf32>>
  cf.br ^bb1
}

// -----

tt.func public @f(%p: !tt.ptr<f32>, %n: i64, %i: i32) {
  // expected-error@+1 {{it must have one size for each of 1 dimensions, but has 0}}
  %0 = tt.make_tensor_ptr %p, [%n], [], [%i] {order = array<i32: 0>} : <tensor<8xf32>>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<f32>, %n: i64, %i: i32) {
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<8xf32>>
  // expected-error@+1 {{it must have one offset for each of 1 dimensions, but has 2}}
  %1 = tt.advance %0, [%i, %i] : <tensor<8xf32>>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<f32>, %n: i32, %s: i64) {
  // expected-error@+1 {{it must have a size and a stride for each of 1 dimensions, but has 0 and 0}}
  %0 = tt.make_tensor_descriptor %p, [], [%s] : <f32>, <tensor<8xf32>>
  tt.return
}

// -----

// expected-error@+1 {{the type '!tt.tensordesc<tensor<4x!llvm.ptr>>'}}
tt.func public @f(%d: !tt.tensordesc<tensor<4x!llvm.ptr>>) {
  tt.return
}

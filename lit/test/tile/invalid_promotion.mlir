// RUN: tile-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics
// RUN: tile-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics --tile-promote

// Each message says what was found, what is allowed, and what to change. Errors that only follow from these are not reported.

module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @signedness(%a: i32, %b: ui32, %c: f32) {
    // expected-error @below {{'tile.add' op no common type of 'i32' and 'ui32' in cutile semantics; convert one of them with tile.cast}}
    %0 = tile.add %a, %b : i32, ui32 -> i32
    %1 = tile.mul %0, %c : i32, f32 -> f32
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @narrow(%a: tf32) {
    %n = tile.literal 3
    // expected-error @below {{'tile.add' op no common type of literal 3, an 'i32', and 'tf32' in cutile semantics; write it as a float, or convert one of them with tile.cast}}
    %0 = tile.add %a, %n : tf32, !tile.literal<int> -> tf32
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<torch>} {
  tile.kernel @barebones(%a: ui16, %b: i32) {
    // expected-error @below {{'tile.add' op no common type of 'ui16' and 'i32' in torch semantics; convert one of them with tile.cast}}
    %0 = tile.add %a, %b : ui16, i32 -> i32
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<torch>} {
  tile.kernel @bools(%a: i1) {
    // expected-error @below {{'tile.sub' op invalid operand: torch semantics have no subtraction of bools; convert them with tile.cast, to i64 for instance}}
    %0 = tile.sub %a, %a : i1, i1 -> i1
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @unknown(%a: tf32) {
    // expected-error @below {{'tile.add' op invalid operand: triton semantics have no 'tf32'; convert it to 'f32' with tile.cast}}
    %0 = tile.add %a, %a : tf32, tf32 -> tf32
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @range(%a: i8) {
    %n = tile.literal 100
    %m = tile.add %n, %n : !tile.literal<int>, !tile.literal<int> -> !tile.literal<int>
    // expected-error @below {{'tile.add' op literal is out of range: 200 does not fit 'i8', which holds -128 to 127}}
    %0 = tile.add %a, %m : i8, !tile.literal<int> -> i8
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @zero(%a: i8) {
    %n = tile.literal 1
    %z = tile.literal 0
    // expected-error @below {{'tile.mod' op no value: mod of 1 and 0: division by zero}}
    %0 = tile.mod %n, %z : !tile.literal<int>, !tile.literal<int> -> !tile.literal<int>
    %1 = tile.add %a, %0 : i8, !tile.literal<int> -> i8
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @kind() {
    %n = tile.literal 1.5
    // expected-error @below {{'tile.and' op invalid operand: and takes no float literals; write integers}}
    %0 = tile.and %n, %n : !tile.literal<float>, !tile.literal<float> -> !tile.literal<float>
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @unary() {
    %n = tile.literal 1.5
    // expected-error @below {{'tile.exp' op no common type: all operands are literals; convert one of them with tile.cast, to i32 for instance}}
    %0 = tile.exp %n : !tile.literal<float> -> f32
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @unknown_value(%a: i32) {
    %n = "test.number"() : () -> !tile.literal<int>
    // expected-error @below {{'tile.add' op invalid operand: the value of a literal must be known: it must come from tile.literal, or from arithmetic between literals}}
    %0 = tile.add %a, %n : i32, !tile.literal<int> -> i32
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<torch>} {
  tile.kernel @shapes(%s: f32) {
    %a = tile.splat %s : f32 -> tensor<2x4x8xf32>
    %b = tile.splat %s : f32 -> tensor<2x8xf32>
    // expected-error @below {{'tile.add' op incompatible shapes: 2x4x8 and 2x8 differ in dimension 1, which is 4 on one side and 2 on the other; they must be equal, or one of them 1}}
    %0 = tile.add %a, %b : tensor<2x4x8xf32>, tensor<2x8xf32> -> tensor<2x4x8xf32>
    %1 = tile.add %0, %a : tensor<2x4x8xf32>, tensor<2x4x8xf32> -> tensor<2x4x8xf32>
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @result(%a: f16, %b: bf16) {
    // expected-error @below {{'tile.add' op result type must be 'f32' by promotion and broadcasting, but got 'f16'}}
    %0 = tile.add %a, %b : f16, bf16 -> f16
    tile.return
  }
}

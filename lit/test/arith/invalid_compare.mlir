// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What arith.cmpi and arith.cmpf reject.

// There is no such integer predicate.
func.func @f(%x: i32) {
  // expected-error@+1 {{custom op 'arith.cmpi' expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge]}}
  %0 = arith.cmpi lt, %x, %x : i32
  return
}

// -----

// Float predicates are not for integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{custom op 'arith.cmpi' expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge]}}
  %0 = arith.cmpi oeq, %x, %x : i32
  return
}

// -----

// Integer predicates are not for floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{custom op 'arith.cmpf' expected string or keyword containing one of the following enum values for attribute 'predicate' [false, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno, true]}}
  %0 = arith.cmpf slt, %x, %x : f32
  return
}

// -----

// arith.cmpi of floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{custom op 'arith.cmpi' 'lhs' must be signless-integer-like, but got 'f32'}}
  %0 = arith.cmpi eq, %x, %x : f32
  return
}

// -----

// arith.cmpf of integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{custom op 'arith.cmpf' 'lhs' must be floating-point-like, but got 'i32'}}
  %0 = arith.cmpf oeq, %x, %x : i32
  return
}

// -----

// arith.cmpi of signed integers.
func.func @f(%x: si32) {
  // expected-error@+1 {{custom op 'arith.cmpi' 'lhs' must be signless-integer-like, but got 'si32'}}
  %0 = arith.cmpi slt, %x, %x : si32
  return
}

// -----

// The number of an integer predicate is below ten.
func.func @f(%x: i32) {
  // expected-error@+1 {{invalid properties {predicate = 10 : i64} for op arith.cmpi: Invalid attribute `predicate` in property conversion: 10 : i64}}
  %0 = "arith.cmpi"(%x, %x) <{predicate = 10 : i64}> : (i32, i32) -> i1
  return
}

// -----

// The number of a float predicate is below sixteen.
func.func @f(%x: f32) {
  // expected-error@+1 {{invalid properties {predicate = 16 : i64} for op arith.cmpf: Invalid attribute `predicate` in property conversion: 16 : i64}}
  %0 = "arith.cmpf"(%x, %x) <{predicate = 16 : i64}> : (f32, f32) -> i1
  return
}

// -----

// A predicate is an i64.
func.func @f(%x: i32) {
  // expected-error@+1 {{invalid properties {predicate = 1 : i32} for op arith.cmpi: Invalid attribute `predicate` in property conversion: 1 : i32}}
  %0 = "arith.cmpi"(%x, %x) <{predicate = 1 : i32}> : (i32, i32) -> i1
  return
}

// -----

// arith.cmpi needs a predicate.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.cmpi' op requires attribute 'predicate'}}
  %0 = "arith.cmpi"(%x, %x) : (i32, i32) -> i1
  return
}

// -----

// arith.cmpf needs a predicate.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.cmpf' op requires attribute 'predicate'}}
  %0 = "arith.cmpf"(%x, %x) : (f32, f32) -> i1
  return
}

// -----

// arith.cmpi gives an i1.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.cmpi' op result #0 must be bool-like, but got 'i32'}}
  %0 = "arith.cmpi"(%x, %x) <{predicate = 0 : i64}> : (i32, i32) -> i32
  return
}

// -----

// arith.cmpi of vectors gives a vector of i1.
func.func @f(%x: vector<4xi32>) {
  // expected-error@+1 {{'arith.cmpi' op failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "arith.cmpi"(%x, %x) <{predicate = 0 : i64}> : (vector<4xi32>, vector<4xi32>) -> i1
  return
}

// -----

// arith.cmpi of vectors gives one of their shape.
func.func @f(%x: vector<4xi32>) {
  // expected-error@+1 {{'arith.cmpi' op failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "arith.cmpi"(%x, %x) <{predicate = 0 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<8xi1>
  return
}

// -----

// arith.cmpf of tensors gives one with their encoding.
func.func @f(%x: tensor<4xf32, "e">) {
  // expected-error@+1 {{'arith.cmpf' op failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "arith.cmpf"(%x, %x) <{predicate = 0 : i64}> : (tensor<4xf32, "e">, tensor<4xf32, "e">) -> tensor<4xi1>
  return
}

// -----

// Operands of arith.cmpi have one type.
func.func @f(%x: i32, %y: i64) {
  // expected-error@+1 {{'arith.cmpi' op requires all operands to have the same type}}
  %0 = "arith.cmpi"(%x, %y) <{predicate = 0 : i64}> : (i32, i64) -> i1
  return
}

// -----

// Operands of arith.cmpf have one type.
func.func @f(%x: f32, %y: f64) {
  // expected-error@+1 {{'arith.cmpf' op requires all operands to have the same type}}
  %0 = "arith.cmpf"(%x, %y) <{predicate = 0 : i64}> : (f32, f64) -> i1
  return
}

// -----

// arith.cmpi has no fast-math flags.
func.func @f(%x: i32) {
  // expected-error@+1 {{expected ':'}}
  %0 = arith.cmpi eq, %x, %x fastmath<fast> : i32
  return
}

// -----

// A predicate is a keyword or a string.
func.func @f(%x: i32) {
  // expected-error@+1 {{custom op 'arith.cmpi' expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge]}}
  %0 = arith.cmpi 1, %x, %x : i32
  return
}

// -----

// There is no such quoted predicate.
func.func @f(%x: i32) {
  // expected-error@+1 {{custom op 'arith.cmpi' invalid predicate attribute specification: "=="}}
  %0 = arith.cmpi "==", %x, %x : i32
  return
}

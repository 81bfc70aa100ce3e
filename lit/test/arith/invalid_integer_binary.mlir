// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What the integer binary operations reject.

// arith.addi takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.addi %x, %x : f32
  return
}

// -----

// arith.subi takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.subi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.subi %x, %x : f32
  return
}

// -----

// arith.muli takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.muli' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.muli %x, %x : f32
  return
}

// -----

// arith.shli takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.shli' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.shli %x, %x : f32
  return
}

// -----

// arith.divui takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.divui' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.divui %x, %x : f32
  return
}

// -----

// arith.divsi takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.divsi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.divsi %x, %x : f32
  return
}

// -----

// arith.shrui takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.shrui' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.shrui %x, %x : f32
  return
}

// -----

// arith.shrsi takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.shrsi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.shrsi %x, %x : f32
  return
}

// -----

// arith.ceildivui takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.ceildivui' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.ceildivui %x, %x : f32
  return
}

// -----

// arith.ceildivsi takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.ceildivsi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.ceildivsi %x, %x : f32
  return
}

// -----

// arith.floordivsi takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.floordivsi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.floordivsi %x, %x : f32
  return
}

// -----

// arith.remui takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.remui' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.remui %x, %x : f32
  return
}

// -----

// arith.remsi takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.remsi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.remsi %x, %x : f32
  return
}

// -----

// arith.andi takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.andi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.andi %x, %x : f32
  return
}

// -----

// arith.ori takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.ori' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.ori %x, %x : f32
  return
}

// -----

// arith.xori takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.xori' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.xori %x, %x : f32
  return
}

// -----

// arith.maxsi takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.maxsi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.maxsi %x, %x : f32
  return
}

// -----

// arith.maxui takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.maxui' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.maxui %x, %x : f32
  return
}

// -----

// arith.minsi takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.minsi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.minsi %x, %x : f32
  return
}

// -----

// arith.minui takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.minui' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.minui %x, %x : f32
  return
}

// -----

// arith.addi takes no signed integers.
func.func @f(%x: si32) {
  // expected-error@+1 {{'arith.addi' op operand #0 must be signless-integer-like, but got 'si32'}}
  %0 = arith.addi %x, %x : si32
  return
}

// -----

// arith.addi takes no memrefs.
func.func @f(%x: memref<4xi32>) {
  // expected-error@+1 {{'arith.addi' op operand #0 must be signless-integer-like, but got 'memref<4xi32>'}}
  %0 = arith.addi %x, %x : memref<4xi32>
  return
}

// -----

// arith.addi takes no vectors of floats.
func.func @f(%x: vector<4xf32>) {
  // expected-error@+1 {{'arith.addi' op operand #0 must be signless-integer-like, but got 'vector<4xf32>'}}
  %0 = arith.addi %x, %x : vector<4xf32>
  return
}

// -----

// The operands of arith.addi have the type of its result.
func.func @f(%x: i32, %y: i64) {
  // expected-error@+1 {{'arith.addi' op requires the same type for all operands and results}}
  %0 = "arith.addi"(%x, %y) : (i32, i64) -> i32
  return
}

// -----

// The result of arith.addi has the type of its operands.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.addi' op requires the same type for all operands and results}}
  %0 = "arith.addi"(%x, %x) : (i32, i32) -> i64
  return
}

// -----

// Shapes of arith.addi agree.
func.func @f(%x: vector<4xi32>, %y: vector<8xi32>) {
  // expected-error@+1 {{'arith.addi' op requires the same type for all operands and results}}
  %0 = "arith.addi"(%x, %y) : (vector<4xi32>, vector<8xi32>) -> vector<4xi32>
  return
}

// -----

// arith.addi has two operands.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.addi' op expected 2 operands, but found 1}}
  %0 = "arith.addi"(%x) : (i32) -> i32
  return
}

// -----

// arith.addi has no third operand.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.addi' op expected 2 operands, but found 3}}
  %0 = "arith.addi"(%x, %x, %x) : (i32, i32, i32) -> i32
  return
}

// -----

// arith.addi has a result.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.addi' op requires one result}}
  "arith.addi"(%x, %x) : (i32, i32) -> ()
  return
}

// -----

// arith.addi has one result.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.addi' op requires one result}}
  %0:2 = "arith.addi"(%x, %x) : (i32, i32) -> (i32, i32)
  return
}

// -----

// arith.addi has no regions.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.addi' op requires zero regions}}
  %0 = "arith.addi"(%x, %x) ({}) : (i32, i32) -> i32
  return
}

// -----

// A vector and a tensor are not the same type for arith.addi.
func.func @f(%x: vector<4xi32>, %y: tensor<4xi32>) {
  // expected-error@+1 {{'arith.addi' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "arith.addi"(%x, %y) : (vector<4xi32>, tensor<4xi32>) -> vector<4xi32>
  return
}

// -----

// Encodings are part of the type for arith.addi.
func.func @f(%x: tensor<4xi32, "e">, %y: tensor<4xi32>) {
  // expected-error@+1 {{'arith.addi' op requires the same encoding for all operands and results}}
  %0 = "arith.addi"(%x, %y) : (tensor<4xi32, "e">, tensor<4xi32>) -> tensor<4xi32, "e">
  return
}

// -----

// arith.divui takes no signed integers.
func.func @f(%x: si32) {
  // expected-error@+1 {{'arith.divui' op operand #0 must be signless-integer-like, but got 'si32'}}
  %0 = arith.divui %x, %x : si32
  return
}

// -----

// arith.divui takes no memrefs.
func.func @f(%x: memref<4xi32>) {
  // expected-error@+1 {{'arith.divui' op operand #0 must be signless-integer-like, but got 'memref<4xi32>'}}
  %0 = arith.divui %x, %x : memref<4xi32>
  return
}

// -----

// arith.divui takes no vectors of floats.
func.func @f(%x: vector<4xf32>) {
  // expected-error@+1 {{'arith.divui' op operand #0 must be signless-integer-like, but got 'vector<4xf32>'}}
  %0 = arith.divui %x, %x : vector<4xf32>
  return
}

// -----

// The operands of arith.divui have the type of its result.
func.func @f(%x: i32, %y: i64) {
  // expected-error@+1 {{'arith.divui' op requires the same type for all operands and results}}
  %0 = "arith.divui"(%x, %y) : (i32, i64) -> i32
  return
}

// -----

// The result of arith.divui has the type of its operands.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.divui' op requires the same type for all operands and results}}
  %0 = "arith.divui"(%x, %x) : (i32, i32) -> i64
  return
}

// -----

// Shapes of arith.divui agree.
func.func @f(%x: vector<4xi32>, %y: vector<8xi32>) {
  // expected-error@+1 {{'arith.divui' op requires the same type for all operands and results}}
  %0 = "arith.divui"(%x, %y) : (vector<4xi32>, vector<8xi32>) -> vector<4xi32>
  return
}

// -----

// arith.divui has two operands.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.divui' op expected 2 operands, but found 1}}
  %0 = "arith.divui"(%x) : (i32) -> i32
  return
}

// -----

// arith.divui has no third operand.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.divui' op expected 2 operands, but found 3}}
  %0 = "arith.divui"(%x, %x, %x) : (i32, i32, i32) -> i32
  return
}

// -----

// arith.divui has a result.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.divui' op requires one result}}
  "arith.divui"(%x, %x) : (i32, i32) -> ()
  return
}

// -----

// arith.divui has one result.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.divui' op requires one result}}
  %0:2 = "arith.divui"(%x, %x) : (i32, i32) -> (i32, i32)
  return
}

// -----

// arith.divui has no regions.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.divui' op requires zero regions}}
  %0 = "arith.divui"(%x, %x) ({}) : (i32, i32) -> i32
  return
}

// -----

// A vector and a tensor are not the same type for arith.divui.
func.func @f(%x: vector<4xi32>, %y: tensor<4xi32>) {
  // expected-error@+1 {{'arith.divui' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "arith.divui"(%x, %y) : (vector<4xi32>, tensor<4xi32>) -> vector<4xi32>
  return
}

// -----

// Encodings are part of the type for arith.divui.
func.func @f(%x: tensor<4xi32, "e">, %y: tensor<4xi32>) {
  // expected-error@+1 {{'arith.divui' op requires the same encoding for all operands and results}}
  %0 = "arith.divui"(%x, %y) : (tensor<4xi32, "e">, tensor<4xi32>) -> tensor<4xi32, "e">
  return
}

// -----

// arith.xori takes no signed integers.
func.func @f(%x: si32) {
  // expected-error@+1 {{'arith.xori' op operand #0 must be signless-integer-like, but got 'si32'}}
  %0 = arith.xori %x, %x : si32
  return
}

// -----

// arith.xori takes no memrefs.
func.func @f(%x: memref<4xi32>) {
  // expected-error@+1 {{'arith.xori' op operand #0 must be signless-integer-like, but got 'memref<4xi32>'}}
  %0 = arith.xori %x, %x : memref<4xi32>
  return
}

// -----

// arith.xori takes no vectors of floats.
func.func @f(%x: vector<4xf32>) {
  // expected-error@+1 {{'arith.xori' op operand #0 must be signless-integer-like, but got 'vector<4xf32>'}}
  %0 = arith.xori %x, %x : vector<4xf32>
  return
}

// -----

// The operands of arith.xori have the type of its result.
func.func @f(%x: i32, %y: i64) {
  // expected-error@+1 {{'arith.xori' op requires the same type for all operands and results}}
  %0 = "arith.xori"(%x, %y) : (i32, i64) -> i32
  return
}

// -----

// The result of arith.xori has the type of its operands.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.xori' op requires the same type for all operands and results}}
  %0 = "arith.xori"(%x, %x) : (i32, i32) -> i64
  return
}

// -----

// Shapes of arith.xori agree.
func.func @f(%x: vector<4xi32>, %y: vector<8xi32>) {
  // expected-error@+1 {{'arith.xori' op requires the same type for all operands and results}}
  %0 = "arith.xori"(%x, %y) : (vector<4xi32>, vector<8xi32>) -> vector<4xi32>
  return
}

// -----

// arith.xori has two operands.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.xori' op expected 2 operands, but found 1}}
  %0 = "arith.xori"(%x) : (i32) -> i32
  return
}

// -----

// arith.xori has no third operand.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.xori' op expected 2 operands, but found 3}}
  %0 = "arith.xori"(%x, %x, %x) : (i32, i32, i32) -> i32
  return
}

// -----

// arith.xori has a result.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.xori' op requires one result}}
  "arith.xori"(%x, %x) : (i32, i32) -> ()
  return
}

// -----

// arith.xori has one result.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.xori' op requires one result}}
  %0:2 = "arith.xori"(%x, %x) : (i32, i32) -> (i32, i32)
  return
}

// -----

// arith.xori has no regions.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.xori' op requires zero regions}}
  %0 = "arith.xori"(%x, %x) ({}) : (i32, i32) -> i32
  return
}

// -----

// A vector and a tensor are not the same type for arith.xori.
func.func @f(%x: vector<4xi32>, %y: tensor<4xi32>) {
  // expected-error@+1 {{'arith.xori' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "arith.xori"(%x, %y) : (vector<4xi32>, tensor<4xi32>) -> vector<4xi32>
  return
}

// -----

// Encodings are part of the type for arith.xori.
func.func @f(%x: tensor<4xi32, "e">, %y: tensor<4xi32>) {
  // expected-error@+1 {{'arith.xori' op requires the same encoding for all operands and results}}
  %0 = "arith.xori"(%x, %y) : (tensor<4xi32, "e">, tensor<4xi32>) -> tensor<4xi32, "e">
  return
}

// -----

// The result has the very type of the first operand, not a compatible one.
func.func @f(%x: tensor<4x?xi32>, %y: tensor<?x8xi32>) {
  // expected-error@+2 {{'arith.addi' op inferred type(s) 'tensor<4x?xi32>' are incompatible with return type(s) of operation 'tensor<4x8xi32>'}}
  // expected-error@+1 {{'arith.addi' op failed to infer returned types}}
  %0 = "arith.addi"(%x, %y) : (tensor<4x?xi32>, tensor<?x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

// A result without the encoding of the operands.
func.func @f(%x: tensor<4xi32, "e">) {
  // expected-error@+2 {{'arith.addi' op inferred type(s) 'tensor<4xi32, "e">' are incompatible with return type(s) of operation 'tensor<4xi32>'}}
  // expected-error@+1 {{'arith.addi' op failed to infer returned types}}
  %0 = "arith.addi"(%x, %x) : (tensor<4xi32, "e">, tensor<4xi32, "e">) -> tensor<4xi32>
  return
}

// -----

// An unranked result of ranked operands.
func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'arith.addi' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "arith.addi"(%x, %x) : (tensor<4xi32>, tensor<4xi32>) -> tensor<*xi32>
  return
}

// -----

// arith.addi has no successors.
func.func @f(%x: i32) {
  // expected-error@+1 {{successors in non-terminator}}
  %0 = "arith.addi"(%x, %x)[^bb1] : (i32, i32) -> i32
^bb1:
  return
}

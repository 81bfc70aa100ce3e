// RUN: tile-opt %s --split-input-file --verify-diagnostics

llvm.func @f(%a: i32, %x: f32) {
  // expected-error@+1 {{branch has 1 operands for successor #0, but target block has 0}}
  llvm.switch %a : i32, ^bb1(%x : f32) [ ]
^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32, %x: f32) {
  // expected-error@+1 {{invalid kind of type specified: expected builtin.integer, but found 'f32'}}
  llvm.switch %x : f32, ^bb1 [ ]
^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error@+1 {{expects number of branch weights to match number of successors: 1 vs 2}}
  llvm.switch %a : i32, ^bb1 [ 1: ^bb1 ] {branch_weights = array<i32: 1>}
^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error@+1 {{'llvm.switch' op expects number of case values to match number of case destinations}}
  "llvm.switch"(%a)[^bb1]  <{case_values = dense<1> : vector<1xi32>, case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error@+1 {{expects case value type to match condition value type}}
  "llvm.switch"(%a)[^bb1, ^bb1]  <{case_values = dense<1> : vector<1xi64>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error@+1 {{custom op 'llvm.switch' expected integer value}}
  llvm.switch %a : i32, ^bb1 [ x: ^bb1 ]
^bb1:
  llvm.return
}

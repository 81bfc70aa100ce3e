// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What scf.forall and scf.forall.in_parallel reject.

// Bounds are index.
// expected-note@+1 {{prior use here}}
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{use of value '%k' expects different type than prior uses: 'index' vs 'i32'}}
  scf.forall (%i) in (%k) {
  }
  return
}

// -----

// As many bounds as variables.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{expected 2 upper bound values, got 1}}
  scf.forall (%i, %j) in (%n) {
  }
  return
}

// -----

// As many variables as bounds.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{expected 1 upper bound values, got 2}}
  scf.forall (%i) in (%n, %n) {
  }
  return
}

// -----

// As many upper as lower bounds.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{expected 1 upper bound values, got 2}}
  scf.forall (%i) = (0) to (4, 4) step (1) {
  }
  return
}

// -----

// As many steps as bounds.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{expected 1 step values, got 0}}
  scf.forall (%i) = (0) to (4) step () {
  }
  return
}

// -----

// Ranges have steps.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{custom op 'scf.forall' expected 'step'}}
  scf.forall (%i) = (0) to (4) {
  }
  return
}

// -----

// Shared outputs are ranked tensors.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.forall' op operand #0 must be variadic of ranked tensor of any type values, but got 'f32'}}
  %r = scf.forall (%i) in (4) shared_outs(%o = %x) -> (f32) {
  }
  return
}

// -----

// Shared outputs are no memrefs.
func.func @f(%m: memref<4xf32>) {
  // expected-error@+1 {{'scf.forall' op operand #0 must be variadic of ranked tensor of any type values, but got 'memref<4xf32>'}}
  %r = scf.forall (%i) in (4) shared_outs(%o = %m) -> (memref<4xf32>) {
  }
  return
}

// -----

// Shared outputs are no unranked tensors.
func.func @f(%m: tensor<*xf32>) {
  // expected-error@+1 {{'scf.forall' op operand #0 must be variadic of ranked tensor of any type values, but got 'tensor<*xf32>'}}
  %r = scf.forall (%i) in (4) shared_outs(%o = %m) -> (tensor<*xf32>) {
  }
  return
}

// -----

// Shared outputs have types.
func.func @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'scf.forall' number of operands and types do not match: got 1 operands and 0 types}}
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) {
  }
  return
}

// -----

// As many types as shared outputs.
func.func @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'scf.forall' number of operands and types do not match: got 1 operands and 2 types}}
  %r:2 = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>, tensor<4xf32>) {
  }
  return
}

// -----

// The type of a shared output.
// expected-note@+1 {{prior use here}}
func.func @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{use of value '%t' expects different type than prior uses: 'tensor<8xf32>' vs 'tensor<4xf32>'}}
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<8xf32>) {
  }
  return
}

// -----

// As many results as shared outputs.
func.func @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall' op produces 0 results, but has only 1 outputs}}
  "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 8>}> ({
  ^bb0(%i: index, %a: tensor<4xf32>):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

// As many arguments as dimensions and outputs.
func.func @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall' op region expects 1 arguments}}
  %r = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 8>}> ({
  ^bb0(%i: index):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// Variables are index.
func.func @f() {
  // expected-error@+1 {{'scf.forall' op expects 0-th block argument to be an index}}
  "scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 8>}> ({
  ^bb0(%i: i32):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : () -> ()
  return
}

// -----

// Arguments of shared outputs have their types.
func.func @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall' op type mismatch between 0-th output and corresponding block argument}}
  %r = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 8>}> ({
  ^bb0(%i: index, %a: tensor<8xf32>):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// Results have the types of the shared outputs.
func.func @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall' op expected type of operand #0 ('tensor<4xf32>') to match type of corresponding result ('tensor<8xf32>')}}
  %r = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 8>}> ({
  ^bb0(%i: index, %a: tensor<4xf32>):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// As many dynamic bounds as markers.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{expected 1 dynamic upper bound values}}
  "scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({
  ^bb0(%i: index):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : () -> ()
  return
}

// -----

// As many static steps as lower bounds.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{expected 1 step values, got 2}}
  "scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1, 1>, staticUpperBound = array<i64: 8>}> ({
  ^bb0(%i: index):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : () -> ()
  return
}

// -----

// Static bounds are needed.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.forall' op requires attribute 'staticLowerBound'}}
  "scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>}> ({
  ^bb0(%i: index):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : () -> ()
  return
}

// -----

// The mapping is an array of mapping attributes.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.forall' op attribute 'mapping' failed to satisfy constraint: Device Mapping array attribute}}
  scf.forall (%i) in (4) {
  } {mapping = [1]}
  return
}

// -----

// It ends in an in_parallel.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+2 {{'scf.forall' op expects regions to end with 'scf.forall.in_parallel', found 'u.end'}}
  // expected-note@+1 {{in custom textual format, the absence of terminator implies 'scf.forall.in_parallel'}}
  "scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 8>}> ({
  ^bb0(%i: index):
    "u.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

// One block.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.forall' op expects region #0 to have 0 or 1 blocks}}
  scf.forall (%i) in (4) {
    cf.br ^a
  ^a:
    scf.forall.in_parallel {
    }
  }
  return
}

// -----

// in_parallel belongs into a forall.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.forall.in_parallel' op expects parent op 'scf.forall'}}
  scf.forall.in_parallel {
  }
  return
}

// -----

// in_parallel contains only parallel insertions.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.forall (%i) in (4) {
    // expected-error@+1 {{'scf.forall.in_parallel' op expected only ParallelCombiningOpInterface ops}}
    scf.forall.in_parallel {
      %0 = arith.addi %i, %i : index
    }
  }
  return
}

// -----

// in_parallel has a region.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.forall (%i) in (4) {
    // expected-error@+1 {{'scf.forall.in_parallel' op requires one region}}
    "scf.forall.in_parallel"() : () -> ()
  }
  return
}

// -----

// in_parallel has no operands.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.forall (%i) in (4) {
    // expected-error@+1 {{'scf.forall.in_parallel' op requires zero operands}}
    "scf.forall.in_parallel"(%i) ({
    ^bb0:
    }) : (index) -> ()
  }
  return
}

// -----

// in_parallel has a block.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.forall (%i) in (4) {
    // expected-error@+1 {{'scf.forall.in_parallel' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
    "scf.forall.in_parallel"() ({
    }) : () -> ()
  }
  return
}

// -----

func.func @f(%n: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'scf.forall' expected '('}}
  scf.forall (%i) in (%n) shared_outs %t {
  }
  return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// scf.forall and scf.forall.in_parallel: normalized and ranged bounds, static and dynamic, shared outputs, mapping, and the generic form.

func.func @normalized(%n: index) {
  scf.forall (%i) in (%n) {
    "u.use"(%i) : (index) -> ()
  }
  return
}

// -----

func.func @static_bounds() {
  scf.forall (%i, %j) in (4, 8) {
    "u.use"(%i, %j) : (index, index) -> ()
  }
  return
}

// -----

func.func @mixed_bounds(%n: index) {
  scf.forall (%i, %j, %k) in (4, %n, 16) {
  }
  return
}

// -----

func.func @ranges(%n: index) {
  scf.forall (%i) = (0) to (10) step (2) {
  }
  scf.forall (%i, %j) = (%n, 1) to (%n, 8) step (1, %n) {
  }
  scf.forall (%i, %j) = (0, 0) to (%n, 8) step (1, 1) {
  }
  return
}

// -----

func.func @negative_bounds() {
  scf.forall (%i) = (-8) to (8) step (4) {
  }
  return
}

// -----

func.func @explicit_terminator() {
  scf.forall (%i) in (4) {
    scf.forall.in_parallel {
    }
  }
  scf.forall (%i) in (4) {
    scf.forall.in_parallel {
    } {u.tag}
  }
  return
}

// -----

func.func @shared_outputs(%t: tensor<8xf32>, %u: tensor<?xi8>) -> tensor<?xi8> {
  %r:2 = scf.forall (%i) in (8) shared_outs(%a = %t, %b = %u) -> (tensor<8xf32>, tensor<?xi8>) {
    "u.use"(%a, %b) : (tensor<8xf32>, tensor<?xi8>) -> ()
    scf.forall.in_parallel {
    }
  }
  return %r#1 : tensor<?xi8>
}

// -----

func.func @shared_output_without_terminator(%t: tensor<8xf32>) -> tensor<8xf32> {
  %r = scf.forall (%i, %j) = (0, 0) to (8, 4) step (2, 2) shared_outs(%a = %t) -> (tensor<8xf32>) {
  }
  return %r : tensor<8xf32>
}

// -----

func.func @attributes(%n: index) {
  scf.forall (%i) in (%n) {
  } {u.tag, n = 1 : i8}
  return
}

// -----

func.func @generic(%n: index, %t: tensor<8xf32>) {
  "scf.forall"(%n) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({
  ^bb0(%i: index):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : (index) -> ()
  %r = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 8>}> ({
  ^bb0(%i: index, %a: tensor<8xf32>):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) {u.tag} : () -> ()
  }) {u.tag} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @nested(%n: index) {
  scf.forall (%i) in (4) {
    scf.forall (%j) in (%i) {
      %0 = arith.addi %i, %j : index
    }
  }
  return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// scf.parallel, scf.reduce and scf.reduce.return: one and several dimensions and reductions, attributes, and the generic form.

func.func @plain(%n: index) {
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    "u.use"(%i) : (index) -> ()
  }
  return
}

// -----

func.func @explicit_reduce(%n: index) {
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    scf.reduce
  }
  return
}

// -----

func.func @dimensions(%a: index, %b: index, %c: index) {
  scf.parallel (%i, %j, %k) = (%a, %b, %c) to (%b, %c, %a) step (%c, %a, %b) {
    %0 = arith.addi %i, %j : index
    %1 = arith.addi %0, %k : index
  }
  return
}

// -----

func.func @reduction(%n: index, %init: f32) -> f32 {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%init) -> f32 {
    %x = "u.value"(%i) : (index) -> f32
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}

// -----

func.func @reductions(%n: index, %f: f32, %k: i64) -> (f32, i64) {
  %r:2 = scf.parallel (%i, %j) = (%n, %n) to (%n, %n) step (%n, %n) init (%f, %k) -> (f32, i64) {
    %x, %y = "u.values"(%i, %j) : (index, index) -> (f32, i64)
    scf.reduce(%x, %y : f32, i64) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.mulf %a, %b : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%a: i64, %b: i64):
      %s = arith.addi %a, %b : i64
      %t = arith.xori %s, %a : i64
      scf.reduce.return %t : i64
    }
  }
  return %r#0, %r#1 : f32, i64
}

// -----

func.func @attributes(%n: index, %init: f32) {
  scf.parallel (%i) = (%n) to (%n) step (%n) {
  } {u.tag, n = 1 : i8}
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%init) -> f32 {
    scf.reduce(%init : f32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a {u.back} : f32
    } {u.reduced}
  } {u.tag}
  return
}

// -----

func.func @generic(%n: index, %init: f32) {
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    "scf.reduce"() : () -> ()
  }) : (index, index, index) -> ()
  %r = "scf.parallel"(%n, %n, %n, %init) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%i: index):
    "scf.reduce"(%init) ({
    ^bb0(%a: f32, %b: f32):
      "scf.reduce.return"(%b) : (f32) -> ()
    }) {u.tag} : (f32) -> ()
  }) {u.tag} : (index, index, index, f32) -> f32
  return
}

// -----

func.func @nested(%n: index) {
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    scf.parallel (%j) = (%i) to (%n) step (%n) {
      scf.for %k = %j to %n step %i {
        "u.use"(%i, %j, %k) : (index, index, index) -> ()
      }
    }
  }
  return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -

// scf.execute_region with one and several blocks, results, no_inline, and the generic form.

func.func @plain() {
  scf.execute_region {
    "u.op"() : () -> ()
    scf.yield
  }
  return
}

// -----

func.func @result(%x: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// -----

func.func @several_results(%x: i32, %f: f32) -> f32 {
  %r:2 = scf.execute_region -> (i32, f32) {
    scf.yield %x, %f : i32, f32
  }
  return %r#1 : f32
}

// -----

func.func @blocks(%c: i1, %x: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^a, ^b(%x : i32)
  ^a:
    %y = arith.addi %x, %x : i32
    cf.br ^b(%y : i32)
  ^b(%z: i32):
    scf.yield %z : i32
  }
  return %r : i32
}

// -----

func.func @several_yields(%c: i1, %x: i32) -> i32 {
  %r = scf.execute_region -> (i32) {
    cf.cond_br %c, ^a, ^b
  ^a:
    scf.yield %x : i32
  ^b:
    %y = arith.muli %x, %x : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// -----

func.func @no_inline(%x: i32) {
  scf.execute_region no_inline {
    scf.yield
  }
  %r = scf.execute_region -> i32 no_inline {
    scf.yield %x : i32
  }
  return
}

// -----

func.func @attributes() {
  scf.execute_region {
    scf.yield
  } {u.tag, n = 1 : i8}
  scf.execute_region no_inline {
    scf.yield
  } {u.tag}
  return
}

// -----

func.func @generic(%x: i32) {
  "scf.execute_region"() ({
    "scf.yield"() : () -> ()
  }) : () -> ()
  %r = "scf.execute_region"() <{no_inline}> ({
    "scf.yield"(%x) : (i32) -> ()
  }) {u.tag} : () -> i32
  return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -

// scf.while and scf.condition: with and without values, types that change, do-while, attributes, and the generic form.

func.func @plain() {
  scf.while : () -> () {
    %c = "u.condition"() : () -> i1
    scf.condition(%c)
  } do {
    "u.body"() : () -> ()
    scf.yield
  }
  return
}

// -----

func.func @carried(%init: i32, %n: i32) -> i32 {
  %r = scf.while (%x = %init) : (i32) -> i32 {
    %c = arith.cmpi slt, %x, %n : i32
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%y: i32):
    %z = arith.addi %y, %n : i32
    scf.yield %z : i32
  }
  return %r : i32
}

// -----

func.func @types_change(%init: i32) -> (f32, i64) {
  %r:2 = scf.while (%x = %init) : (i32) -> (f32, i64) {
    %c, %f, %l = "u.before"(%x) : (i32) -> (i1, f32, i64)
    scf.condition(%c) %f, %l : f32, i64
  } do {
  ^bb0(%f: f32, %l: i64):
    %x = "u.after"(%f, %l) : (f32, i64) -> i32
    scf.yield %x : i32
  }
  return %r#0, %r#1 : f32, i64
}

// -----

func.func @values_in_none_out(%a: i32, %b: f32) {
  scf.while (%x = %a, %y = %b) : (i32, f32) -> () {
    %c = "u.condition"(%x, %y) : (i32, f32) -> i1
    scf.condition(%c)
  } do {
    scf.yield %a, %b : i32, f32
  }
  return
}

// -----

func.func @none_in_values_out() -> i32 {
  %r = scf.while : () -> i32 {
    %c, %x = "u.before"() : () -> (i1, i32)
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%x: i32):
    scf.yield
  }
  return %r : i32
}

// -----

func.func @do_while(%a: i32) -> i32 {
  %r = scf.while (%x = %a) : (i32) -> i32 {
    %y = arith.addi %x, %x : i32
    %c = arith.cmpi ult, %y, %a : i32
    scf.condition(%c) %y : i32
  } do {
  ^bb0(%z: i32):
    scf.yield %z : i32
  }
  return %r : i32
}

// -----

func.func @attributes(%a: i32) {
  %r = scf.while (%x = %a) : (i32) -> i32 {
    %c = "u.condition"() : () -> i1
    scf.condition(%c) {u.tag} %x : i32
  } do {
  ^bb0(%y: i32):
    scf.yield %y : i32
  } attributes {u.tag, n = 1 : i8}
  return
}

// -----

func.func @empty_condition_attributes() {
  scf.while : () -> () {
    %c = "u.condition"() : () -> i1
    scf.condition(%c) {u.tag}
  } do {
    scf.yield
  }
  return
}

// -----

func.func @generic(%a: i32) {
  %r = "scf.while"(%a) ({
  ^bb0(%x: i32):
    %c = "u.condition"() : () -> i1
    "scf.condition"(%c, %x) : (i1, i32) -> ()
  }, {
  ^bb0(%y: i32):
    "scf.yield"(%y) : (i32) -> ()
  }) {u.tag} : (i32) -> i32
  return
}

// -----

func.func @nested(%a: i32) -> i32 {
  %r = scf.while (%x = %a) : (i32) -> i32 {
    %s = scf.while (%y = %x) : (i32) -> i32 {
      %c = "u.inner"(%y) : (i32) -> i1
      scf.condition(%c) %y : i32
    } do {
    ^bb0(%z: i32):
      scf.yield %z : i32
    }
    %d = "u.outer"(%s) : (i32) -> i1
    scf.condition(%d) %s : i32
  } do {
  ^bb0(%z: i32):
    scf.yield %z : i32
  }
  return %r : i32
}

// -----

func.func @function_type_result(%f: () -> ()) {
  %r = scf.while (%g = %f) : (() -> ()) -> (() -> ()) {
    %c = "u.condition"() : () -> i1
    scf.condition(%c) %g : () -> ()
  } do {
  ^bb0(%h: () -> ()):
    scf.yield %h : () -> ()
  }
  return
}

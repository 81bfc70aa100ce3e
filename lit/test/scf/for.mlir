// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-unique-ssa-ids %s | diff %s.uniqueids -

// scf.for: bounds of every type, carried values, unsigned comparison, attributes, nesting, and the generic form.

func.func @plain(%lo: index, %hi: index, %step: index) {
  scf.for %i = %lo to %hi step %step {
    "u.use"(%i) : (index) -> ()
  }
  return
}

// -----

func.func @empty_body(%n: index) {
  scf.for %i = %n to %n step %n {
  }
  scf.for %i = %n to %n step %n {
    scf.yield
  }
  return
}

// -----

func.func @one_carried(%lo: index, %hi: index, %step: index, %init: f32) -> f32 {
  %r = scf.for %i = %lo to %hi step %step iter_args(%acc = %init) -> (f32) {
    %next = arith.addf %acc, %acc : f32
    scf.yield %next : f32
  }
  return %r : f32
}

// -----

func.func @several_carried(%lo: index, %x: f32, %t: tensor<?xi8>, %c: i1) -> (tensor<?xi8>, i1) {
  %r:3 = scf.for %i = %lo to %lo step %lo iter_args(%a = %x, %b = %t, %d = %c) -> (f32, tensor<?xi8>, i1) {
    scf.yield %a, %b, %d : f32, tensor<?xi8>, i1
  }
  return %r#1, %r#2 : tensor<?xi8>, i1
}

// -----

func.func @arrow_without_parentheses(%lo: index, %x: f32) -> f32 {
  %r = scf.for %i = %lo to %lo step %lo iter_args(%a = %x) -> f32 {
    scf.yield %a : f32
  }
  return %r : f32
}

// -----

func.func @integer_bounds(%a: i32, %b: i64, %c: i8, %d: i1, %e: i128) {
  scf.for %i = %a to %a step %a : i32 {
    %0 = arith.addi %i, %a : i32
  }
  scf.for %i = %b to %b step %b : i64 {
  }
  scf.for %i = %c to %c step %c : i8 {
  }
  scf.for %i = %d to %d step %d : i1 {
  }
  scf.for %i = %e to %e step %e : i128 {
  }
  return
}

// -----

func.func @integer_bounds_carried(%a: i32, %x: f64) -> f64 {
  %r = scf.for %i = %a to %a step %a iter_args(%acc = %x) -> (f64) : i32 {
    scf.yield %acc : f64
  }
  return %r : f64
}

// -----

func.func @index_spelled_out(%n: index) {
  scf.for %i = %n to %n step %n : index {
  }
  return
}

// -----

func.func @unsigned(%a: i32, %n: index, %x: f32) {
  scf.for unsigned %i = %a to %a step %a : i32 {
  }
  scf.for unsigned %i = %n to %n step %n {
  }
  %r = scf.for unsigned %i = %n to %n step %n iter_args(%acc = %x) -> (f32) {
    scf.yield %acc : f32
  }
  return
}

// -----

func.func @attributes(%n: index, %x: f32) {
  scf.for %i = %n to %n step %n {
  } {u.tag, unroll = 4 : i32}
  %r = scf.for %i = %n to %n step %n iter_args(%acc = %x) -> (f32) {
    scf.yield {u.y} %acc : f32
  } {u.tag}
  return
}

// -----

func.func @nest(%n: index, %x: f32) -> f32 {
  %r = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32) {
    %s = scf.for %j = %i to %n step %n iter_args(%b = %a) -> (f32) {
      %t = scf.for %k = %j to %i step %n iter_args(%c = %b) -> (f32) {
        %v = arith.mulf %c, %a : f32
        scf.yield %v : f32
      }
      scf.yield %t : f32
    }
    scf.yield %s : f32
  }
  return %r : f32
}

// -----

func.func @result_packs(%n: index, %x: i32) -> i32 {
  %a, %b:2 = scf.for %i = %n to %n step %n iter_args(%p = %x, %q = %x, %s = %x) -> (i32, i32, i32) {
    scf.yield %s, %p, %q : i32, i32, i32
  }
  %sum = arith.addi %a, %b#1 : i32
  return %sum : i32
}

// -----

func.func @generic(%n: index, %m: i16, %x: f32) {
  "scf.for"(%n, %n, %n) ({
  ^bb0(%i: index):
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  %0 = "scf.for"(%m, %m, %m, %x) <{unsignedCmp}> ({
  ^bb0(%i: i16, %acc: f32):
    "scf.yield"(%acc) : (f32) -> ()
  }) {u.tag} : (i16, i16, i16, f32) -> f32
  return
}

// -----

func.func @carried_function(%n: index, %f: (i32) -> i32) {
  %r = scf.for %i = %n to %n step %n iter_args(%g = %f) -> ((i32) -> i32) {
    scf.yield %g : (i32) -> i32
  }
  return
}

// -----

func.func @values_around_a_loop(%n: index) -> index {
  %a = arith.addi %n, %n : index
  scf.for %i = %a to %n step %a {
    %b = arith.muli %i, %a : index
    %c = arith.subi %b, %i : index
  }
  %d = arith.addi %a, %a : index
  scf.for %i = %d to %n step %a {
    %b = arith.muli %i, %d : index
  }
  return %d : index
}

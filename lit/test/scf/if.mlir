// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-unique-ssa-ids %s | diff %s.uniqueids -

// scf.if with and without else and results, attributes, nesting, and the generic form.

func.func @then_only(%c: i1) {
  scf.if %c {
    "u.then"() : () -> ()
  }
  return
}

// -----

func.func @then_else(%c: i1) {
  scf.if %c {
    "u.then"() : () -> ()
  } else {
    "u.else"() : () -> ()
  }
  return
}

// -----

func.func @empty_regions(%c: i1) {
  scf.if %c {
  }
  scf.if %c {
  } else {
  }
  scf.if %c {
    scf.yield
  } else {
    scf.yield
  }
  return
}

// -----

func.func @one_result(%c: i1, %a: i32, %b: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  return %r : i32
}

// -----

func.func @arrow_without_parentheses(%c: i1, %a: i32) -> i32 {
  %r = scf.if %c -> i32 {
    scf.yield %a : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}

// -----

func.func @several_results(%c: i1, %a: vector<[4]xf16>, %b: tensor<*xi8>) -> tensor<*xi8> {
  %r:2 = scf.if %c -> (vector<[4]xf16>, tensor<*xi8>) {
    scf.yield %a, %b : vector<[4]xf16>, tensor<*xi8>
  } else {
    %x:2 = "u.two"() : () -> (vector<[4]xf16>, tensor<*xi8>)
    scf.yield %x#0, %x#1 : vector<[4]xf16>, tensor<*xi8>
  }
  return %r#1 : tensor<*xi8>
}

// -----

func.func @nested(%c: i1, %d: i1, %x: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    %s = scf.if %d -> (i32) {
      %t = arith.addi %x, %x : i32
      scf.yield %t : i32
    } else {
      scf.yield %x : i32
    }
    scf.yield %s : i32
  } else {
    scf.if %d {
      %u = arith.muli %x, %x : i32
    }
    scf.yield %x : i32
  }
  return %r : i32
}

// -----

func.func @attributes(%c: i1, %a: i32) {
  scf.if %c {
  } {u.tag}
  scf.if %c {
  } else {
  } {u.tag, n = 1 : i2}
  %r = scf.if %c -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %a : i32
  } {u.tag}
  return
}

// -----

func.func @generic(%c: i1, %a: i32) {
  "scf.if"(%c) ({
    "scf.yield"() : () -> ()
  }, {
  }) : (i1) -> ()
  "scf.if"(%c) ({
    "scf.yield"() : () -> ()
  }, {
    "scf.yield"() : () -> ()
  }) {u.tag} : (i1) -> ()
  %r = "scf.if"(%c) ({
    "scf.yield"(%a) : (i32) -> ()
  }, {
    "scf.yield"(%a) : (i32) -> ()
  }) : (i1) -> i32
  return
}

// -----

func.func @terminator_attributes(%c: i1) {
  scf.if %c {
    scf.yield {u.tag}
  } else {
    scf.yield {u.tag = 2 : i8}
  }
  return
}

// -----

func.func @numbering(%c: i1) -> i32 {
  %a = "u.a"() : () -> i32
  scf.if %c {
    %b = "u.b"(%a) : (i32) -> i32
    scf.if %c {
      %d = "u.d"(%b) : (i32) -> i32
    } else {
      %e = "u.e"(%b) : (i32) -> i32
    }
    %f = "u.f"(%b) : (i32) -> i32
  } else {
    %g = "u.g"(%a) : (i32) -> i32
  }
  %h = "u.h"(%a) : (i32) -> i32
  return %h : i32
}

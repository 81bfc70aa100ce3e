// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// scf.index_switch: default only, cases, results, attributes, nesting, and the generic form.

func.func @default_only(%i: index) {
  scf.index_switch %i
  default {
    "u.default"() : () -> ()
    scf.yield
  }
  return
}

// -----

func.func @cases(%i: index) {
  scf.index_switch %i
  case 2 {
    "u.two"() : () -> ()
    scf.yield
  }
  case -5 {
    scf.yield
  }
  case 9223372036854775806 {
    scf.yield
  }
  default {
    scf.yield
  }
  return
}

// -----

func.func @results(%i: index, %x: i32, %y: f32) -> (i32, f32) {
  %r:2 = scf.index_switch %i -> i32, f32
  case 0 {
    scf.yield %x, %y : i32, f32
  }
  default {
    %z = arith.addf %y, %y : f32
    scf.yield %x, %z : i32, f32
  }
  return %r#0, %r#1 : i32, f32
}

// -----

func.func @one_result(%i: index, %x: tensor<?xi8>) -> tensor<?xi8> {
  %r = scf.index_switch %i -> tensor<?xi8>
  case 1 {
    scf.yield %x : tensor<?xi8>
  }
  case 2 {
    scf.yield %x : tensor<?xi8>
  }
  default {
    scf.yield %x : tensor<?xi8>
  }
  return %r : tensor<?xi8>
}

// -----

func.func @attributes(%i: index, %x: i1) {
  scf.index_switch %i {u.tag}
  case 1 {
    scf.yield
  }
  default {
    scf.yield
  }
  %r = scf.index_switch %i {u.tag, n = 1 : i8} -> i1
  default {
    scf.yield %x : i1
  }
  return
}

// -----

func.func @implicit_terminator(%i: index) {
  scf.index_switch %i
  default {
    "u.default"() : () -> ()
  }
  scf.index_switch %i
  default {
  }
  return
}

// -----

func.func @nested(%i: index, %x: i32) -> i32 {
  %r = scf.index_switch %i -> i32
  case 0 {
    %s = scf.index_switch %i -> i32
    case 1 {
      scf.yield %x : i32
    }
    default {
      %y = arith.addi %x, %x : i32
      scf.yield %y : i32
    }
    scf.yield %s : i32
  }
  default {
    scf.yield %x : i32
  }
  return %r : i32
}

// -----

func.func @generic(%i: index, %x: i32) {
  "scf.index_switch"(%i) <{cases = array<i64>}> ({
    "scf.yield"() : () -> ()
  }) : (index) -> ()
  %r = "scf.index_switch"(%i) <{cases = array<i64: 3, -1>}> ({
    "scf.yield"(%x) : (i32) -> ()
  }, {
    "scf.yield"(%x) : (i32) -> ()
  }, {
    "scf.yield"(%x) : (i32) -> ()
  }) {u.tag} : (index) -> i32
  return
}

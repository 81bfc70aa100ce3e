// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What scf.index_switch rejects.

// The argument is an index.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op operand #0 must be index, but got 'i32'}}
  "scf.index_switch"(%k) <{cases = array<i64>}> ({
    "scf.yield"() : () -> ()
  }) : (i32) -> ()
  return
}

// -----

// The argument of the custom form is an index.
// expected-note@+1 {{prior use here}}
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{use of value '%k' expects different type than prior uses: 'index' vs 'i32'}}
  scf.index_switch %k
  default {
    scf.yield
  }
  return
}

// -----

// Cases differ.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op has duplicate case value: 1}}
  scf.index_switch %n
  case 1 {
    scf.yield
  }
  case 1 {
    scf.yield
  }
  default {
    scf.yield
  }
  return
}

// -----

// A default is needed.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.index_switch %n
  case 1 {
    scf.yield
  }
  // expected-error@+1 {{custom op 'scf.index_switch' expected 'default'}}
  return
}

// -----

// The default comes last.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.index_switch %n
  default {
    scf.yield
  }
  // expected-error@+1 {{custom op 'case' is unknown (tried 'func.case' as well)}}
  case 1 {
    scf.yield
  }
  return
}

// -----

// As many regions as cases.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op has 1 case regions but 2 case values}}
  "scf.index_switch"(%n) <{cases = array<i64: 1, 2>}> ({
    "scf.yield"() : () -> ()
  }, {
    "scf.yield"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

// As many cases as regions.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op has 1 case regions but 0 case values}}
  "scf.index_switch"(%n) <{cases = array<i64>}> ({
    "scf.yield"() : () -> ()
  }, {
    "scf.yield"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

// A case is an integer.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.index_switch %n
  // expected-error@+1 {{custom op 'scf.index_switch' expected integer value}}
  case %n {
    scf.yield
  }
  default {
    scf.yield
  }
  return
}

// -----

// As many yielded values as results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op expected each region to return 1 values, but case region #0 returns 0}}
  %r = scf.index_switch %n -> f32
  case 1 {
    // expected-note@+1 {{see yield operation here}}
    scf.yield
  }
  default {
    scf.yield %x : f32
  }
  return
}

// -----

// As many yielded values as results in the default.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op expected each region to return 1 values, but default region returns 0}}
  %r = scf.index_switch %n -> f32
  case 1 {
    scf.yield %x : f32
  }
  default {
    // expected-note@+1 {{see yield operation here}}
    scf.yield
  }
  return
}

// -----

// Yielded values of the types of the results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op expected result #0 of each region to be 'f32'}}
  %r = scf.index_switch %n -> f32
  case 1 {
    // expected-note@+1 {{case region #0 returns 'i32' here}}
    scf.yield %k : i32
  }
  default {
    scf.yield %x : f32
  }
  return
}

// -----

// Yielded values of the types of the results in the default.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op expected result #0 of each region to be 'f32'}}
  %r = scf.index_switch %n -> f32
  default {
    // expected-note@+1 {{default region returns 'i32' here}}
    scf.yield %k : i32
  }
  return
}

// -----

// A region for the default.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op expected 1 or more regions}}
  "scf.index_switch"(%n) <{cases = array<i64>}> : (index) -> ()
  return
}

// -----

// The default is not empty.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op region #0 ('defaultRegion') failed to verify constraint: region with 1 blocks}}
  "scf.index_switch"(%n) <{cases = array<i64>}> ({
  }) : (index) -> ()
  return
}

// -----

// A case is not empty.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op region #1 ('caseRegions') failed to verify constraint: region with 1 blocks}}
  scf.index_switch %n
  case 1 {
  }
  default {
    scf.yield
  }
  return
}

// -----

// One block for a case.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op expects region #1 to have 0 or 1 blocks}}
  scf.index_switch %n
  case 1 {
    cf.br ^a
  ^a:
    scf.yield
  }
  default {
    scf.yield
  }
  return
}

// -----

// cases is needed.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op requires attribute 'cases'}}
  "scf.index_switch"(%n) ({
    "scf.yield"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

// cases is an array of i64.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{invalid properties {cases = array<i32: 1>} for op scf.index_switch: Invalid attribute `cases` in property conversion: array<i32: 1>}}
  "scf.index_switch"(%n) <{cases = array<i32: 1>}> ({
    "scf.yield"() : () -> ()
  }, {
    "scf.yield"() : () -> ()
  }) : (index) -> ()
  return
}

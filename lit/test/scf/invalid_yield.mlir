// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Where scf.yield may stand.

// Not in a function.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
  scf.yield
  return
}

// -----

// Not in an unregistered operation.
"u.r"() ({
  // expected-error@+1 {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
  scf.yield
}) : () -> ()

// -----

// Not in a parallel loop.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.parallel' op expects body to terminate with 'scf.reduce'}}
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    // expected-note@+1 {{terminator here}}
    scf.yield
  }
  return
}

// -----

// Not in a forall.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.forall (%i) in (%n) {
    // expected-error@+1 {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
    scf.yield
  }
  return
}

// -----

// Last in its block.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.if %c {
    // expected-error@+1 {{'scf.yield' op must be the last operation in the parent block}}
    scf.yield
    "u.x"() : () -> ()
  }
  return
}

// -----

// Types for its operands.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  %r = scf.if %c -> (f32) {
    // expected-error@+1 {{expected ':'}}
    scf.yield %x
  } else {
    scf.yield %x : f32
  }
  return
}

// -----

// No results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.if %c {
    // expected-error@+1 {{'scf.yield' op requires zero results}}
    %0 = "scf.yield"() : () -> i32
  }
  return
}

// -----

// No successors.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.execute_region {
    // expected-error@+1 {{'scf.yield' op requires 0 successors but found 1}}
    "scf.yield"()[^a] : () -> ()
  ^a:
    scf.yield
  }
  return
}

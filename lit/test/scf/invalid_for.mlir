// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What scf.for rejects.

// Bounds are integers.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.for' op operand #0 must be signless integer or index, but got 'f32'}}
  "scf.for"(%x, %x, %x) ({
  ^bb0(%i: f32):
    "scf.yield"() : () -> ()
  }) : (f32, f32, f32) -> ()
  return
}

// -----

// Bounds are signless.
func.func @f(%n: si32) {
  // expected-error@+1 {{'scf.for' op operand #0 must be signless integer or index, but got 'si32'}}
  "scf.for"(%n, %n, %n) ({
  ^bb0(%i: si32):
    "scf.yield"() : () -> ()
  }) : (si32, si32, si32) -> ()
  return
}

// -----

// Bounds are no vectors.
func.func @f(%n: vector<4xi32>) {
  // expected-error@+1 {{'scf.for' op operand #0 must be signless integer or index, but got 'vector<4xi32>'}}
  "scf.for"(%n, %n, %n) ({
  ^bb0(%i: vector<4xi32>):
    "scf.yield"() : () -> ()
  }) : (vector<4xi32>, vector<4xi32>, vector<4xi32>) -> ()
  return
}

// -----

// Bounds and step have one type.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.for' op failed to verify that all of {lowerBound, upperBound, step} have same type}}
  "scf.for"(%n, %n, %k) ({
  ^bb0(%i: index):
    "scf.yield"() : () -> ()
  }) : (index, index, i32) -> ()
  return
}

// -----

// The induction variable has the type of the bounds.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.for' op expected induction variable to be same type as bounds and step}}
  "scf.for"(%n, %n, %n) ({
  ^bb0(%i: i32):
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

// As many arguments as carried values.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.for' op different number of inits and region iter_args: 1 != 0}}
  %r = "scf.for"(%n, %n, %n, %x) ({
  ^bb0(%i: index):
    "scf.yield"(%x) : (f32) -> ()
  }) : (index, index, index, f32) -> f32
  return
}

// -----

// No more arguments than carried values.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.for' op different number of inits and region iter_args: 0 != 1}}
  "scf.for"(%n, %n, %n) ({
  ^bb0(%i: index, %a: f32):
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

// As many results as carried values.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.for' op mismatch in number of loop-carried values and defined values}}
  "scf.for"(%n, %n, %n, %x) ({
  ^bb0(%i: index, %a: f32):
    "scf.yield"(%a) : (f32) -> ()
  }) : (index, index, index, f32) -> ()
  return
}

// -----

// No results without carried values.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.for' op mismatch in number of loop-carried values and defined values}}
  %r = "scf.for"(%n, %n, %n) ({
  ^bb0(%i: index):
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> f32
  return
}

// -----

// Results have the types of the carried values.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.for' op 0-th region iter_arg and 0-th yielded value have different type: 'f32' != 'i32'}}
  %r = "scf.for"(%n, %n, %n, %x) ({
  ^bb0(%i: index, %a: f32):
    "scf.yield"(%k) : (i32) -> ()
  }) : (index, index, index, f32) -> i32
  return
}

// -----

// Arguments have the types of the carried values.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.for' op 0-th init and 0-th region iter_arg have different type: 'f32' != 'i32'}}
  %r = "scf.for"(%n, %n, %n, %x) ({
  ^bb0(%i: index, %a: i32):
    "scf.yield"(%x) : (f32) -> ()
  }) : (index, index, index, f32) -> f32
  return
}

// -----

// As many yielded values as results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  %r = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32) {
    // expected-note@+1 {{region branch point}}
    scf.yield
  }
  return
}

// -----

// No more yielded values than results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.for' op different number of region iter_args and yielded values: 0 != 1}}
  scf.for %i = %n to %n step %n {
    scf.yield %x : f32
  }
  return
}

// -----

// Yielded values have the types of the results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.for' op 0-th region iter_arg and 0-th yielded value have different type: 'f32' != 'i32'}}
  %r = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32) {
    scf.yield %k : i32
  }
  return
}

// -----

// Carried values are yielded.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+2 {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  // expected-note@+1 {{region branch point}}
  %r = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32) {
  }
  return
}

// -----

// Another terminator.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.for %i = %n to %n step %n {
    // expected-error@+1 {{'func.return' op expects parent op 'func.func'}}
    "func.return"() : () -> ()
  }
  return
}

// -----

// A terminator of a while loop.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.for %i = %n to %n step %n {
    // expected-error@+1 {{'scf.condition' op expects parent op 'scf.while'}}
    scf.condition(%c)
  }
  return
}

// -----

// One block.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.for' op expects region #0 to have 0 or 1 blocks}}
  "scf.for"(%n, %n, %n) ({
  ^bb0(%i: index):
    cf.br ^bb1
  ^bb1:
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

// A block.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.for' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
  "scf.for"(%n, %n, %n) ({
  }) : (index, index, index) -> ()
  return
}

// -----

// A region.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.for' op requires one region}}
  "scf.for"(%n, %n, %n) : (index, index, index) -> ()
  return
}

// -----

// Three operands at least.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.for' op expected 3 or more operands, but found 2}}
  "scf.for"(%n, %n) ({
  ^bb0(%i: index):
    "scf.yield"() : () -> ()
  }) : (index, index) -> ()
  return
}

// -----

// unsignedCmp is a unit.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{invalid properties {unsignedCmp = true} for op scf.for: Invalid attribute `unsignedCmp` in property conversion: true}}
  "scf.for"(%n, %n, %n) <{unsignedCmp = true}> ({
  ^bb0(%i: index):
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

// No step.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{custom op 'scf.for' expected 'step'}}
  scf.for %i = %n to %n {
  }
  return
}

// -----

// No upper bound.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{custom op 'scf.for' expected 'to'}}
  scf.for %i = %n step %n {
  }
  return
}

// -----

// The type of the bounds is not said.
// expected-note@+1 {{prior use here}}
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{use of value '%k' expects different type than prior uses: 'index' vs 'i32'}}
  scf.for %i = %k to %k step %k {
  }
  return
}

// -----

// Another type of the bounds is said.
// expected-note@+1 {{prior use here}}
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{use of value '%n' expects different type than prior uses: 'i32' vs 'index'}}
  scf.for %i = %n to %n step %n : i32 {
  }
  return
}

// -----

// Carried values without types.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{expected '->'}}
  %r = scf.for %i = %n to %n step %n iter_args(%a = %x) {
    scf.yield %a : f32
  }
  return
}

// -----

// Types without carried values.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{expected '{' to begin a region}}
  %r = scf.for %i = %n to %n step %n -> (f32) {
    scf.yield %x : f32
  }
  return
}

// -----

// As many types as carried values.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{custom op 'scf.for' mismatch in number of loop-carried values and defined values}}
  %r:2 = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32, f32) {
    scf.yield %a, %a : f32, f32
  }
  return
}

// -----

// The type of a carried value.
// expected-note@+1 {{prior use here}}
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{use of value '%x' expects different type than prior uses: 'i32' vs 'f32'}}
  %r = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (i32) {
    scf.yield %a : i32
  }
  return
}

// -----

// An argument is used as what it is not.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-note@+1 {{prior use here}}
  scf.for %i = %n to %n step %n {
    // expected-error@+1 {{use of value '%i' expects different type than prior uses: 'f32' vs 'index'}}
    %0 = arith.addf %i, %i : f32
  }
  return
}

// -----

// The induction variable ends with the loop.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.for %i = %n to %n step %n {
  }
  // expected-error@+1 {{use of undeclared SSA value name}}
  "u.use"(%i) : (index) -> ()
  return
}

// -----

// Values of the body end with the body.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.for %i = %n to %n step %n {
    %0 = arith.addi %i, %i : index
  }
  // expected-error@+1 {{use of undeclared SSA value name}}
  "u.use"(%0) : (index) -> ()
  return
}

// -----

// Argument names differ.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+2 {{region entry argument '%i' is already in use}}
  // expected-note@+1 {{previously referenced here}}
  %r = scf.for %i = %n to %n step %n iter_args(%i = %x) -> (f32) {
    scf.yield %x : f32
  }
  return
}

// -----

// The attribute list comes last.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+2 {{Dialect `u' not found for custom op 'u.tag' }}
  // expected-note@+1 {{Available dialects: }}
  scf.for %i = %n to %n step %n {u.tag} {
  }
  return
}

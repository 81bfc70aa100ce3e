// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What scf.while and scf.condition reject.

// The first region ends in a condition.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.while' op expects the 'before' region to terminate with 'scf.condition'}}
  %r = scf.while (%a = %x) : (f32) -> f32 {
    // expected-note@+1 {{terminator here}}
    scf.yield %a : f32
  } do {
  ^bb0(%b: f32):
    scf.yield %b : f32
  }
  return
}

// -----

// The second region ends in a yield.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.while' op expects the 'after' region to terminate with 'scf.yield'}}
  %r = scf.while (%a = %x) : (f32) -> f32 {
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%b: f32):
    // expected-note@+1 {{terminator here}}
    scf.condition(%c) %b : f32
  }
  return
}

// -----

// The condition is an i1.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  %r = scf.while (%a = %x) : (f32) -> f32 {
    // expected-error@+1 {{'scf.condition' op operand #0 must be 1-bit signless integer, but got 'i32'}}
    "scf.condition"(%k, %a) : (i32, f32) -> ()
  } do {
  ^bb0(%b: f32):
    scf.yield %b : f32
  }
  return
}

// -----

// As many passed values as results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.while' op along control flow edge from Operation scf.condition to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %r = scf.while (%a = %x) : (f32) -> f32 {
    // expected-note@+1 {{region branch point}}
    scf.condition(%c)
  } do {
  ^bb0(%b: f32):
    scf.yield %b : f32
  }
  return
}

// -----

// Passed values of the types of the results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.while' op along control flow edge from Operation scf.condition to parent: successor operand type #0 'i32' should match successor input type #0 'f32'}}
  %r = scf.while (%a = %x) : (f32) -> f32 {
    // expected-note@+1 {{region branch point}}
    scf.condition(%c) %k : i32
  } do {
  ^bb0(%b: i32):
    scf.yield %x : f32
  }
  return
}

// -----

// As many arguments as passed values.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.while' op along control flow edge from Operation scf.condition to Region #1: region branch point has 1 operands, but region successor needs 0 inputs}}
  %r = scf.while (%a = %x) : (f32) -> f32 {
    // expected-note@+1 {{region branch point}}
    scf.condition(%c) %a : f32
  } do {
    scf.yield %x : f32
  }
  return
}

// -----

// Arguments of the types of the passed values.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.while' op along control flow edge from Operation scf.condition to Region #1: successor operand type #0 'f32' should match successor input type #0 'i32'}}
  %r = scf.while (%a = %x) : (f32) -> f32 {
    // expected-note@+1 {{region branch point}}
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%b: i32):
    scf.yield %x : f32
  }
  return
}

// -----

// As many yielded values as operands.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.while' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  %r = scf.while (%a = %x) : (f32) -> f32 {
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%b: f32):
    // expected-note@+1 {{region branch point}}
    scf.yield
  }
  return
}

// -----

// Yielded values of the types of the operands.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.while' op along control flow edge from Operation scf.yield to Region #0: successor operand type #0 'i32' should match successor input type #0 'f32'}}
  %r = scf.while (%a = %x) : (f32) -> f32 {
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%b: f32):
    // expected-note@+1 {{region branch point}}
    scf.yield %k : i32
  }
  return
}

// -----

// As many arguments of the first region as operands.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+2 {{'scf.while' op along control flow edge from parent to Region #0: region branch point has 1 operands, but region successor needs 0 inputs}}
  // expected-note@+1 {{region branch point}}
  %r = "scf.while"(%x) ({
    "scf.condition"(%c, %x) : (i1, f32) -> ()
  }, {
  ^bb0(%b: f32):
    "scf.yield"(%b) : (f32) -> ()
  }) : (f32) -> f32
  return
}

// -----

// Arguments of the first region of the types of the operands.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+2 {{'scf.while' op along control flow edge from parent to Region #0: successor operand type #0 'f32' should match successor input type #0 'i32'}}
  // expected-note@+1 {{region branch point}}
  %r = "scf.while"(%x) ({
  ^bb0(%a: i32):
    "scf.condition"(%c, %x) : (i1, f32) -> ()
  }, {
  ^bb0(%b: f32):
    "scf.yield"(%b) : (f32) -> ()
  }) : (f32) -> f32
  return
}

// -----

// Two regions.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.while' op expected 2 regions}}
  "scf.while"() ({
    "scf.condition"(%c) : (i1) -> ()
  }) : () -> ()
  return
}

// -----

// One block in the first region.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.while' op expects region #0 to have 0 or 1 blocks}}
  "scf.while"() ({
    cf.br ^a
  ^a:
    "scf.condition"(%c) : (i1) -> ()
  }, {
    "scf.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

// One block in the second region.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.while' op expects region #1 to have 0 or 1 blocks}}
  "scf.while"() ({
    "scf.condition"(%c) : (i1) -> ()
  }, {
    cf.br ^a
  ^a:
    "scf.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

// The second region is not empty.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.while' op region #1 ('after') failed to verify constraint: region with 1 blocks}}
  "scf.while"() ({
    "scf.condition"(%c) : (i1) -> ()
  }, {
  }) : () -> ()
  return
}

// -----

// As many types as operands.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{custom op 'scf.while' expected as many input types as operands (expected 1 got 2)}}
  scf.while (%a = %x) : (f32, i32) -> () {
    scf.condition(%c)
  } do {
    scf.yield %x : f32
  }
  return
}

// -----

// The type of an operand.
// expected-note@+1 {{prior use here}}
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{use of value '%x' expects different type than prior uses: 'i32' vs 'f32'}}
  scf.while (%a = %x) : (i32) -> () {
    scf.condition(%c)
  } do {
    scf.yield %k : i32
  }
  return
}

// -----

// The type is a function type.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{custom op 'scf.while' invalid kind of type specified: expected builtin.function, but found 'f32'}}
  scf.while (%a = %x) : f32 {
    scf.condition(%c)
  } do {
    scf.yield %x : f32
  }
  return
}

// -----

// The do is needed.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.while : () -> () {
    scf.condition(%c)
  }
  // expected-error@+1 {{custom op 'scf.while' expected 'do'}}
  return
}

// -----

// scf.condition belongs into a scf.while.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.condition' op expects parent op 'scf.while'}}
  scf.condition(%c)
  return
}

// -----

// scf.condition does not belong into an unregistered operation.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  "u.r"() ({
    // expected-error@+1 {{'scf.condition' op expects parent op 'scf.while'}}
    scf.condition(%c)
  }) : () -> ()
  return
}

// -----

// scf.condition has no results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.while : () -> () {
    // expected-error@+1 {{'scf.condition' op requires zero results}}
    %0 = "scf.condition"(%c) : (i1) -> i1
  } do {
    scf.yield
  }
  return
}

// -----

// scf.condition has a condition.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.while : () -> () {
    // expected-error@+1 {{'scf.condition' op expected 1 or more operands, but found 0}}
    "scf.condition"() : () -> ()
  } do {
    scf.yield
  }
  return
}

// -----

// scf.condition has its condition in parentheses.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.while : () -> () {
    // expected-error@+1 {{expected '('}}
    scf.condition %c
  } do {
    scf.yield
  }
  return
}

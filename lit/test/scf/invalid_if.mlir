// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What scf.if rejects.

// The condition is an i1.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "scf.if"(%k) ({
    "scf.yield"() : () -> ()
  }, {
  }) : (i32) -> ()
  return
}

// -----

// The condition of the custom form is an i1.
// expected-note@+1 {{prior use here}}
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{use of value '%k' expects different type than prior uses: 'i1' vs 'i32'}}
  scf.if %k {
  }
  return
}

// -----

// Results need an else.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op must have an else block if defining values}}
  %r = "scf.if"(%c) ({
    "scf.yield"(%x) : (f32) -> ()
  }, {
  }) : (i1) -> f32
  return
}

// -----

// Results need an else in the custom form.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op must have an else block if defining values}}
  %r = scf.if %c -> (f32) {
    scf.yield %x : f32
  }
  return
}

// -----

// As many yielded values as results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %r = scf.if %c -> (f32) {
    // expected-note@+1 {{region branch point}}
    scf.yield
  } else {
    scf.yield %x : f32
  }
  return
}

// -----

// As many yielded values as results in the else.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 2 operands, but region successor needs 1 inputs}}
  %r = scf.if %c -> (f32) {
    scf.yield %x : f32
  } else {
    // expected-note@+1 {{region branch point}}
    scf.yield %x, %x : f32, f32
  }
  return
}

// -----

// Yielded values of the types of the results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'i32' should match successor input type #0 'f32'}}
  %r = scf.if %c -> (f32) {
    // expected-note@+1 {{region branch point}}
    scf.yield %k : i32
  } else {
    scf.yield %x : f32
  }
  return
}

// -----

// Yielded values of the types of the results in the else.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'i32' should match successor input type #0 'f32'}}
  %r = scf.if %c -> (f32) {
    scf.yield %x : f32
  } else {
    // expected-note@+1 {{region branch point}}
    scf.yield %k : i32
  }
  return
}

// -----

// No yielded values without results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 1 operands, but region successor needs 0 inputs}}
  scf.if %c {
    // expected-note@+1 {{region branch point}}
    scf.yield %x : f32
  }
  return
}

// -----

// Results are yielded.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+2 {{'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  // expected-note@+1 {{region branch point}}
  %r = scf.if %c -> (f32) {
  } else {
    scf.yield %x : f32
  }
  return
}

// -----

// No block arguments.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op region #0 should have no arguments}}
  "scf.if"(%c) ({
  ^bb0(%a: i32):
    "scf.yield"() : () -> ()
  }, {
  }) : (i1) -> ()
  return
}

// -----

// No block arguments in the else.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op region #1 should have no arguments}}
  "scf.if"(%c) ({
    "scf.yield"() : () -> ()
  }, {
  ^bb0(%a: i32):
    "scf.yield"() : () -> ()
  }) : (i1) -> ()
  return
}

// -----

// One block in the then.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op expects region #0 to have 0 or 1 blocks}}
  scf.if %c {
    cf.br ^a
  ^a:
    scf.yield
  }
  return
}

// -----

// One block in the else.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op expects region #1 to have 0 or 1 blocks}}
  scf.if %c {
  } else {
    cf.br ^a
  ^a:
    scf.yield
  }
  return
}

// -----

// The then is not empty.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op region #0 ('thenRegion') failed to verify constraint: region with 1 blocks}}
  "scf.if"(%c) ({
  }, {
  }) : (i1) -> ()
  return
}

// -----

// Two regions.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op expected 2 regions}}
  "scf.if"(%c) ({
    "scf.yield"() : () -> ()
  }) : (i1) -> ()
  return
}

// -----

// Not three regions.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op expected 2 regions}}
  "scf.if"(%c) ({
    "scf.yield"() : () -> ()
  }, {
  }, {
  }) : (i1) -> ()
  return
}

// -----

// Another terminator.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.if %c {
    // expected-error@+1 {{'func.return' op expects parent op 'func.func'}}
    "func.return"() : () -> ()
  }
  return
}

// -----

// No terminator in the generic form.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+2 {{'scf.if' op expects regions to end with 'scf.yield', found 'u.x'}}
  // expected-note@+1 {{in custom textual format, the absence of terminator implies 'scf.yield'}}
  "scf.if"(%c) ({
    "u.x"() : () -> ()
  }, {
  }) : (i1) -> ()
  return
}

// -----

// One condition.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op requires a single operand}}
  "scf.if"(%c, %c) ({
    "scf.yield"() : () -> ()
  }, {
  }) : (i1, i1) -> ()
  return
}

// -----

// else if is an if in an else.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.if %c {
  // expected-error@+1 {{expected '{' to begin a region}}
  } else if %c {
  }
  return
}

// -----

// A condition.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{expected SSA operand}}
  scf.if {
  }
  return
}

// -----

// Values of the then are not seen in the else.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.if %c {
    %0 = "u.v"() : () -> i32
  } else {
    // expected-error@+1 {{use of undeclared SSA value name}}
    "u.use"(%0) : (i32) -> ()
  }
  return
}

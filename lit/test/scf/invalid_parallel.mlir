// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What scf.parallel, scf.reduce and scf.reduce.return reject.

// Bounds are index.
// expected-note@+1 {{prior use here}}
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{use of value '%k' expects different type than prior uses: 'index' vs 'i32'}}
  scf.parallel (%i) = (%k) to (%k) step (%k) {
  }
  return
}

// -----

// Bounds are index in the generic form.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.parallel' op operand #0 must be variadic of index, but got 'i32'}}
  "scf.parallel"(%k, %k, %k) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    "scf.reduce"() : () -> ()
  }) : (i32, i32, i32) -> ()
  return
}

// -----

// As many upper as lower bounds.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{custom op 'scf.parallel' expected 2 operands}}
  scf.parallel (%i, %j) = (%n, %n) to (%n) step (%n, %n) {
  }
  return
}

// -----

// As many steps as lower bounds.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{custom op 'scf.parallel' expected 2 operands}}
  scf.parallel (%i, %j) = (%n, %n) to (%n, %n) step (%n) {
  }
  return
}

// -----

// As many lower bounds as variables.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{custom op 'scf.parallel' expected 2 operands}}
  scf.parallel (%i, %j) = (%n) to (%n) step (%n) {
  }
  return
}

// -----

// A dimension at least.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step}}
  scf.parallel () = () to () step () {
  }
  return
}

// -----

// A dimension at least in the generic form.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step}}
  "scf.parallel"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>}> ({
    "scf.reduce"() : () -> ()
  }) : () -> ()
  return
}

// -----

// As many arguments as dimensions.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.parallel' op expects the same number of induction variables: 2 as bound and step values: 1}}
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index, %j: index):
    "scf.reduce"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

// Arguments are index.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.parallel' op expects arguments for the induction variable to be of index type}}
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: i32):
    "scf.reduce"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

// A constant step is positive.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  %z = arith.constant 0 : index
  // expected-error@+1 {{'scf.parallel' op constant step operand must be positive}}
  scf.parallel (%i) = (%n) to (%n) step (%z) {
  }
  return
}

// -----

// A constant step is not negative.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  %z = arith.constant -1 : index
  // expected-error@+1 {{'scf.parallel' op constant step operand must be positive}}
  scf.parallel (%i) = (%n) to (%n) step (%z) {
  }
  return
}

// -----

// As many results as initial values.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  %r = "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    "scf.reduce"() : () -> ()
  }) : (index, index, index) -> f32
  return
}

// -----

// As many reductions as results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    scf.reduce
  }
  return
}

// -----

// As many initial values as results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{custom op 'scf.parallel' number of operands and types do not match: got 1 operands and 2 types}}
  %r:2 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> (f32, f32) {
    scf.reduce
  }
  return
}

// -----

// No reductions without results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.parallel' op expects number of results: 0 to be the same as number of reductions: 1}}
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }
  }
  return
}

// -----

// Reductions have the types of the results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    // expected-error@+1 {{'scf.reduce' op expects type of 0-th reduction operand: 'i32' to be the same as the 0-th result type: 'f32'}}
    scf.reduce(%k : i32) {
    ^bb0(%a: i32, %b: i32):
      scf.reduce.return %a : i32
    }
  }
  return
}

// -----

// It ends in a reduce.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.parallel' op expects body to terminate with 'scf.reduce'}}
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    // expected-note@+1 {{terminator here}}
    "u.end"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

// One block.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.parallel' op expects region #0 to have 0 or 1 blocks}}
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    cf.br ^a
  ^a:
    scf.reduce
  }
  return
}

// -----

// Segment sizes add up.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.parallel' op operand count (3) does not match with the total size (2) specified in attribute 'operandSegmentSizes'}}
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> ({
  ^bb0(%i: index):
    "scf.reduce"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

// A reduction has two arguments.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    // expected-error@+1 {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
    scf.reduce(%x : f32) {
    ^bb0(%a: f32):
      scf.reduce.return %a : f32
    }
  }
  return
}

// -----

// A reduction has not three arguments.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    // expected-error@+1 {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32, %d: f32):
      scf.reduce.return %a : f32
    }
  }
  return
}

// -----

// Arguments of a reduction have the type of its operand.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    // expected-error@+1 {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f64):
      scf.reduce.return %a : f32
    }
  }
  return
}

// -----

// A reduction ends in a return.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    // expected-error@+1 {{'scf.reduce' op reduction bodies must be terminated with an 'scf.reduce.return' op}}
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      "u.end"() : () -> ()
    }
  }
  return
}

// -----

// What a reduction returns has the type of its operand.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      // expected-error@+1 {{'scf.reduce.return' op must have type 'f32' (the type of the reduction inputs)}}
      scf.reduce.return %k : i32
    }
  }
  return
}

// -----

// A reduction has a body.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    // expected-error@+1 {{'scf.reduce' op region #0 ('reductions') failed to verify constraint: region with 1 blocks}}
    "scf.reduce"(%x) ({
    }) : (f32) -> ()
  }
  return
}

// -----

// As many bodies as operands.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    "scf.reduce"(%x) : (f32) -> ()
  }
  return
}

// -----

// No more bodies than operands.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 2}}
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    "scf.reduce"(%x) ({
    ^bb0(%a: f32, %b: f32):
      "scf.reduce.return"(%a) : (f32) -> ()
    }, {
    ^bb0(%a: f32, %b: f32):
      "scf.reduce.return"(%a) : (f32) -> ()
    }) : (f32) -> ()
  }
  return
}

// -----

// A reduce belongs into a parallel loop.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.for %i = %n to %n step %n {
    // expected-error@+1 {{'scf.reduce' op expects parent op 'scf.parallel'}}
    scf.reduce
  }
  return
}

// -----

// A reduce.return belongs into a reduce.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.if %c {
    // expected-error@+1 {{'scf.reduce.return' op expects parent op 'scf.reduce'}}
    scf.reduce.return %x : f32
  }
  return
}

// -----

// A reduce.return has one operand.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      // expected-error@+1 {{'scf.reduce.return' op requires a single operand}}
      "scf.reduce.return"(%a, %b) : (f32, f32) -> ()
    }
  }
  return
}

// -----

// Types for the operands of a reduce.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    // expected-error@+1 {{expected ':'}}
    scf.reduce(%x) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }
  }
  return
}

// -----

// A brace behind scf.reduce opens a region.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    // expected-error@+2 {{Dialect `u' not found for custom op 'u.tag' }}
    // expected-note@+1 {{Available dialects: }}
    scf.reduce {u.tag}
  }
  return
}

// -----

// A value is reduced once.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }
    "u.x"() : () -> ()
  }
  return
}

// -----

// Arguments stand in parentheses.
func.func @f(%n: index) {
  // expected-error@+1 {{expected '(' in argument list}}
  scf.parallel %i = (%n) to (%n) step (%n) {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@+1 {{expected ')' in argument list}}
  scf.parallel (%i : index) = (%n) to (%n) step (%n) {
  }
  return
}

// -----

// So do operands.
func.func @f(%n: index) {
  // expected-error@+1 {{expected '(' in operand list}}
  scf.parallel (%i) = %n to (%n) step (%n) {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@+1 {{expected SSA operand}}
  scf.parallel (%i) = (4) to (%n) step (%n) {
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error@+1 {{expected ')' in operand list}}
  scf.parallel (%i) = (%n) to (%n) step (%n) init (%x %x) -> f32 {
  }
  return
}

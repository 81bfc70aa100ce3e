// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Uses that their definition does not dominate.

// In one block.
func.func @f() {
  // expected-error@+1 {{operand #0 does not dominate this use}}
  "u.use"(%x) : (i32) -> ()
  // expected-note@+1 {{operand defined here (op in the same block)}}
  %x = "u.v"() : () -> i32
  return
}

// -----

// Across blocks.
func.func @f(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  // expected-note@+1 {{operand defined here (op in the same region)}}
  %x = "u.v"() : () -> i32
  cf.br ^b
^b:
  // expected-error@+1 {{operand #0 does not dominate this use}}
  "u.use"(%x) : (i32) -> ()
  return
}

// -----

// A block argument of a block that does not dominate.
// expected-note@+1 {{operand defined as a block argument (block #1 in the same region)}}
func.func @f(%c: i1, %y: i32) {
  cf.cond_br %c, ^a(%y : i32), ^b
^a(%x: i32):
  cf.br ^b
^b:
  // expected-error@+1 {{operand #0 does not dominate this use}}
  "u.use"(%x) : (i32) -> ()
  return
}

// -----

// In itself.
func.func @f() {
  // expected-error@+2 {{operand #0 does not dominate this use}}
  // expected-note@+1 {{operand defined here (op in the same block)}}
  %x = "u.v"(%x) : (i32) -> i32
  return
}

// -----

// In a region of the operation that defines it.
func.func @f() {
  // expected-note@+1 {{operand defined here (op in a parent region)}}
  %x = "u.r"() ({
    // expected-error@+1 {{operand #0 does not dominate this use}}
    "u.use"(%x) : (i32) -> ()
  }) : () -> i32
  return
}

// -----

// In a region before the definition.
func.func @f(%c: i1) {
  scf.if %c {
    // expected-error@+1 {{operand #0 does not dominate this use}}
    "u.use"(%x) : (i32) -> ()
  }
  // expected-note@+1 {{operand defined here (op in a parent region)}}
  %x = "u.v"() : () -> i32
  return
}

// -----

// In a loop, around its back edge.
func.func @f(%c: i1) {
  cf.br ^head
^head:
  // expected-error@+1 {{operand #0 does not dominate this use}}
  "u.use"(%x) : (i32) -> ()
  cf.cond_br %c, ^body, ^exit
^body:
  // expected-note@+1 {{operand defined here (op in the same region)}}
  %x = "u.v"() : () -> i32
  cf.br ^head
^exit:
  return
}

// -----

// Across the blocks of an unregistered operation.
"u.r"() ({
  // expected-error@+1 {{operand #0 does not dominate this use}}
  "u.e"(%x)[^a] : (i32) -> ()
^a:
  // expected-note@+1 {{operand defined here (op in the same region)}}
  %x = "u.v"() : () -> i32
  "u.e"() : () -> ()
}) : () -> ()

// -----

// From a block that is not reached.
func.func @f() {
  // expected-error@+1 {{operand #0 does not dominate this use}}
  "u.use"(%x) : (i32) -> ()
  return
^dead:
  // expected-note@+1 {{operand defined here (op in the same region)}}
  %x = "u.v"() : () -> i32
  cf.br ^dead
}

// -----

// As an operand of a branch.
func.func @f() {
  // expected-error@+1 {{operand #0 does not dominate this use}}
  cf.br ^a(%x : i32)
^a(%y: i32):
  // expected-note@+1 {{operand defined here (op in the same region)}}
  %x = "u.v"() : () -> i32
  return
}

// -----

// The body of a loop does not reach the code behind it.
func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
    // expected-error@+1 {{operand #1 does not dominate this use}}
    %y = arith.addi %i, %x : index
  }
  // expected-note@+1 {{operand defined here (op in a parent region)}}
  %x = arith.addi %n, %n : index
  return
}

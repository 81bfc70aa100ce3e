// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Values that are used before and after their definition as different things.

// A block argument with another type than an earlier use.
"u.r"() ({
  "u.e"()[^b] : () -> ()
^c:
  // expected-note@+1 {{previously used here with type 'i32'}}
  "u.use"(%a) : (i32) -> ()
  "u.e"() : () -> ()
// expected-error@+1 {{definition of SSA value '%a#0' has type 'f32'}}
^b(%a: f32):
  "u.e"()[^c] : () -> ()
}) : () -> ()

// -----

// A result with another type than a use in a region before.
"u.r"() ({
  // expected-note@+1 {{previously used here with type 'f32'}}
  "u.use"(%x) : (f32) -> ()
}) : () -> ()
// expected-error@+1 {{definition of SSA value '%x#0' has type 'i32'}}
%x = "u.v"() : () -> i32

// -----

// The second result of a pack.
// expected-note@+1 {{previously used here with type 'f32'}}
"u.use"(%x#1) : (f32) -> ()
// expected-error@+1 {{definition of SSA value '%x#1' has type 'i32'}}
%x:2 = "u.v"() : () -> (i32, i32)

// -----

// In itself.
// expected-error@+2 {{definition of SSA value '%x#0' has type 'i32'}}
// expected-note@+1 {{previously used here with type 'f32'}}
%x = "u.v"(%x) : (f32) -> i32

// -----

// An argument of a branch.
// expected-note@+1 {{prior use here}}
func.func @f(%x: i32) {
  // expected-error@+1 {{use of value '%x' expects different type than prior uses: 'f32' vs 'i32'}}
  cf.br ^a(%x : f32)
^a(%y: f32):
  return
}

// -----

// Operands and results are counted behind an operation of the same name and types, too.
func.func @f(%x: i32) {
  %0 = "arith.addi"(%x, %x) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  // expected-error@+1 {{'arith.addi' op expected 2 operands, but found 1}}
  %1 = "arith.addi"(%x) <{overflowFlags = #arith.overflow<none>}> : (i32) -> i32
  return
}

// -----

func.func @f(%x: i32) {
  %0 = "arith.addi"(%x, %x) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  // expected-error@+1 {{'arith.addi' op expected 2 operands, but found 3}}
  %1 = "arith.addi"(%x, %x, %x) <{overflowFlags = #arith.overflow<none>}> : (i32, i32, i32) -> i32
  return
}

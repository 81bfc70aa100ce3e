// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Values that are not defined, defined twice, or used as what they are not.

// A value is defined.
// expected-error@+1 {{use of undeclared SSA value name}}
"u.use"(%x) : (i32) -> ()

// -----

// A value is defined in a region that is open.
"u.r"() ({
  %x = "u.v"() : () -> i32
}) : () -> ()
// expected-error@+1 {{use of undeclared SSA value name}}
"u.use"(%x) : (i32) -> ()

// -----

// A value of a sibling region is not seen.
"u.r"() ({
  %x = "u.v"() : () -> i32
}, {
  // expected-error@+1 {{use of undeclared SSA value name}}
  "u.use"(%x) : (i32) -> ()
}) : () -> ()

// -----

// A value is defined once.
// expected-note@+1 {{previously defined here}}
%x = "u.v"() : () -> i32
// expected-error@+1 {{redefinition of SSA value '%x'}}
%x = "u.v"() : () -> i32

// -----

// An outer name is not defined again.
// expected-note@+1 {{previously defined here}}
%x = "u.v"() : () -> i32
"u.r"() ({
  // expected-error@+1 {{redefinition of SSA value '%x'}}
  %x = "u.v"() : () -> i32
}) : () -> ()

// -----

// An outer name is no block argument.
// expected-note@+1 {{previously defined here}}
%x = "u.v"() : () -> i32
"u.r"() ({
// expected-error@+1 {{redefinition of SSA value '%x'}}
^bb0(%x: i32):
}) : () -> ()

// -----

// A block argument is not defined again.
"u.r"() ({
// expected-note@+1 {{previously defined here}}
^bb0(%x: i32):
  // expected-error@+1 {{redefinition of SSA value '%x'}}
  %x = "u.v"() : () -> i32
}) : () -> ()

// -----

// Block arguments differ.
"u.r"() ({
// expected-error@+2 {{redefinition of SSA value '%x'}}
// expected-note@+1 {{previously defined here}}
^bb0(%x: i32, %x: i32):
}) : () -> ()

// -----

// Names of results differ.
// expected-error@+2 {{redefinition of SSA value '%x'}}
// expected-note@+1 {{previously defined here}}
%x, %x = "u.v"() : () -> (i32, i32)

// -----

// A use has the type of the definition.
// expected-note@+1 {{prior use here}}
%x = "u.v"() : () -> i32
// expected-error@+1 {{use of value '%x' expects different type than prior uses: 'f32' vs 'i32'}}
"u.use"(%x) : (f32) -> ()

// -----

// A definition has the type of an earlier use.
// expected-note@+1 {{previously used here with type 'f32'}}
"u.use"(%x) : (f32) -> ()
// expected-error@+1 {{definition of SSA value '%x#0' has type 'i32'}}
%x = "u.v"() : () -> i32

// -----

// Two uses before a definition have one type.
// expected-note@+1 {{prior use here}}
"u.use"(%x) : (f32) -> ()
// expected-error@+1 {{use of value '%x' expects different type than prior uses: 'i32' vs 'f32'}}
"u.use"(%x) : (i32) -> ()
%x = "u.v"() : () -> i32

// -----

// A pack has an element of that number.
%x:2 = "u.v"() : () -> (i32, i32)
// expected-error@+1 {{reference to invalid result number}}
"u.use"(%x#2) : (i32) -> ()

// -----

// A single value is a pack of one.
%x = "u.v"() : () -> i32
// expected-error@+1 {{reference to invalid result number}}
"u.use"(%x#1) : (i32) -> ()

// -----

// A pack used early has an element of that number.
// expected-error@+1 {{use of undeclared SSA value name}}
"u.use"(%x#2) : (i32) -> ()
%x:2 = "u.v"() : () -> (i32, i32)

// -----

// A block argument is no pack.
"u.r"() ({
^bb0(%x: i32):
  // expected-error@+1 {{reference to invalid result number}}
  "u.use"(%x#1) : (i32) -> ()
}) : () -> ()

// -----

// An element number is a number.
%x:2 = "u.v"() : () -> (i32, i32)
// expected-error@+1 {{invalid SSA value result number}}
"u.use"(%x#a) : (i32) -> ()

// -----

// A result is not defined with an element number.
// expected-error@+1 {{expected '=' after SSA name}}
%x#0 = "u.v"() : () -> i32

// -----

// Several values without definition.
// expected-error@+1 {{use of undeclared SSA value name}}
"u.use"(%x, %y, %z) : (i32, i32, i32) -> ()

// -----

// A name inside an isolated operation is not an outer one.
%x = "u.v"() : () -> i32
// expected-note@+1 {{required by region isolation constraints}}
func.func @f(%y: i32) {
  // expected-error@+1 {{'arith.addi' op using value defined outside the region}}
  %z = arith.addi %x, %y : i32
  return
}

// -----

// An outer name is not defined again in an isolated operation.
// expected-note@+1 {{previously referenced here}}
%x = "u.v"() : () -> i32
// expected-error@+1 {{region entry argument '%x' is already in use}}
func.func @f(%x: i32) {
  return
}

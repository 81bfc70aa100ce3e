// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Blocks that do not parse or verify.

// A block is defined once.
"u.r"() ({
  "u.e"()[^a] : () -> ()
^a:
  "u.e"() : () -> ()
// expected-error@+1 {{redefinition of block '^a'}}
^a:
  "u.e"() : () -> ()
}) : () -> ()

// -----

// A successor is defined.
"u.r"() ({
  // expected-error@+1 {{reference to an undefined block}}
  "u.e"()[^a] : () -> ()
}) : () -> ()

// -----

// A successor is in the same region.
"u.r"() ({
  "u.r"() ({
    // expected-error@+1 {{reference to an undefined block}}
    "u.e"()[^a] : () -> ()
  }) : () -> ()
^a:
  "u.e"() : () -> ()
}) : () -> ()

// -----

// A successor is not in a nested region.
"u.r"() ({
  "u.r"() ({
  ^a:
    "u.e"() : () -> ()
  }) : () -> ()
  // expected-error@+1 {{reference to an undefined block}}
  "u.e"()[^a] : () -> ()
}) : () -> ()

// -----

// A label has a colon.
"u.r"() ({
// expected-error@+1 {{expected ':' after block name}}
^a
  "u.e"() : () -> ()
}) : () -> ()

// -----

// A block argument has a type.
"u.r"() ({
// expected-error@+1 {{expected ':' and type for SSA operand}}
^a(%x):
  "u.e"() : () -> ()
}) : () -> ()

// -----

// A block argument is a value.
"u.r"() ({
// expected-error@+1 {{expected SSA operand}}
^a(i32):
  "u.e"() : () -> ()
}) : () -> ()

// -----

// Block arguments are closed.
"u.r"() ({
// expected-error@+1 {{expected ')'}}
^a(%x: i32:
  "u.e"() : () -> ()
}) : () -> ()

// -----

// A comma in block arguments needs one.
"u.r"() ({
// expected-error@+1 {{expected SSA operand}}
^a(%x: i32,):
  "u.e"() : () -> ()
}) : () -> ()

// -----

// The entry block has no predecessors.
// expected-error@+1 {{entry block of region may not have predecessors}}
"u.r"() ({
^a:
  "u.e"()[^a] : () -> ()
}) : () -> ()

// -----

// The entry block has no predecessors among others.
// expected-error@+1 {{entry block of region may not have predecessors}}
func.func @f() {
^entry:
  cf.br ^other
^other:
  cf.br ^entry
}

// -----

// A block that is not alone is not empty.
// expected-error@+1 {{empty block: expect at least a terminator}}
"u.r"() ({
  "u.e"()[^a] : () -> ()
^a:
}) : () -> ()

// -----

// An operation with successors ends its block.
"u.r"() ({
  // expected-error@+1 {{operation with block successors must terminate its parent block}}
  "u.e"()[^a] : () -> ()
  "u.x"() : () -> ()
^a:
  "u.e"() : () -> ()
}) : () -> ()

// -----

// A block of a function ends in a terminator.
func.func @f() {
  cf.br ^a
^a:
  // expected-error@+1 {{block with no terminator, has %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32}}
  %0 = arith.constant 1 : i32
}

// -----

// A region of a function has no empty block.
// expected-error@+1 {{empty block: expect at least a terminator}}
func.func @f() {
^a:
}

// -----

// A region is closed.
"u.r"() ({
  // expected-error@+1 {{expected operation name in quotes}}
  "u.e"() : () -> ()

// -----

// A label at the top level.
// expected-error@+1 {{expected operation name in quotes}}
^a:
"u.e"() : () -> ()

// -----

// A block of a module has no arguments.
// expected-error@+1 {{'builtin.module' op region should have no arguments}}
"builtin.module"() ({
^a(%x: i32):
}) : () -> ()

// -----

// A module has one block.
// expected-error@+1 {{'builtin.module' op expects region #0 to have 0 or 1 blocks}}
"builtin.module"() ({
  "u.e"()[^a] : () -> ()
^a:
  "u.e"() : () -> ()
}) : () -> ()

// -----

// A module has one region.
// expected-error@+1 {{'builtin.module' op requires one region}}
"builtin.module"() ({
^a:
}, {
^b:
}) : () -> ()

// -----

// A module has a region.
// expected-error@+1 {{'builtin.module' op requires one region}}
"builtin.module"() : () -> ()

// -----

// A module has no results.
// expected-error@+1 {{'builtin.module' op requires zero results}}
%0 = "builtin.module"() ({
^a:
}) : () -> i32

// -----

// A module has no attributes of its own.
// expected-error@+1 {{'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'plain'}}
module attributes {plain} {
}

// -----

// The name of a module is a string.
// expected-error@+1 {{invalid properties {sym_name = 1 : i8} for op builtin.module: Invalid attribute `sym_name` in property conversion: 1 : i8}}
"builtin.module"() <{sym_name = 1 : i8}> ({
^a:
}) : () -> ()

// -----

// A cast has results.
%0 = "u.v"() : () -> i32
// expected-error@+1 {{'builtin.unrealized_conversion_cast' op expected at least one result for cast operation}}
"builtin.unrealized_conversion_cast"(%0) : (i32) -> ()

// -----

// A cast of nothing to nothing.
// expected-error@+1 {{'builtin.unrealized_conversion_cast' op expected at least one result for cast operation}}
"builtin.unrealized_conversion_cast"() : () -> ()

// -----

// A cast of the custom form has results.
%0 = "u.v"() : () -> i32
// expected-error@+1 {{expected non-function type}}
builtin.unrealized_conversion_cast %0 : i32 to

// -----

// The builtin dialect knows its operations.
// expected-error@+1 {{unregistered operation 'builtin.nothing' found in dialect ('builtin') that does not allow unknown operations}}
"builtin.nothing"() : () -> ()

// -----

// The builtin dialect knows its operations by their custom names.
// expected-error@+1 {{custom op 'builtin.nothing' is unknown}}
builtin.nothing

// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Aliases, resources and modules that do not parse.

// An alias has a value.
// expected-error@+1 {{expected attribute value}}
#a = 

// -----

// A type alias has a type.
// expected-error@+1 {{expected non-function type}}
!t = 

// -----

// A type alias is no attribute.
// expected-error@+1 {{expected non-function type}}
!t = 1 : i8

// -----

// Aliases have no dots.
// expected-error@+1 {{attribute names with a '.' are reserved for dialect-defined names}}
#a.b = 1 : i8

// -----

// Type aliases have no dots.
// expected-error@+1 {{type names with a '.' are reserved for dialect-defined names}}
!a.b = i32

// -----

// An alias is defined once.
#a = 1 : i8
// expected-error@+1 {{redefinition of attribute alias id 'a'}}
#a = 2 : i8

// -----

// A type alias is defined once.
!a = i8
// expected-error@+1 {{redefinition of type alias id 'a'}}
!a = i16

// -----

// An alias is defined before its use.
// expected-error@+1 {{undefined symbol alias id 'later'}}
"u.a"() {a = #later} : () -> ()
#later = 1 : i8

// -----

// A type alias is defined before its use.
// expected-error@+1 {{undefined symbol alias id 'later'}}
%0 = "u.v"() : () -> !later
!later = i32

// -----

// An alias is defined.
// expected-error@+1 {{undefined symbol alias id 'nowhere'}}
"u.a"() {a = #nowhere} : () -> ()

// -----

// An alias has an equals sign.
// expected-error@+1 {{expected '=' in attribute alias definition}}
#a 1 : i8

// -----

// A module has a body.
// expected-error@+1 {{expected '{' to begin a region}}
module

// -----

// A module is closed.
// expected-error@+1 {{expected operation name in quotes}}
module {

// -----

// A module is named by a symbol.
// expected-error@+1 {{expected '{' to begin a region}}
module name {}

// -----

// A module has no operands.
// expected-error@+1 {{expected '{' to begin a region}}
module (%x) {}

// -----

// The location of a module is one.
// expected-error@+1 {{expected location instance}}
module {} loc(1)

// -----

// A dialect is known.
// expected-error@+2 {{Dialect `unknown' not found for custom op 'unknown.op' }}
// expected-note@+1 {{Available dialects: }}
unknown.op

// -----

// A section of resources is known.
{-#
  // expected-error@+1 {{unknown key 'other_resources' in file metadata dictionary}}
  other_resources: {}
#-}

// -----

// Resources of a dialect that has some.
{-#
  dialect_resources: {
    arith: {
      // expected-error@+1 {{unexpected 'resource' section for dialect 'arith'}}
      x: "0x00"
    }
  }
#-}

// -----

// Resources of a dialect that is known.
{-#
  dialect_resources: {
    // expected-error@+1 {{dialect 'nowhere' is unknown}}
    nowhere: {
      x: "0x00"
    }
  }
#-}

// -----

// A blob is hexadecimal.
{-#
  dialect_resources: {
    builtin: {
      // expected-error@+1 {{expected hex string blob for key 'x'}}
      x: "zz"
    }
  }
#-}
"u.a"() {a = dense_resource<x> : tensor<1xi8>} : () -> ()

// -----

// A blob has an alignment.
{-#
  dialect_resources: {
    builtin: {
      // expected-error@+1 {{expected hex string blob for key 'x' to encode alignment in first 4 bytes}}
      x: "0x00"
    }
  }
#-}
"u.a"() {a = dense_resource<x> : tensor<1xi8>} : () -> ()

// -----

// Resources have a value.
{-#
  dialect_resources: {
    builtin: {
      x:
    // expected-error@+1 {{expected hex string blob for key 'x'}}
    }
  }
#-}

// -----

// Resources have a key.
{-#
  dialect_resources: {
    builtin: {
      // expected-error@+1 {{expected identifier key for 'resource' entry}}
      : "0x00"
    }
  }
#-}

// -----

// Resources have a section.
{-#
  // expected-error@+1 {{expected ':'}}
  dialect_resources {}
#-}

// -----

// Nothing but a colon.
// expected-error@+1 {{expected operation name in quotes}}
:

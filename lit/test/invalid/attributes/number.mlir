// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Integer and float attributes that do not exist.

// Too large for i8.
// expected-error@+1 {{integer constant out of range for attribute}}
"u.a"() {a = 256 : i8} : () -> ()

// -----

// Too small for i8.
// expected-error@+1 {{integer constant out of range for attribute}}
"u.a"() {a = -129 : i8} : () -> ()

// -----

// Too large for i1.
// expected-error@+1 {{integer constant out of range for attribute}}
"u.a"() {a = 2 : i1} : () -> ()

// -----

// Too large for si8.
// expected-error@+1 {{integer constant out of range for attribute}}
"u.a"() {a = 128 : si8} : () -> ()

// -----

// Too small for si8.
// expected-error@+1 {{integer constant out of range for attribute}}
"u.a"() {a = -129 : si8} : () -> ()

// -----

// Too large for ui8.
// expected-error@+1 {{integer constant out of range for attribute}}
"u.a"() {a = 256 : ui8} : () -> ()

// -----

// Negative and unsigned.
// expected-error@+1 {{negative integer literal not valid for unsigned integer type}}
"u.a"() {a = -1 : ui8} : () -> ()

// -----

// Negative zero is out of range.
// expected-error@+1 {{integer constant out of range for attribute}}
"u.a"() {a = -0 : i32} : () -> ()

// -----

// Too large for 64 bits.
// expected-error@+1 {{integer constant out of range for attribute}}
"u.a"() {a = 18446744073709551616} : () -> ()

// -----

// Too large for index.
// expected-error@+1 {{integer constant out of range for attribute}}
"u.a"() {a = 18446744073709551616 : index} : () -> ()

// -----

// An integer as a float.
// expected-error@+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note@+1 {{add a trailing dot to make the literal a float}}
"u.a"() {a = 1 : f32} : () -> ()

// -----

// A negative integer as a float.
// expected-error@+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note@+1 {{add a trailing dot to make the literal a float}}
"u.a"() {a = -1 : f64} : () -> ()

// -----

// A float as an integer.
// expected-error@+1 {{floating point value not valid for specified type}}
"u.a"() {a = 1.0 : i32} : () -> ()

// -----

// A float as an index.
// expected-error@+1 {{floating point value not valid for specified type}}
"u.a"() {a = 1.0 : index} : () -> ()

// -----

// An integer of a tensor type.
// expected-error@+1 {{integer literal not valid for specified type}}
"u.a"() {a = 1 : tensor<4xi32>} : () -> ()

// -----

// A float of a tensor type.
// expected-error@+1 {{floating point value not valid for specified type}}
"u.a"() {a = 1.0 : tensor<4xf32>} : () -> ()

// -----

// An integer of none.
// expected-error@+1 {{integer literal not valid for specified type}}
"u.a"() {a = 1 : none} : () -> ()

// -----

// An exponent needs a dot.
// expected-error@+1 {{expected '}' in attribute dictionary}}
"u.a"() {a = 1e6} : () -> ()

// -----

// Hex bits wider than the type.
// expected-error@+1 {{hexadecimal float constant out of range for type}}
"u.a"() {a = 0x1FFFFFFFF : f32} : () -> ()

// -----

// Hex bits with a sign.
// expected-error@+1 {{hexadecimal float literal should not have a leading minus}}
"u.a"() {a = -0x1 : f32} : () -> ()

// -----

// true has no type.
// expected-error@+1 {{expected '}' in attribute dictionary}}
"u.a"() {a = true : i1} : () -> ()

// -----

// A minus sign alone.
// expected-error@+1 {{expected constant integer or floating point value}}
"u.a"() {a = -} : () -> ()

// -----

// A minus sign before a string.
// expected-error@+1 {{expected constant integer or floating point value}}
"u.a"() {a = -"x"} : () -> ()

// -----

// A type is needed behind a colon.
// expected-error@+1 {{expected non-function type}}
"u.a"() {a = 1 :} : () -> ()

// -----

// An integer of an unregistered type.
// expected-error@+1 {{integer literal not valid for specified type}}
"u.a"() {a = 1 : !u.t} : () -> ()

// -----

// A float of an unregistered type.
// expected-error@+1 {{floating point value not valid for specified type}}
"u.a"() {a = 1.0 : !u.t} : () -> ()

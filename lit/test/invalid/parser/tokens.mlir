// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Input that the lexer rejects.

// A character that begins no token.
// expected-error@+1 {{unexpected character}}
"u.a"() : () -> () $

// -----

// A string is closed.
// expected-error@+1 {{expected '"' in string literal}}
"u.a

// -----

// A string stays on its line.
// expected-error@+1 {{expected '"' in string literal}}
"u.a"() {a = "x
y"} : () -> ()

// -----

// An unknown escape.
// expected-error@+1 {{unknown escape in string literal}}
"u.a"() {a = "\q"} : () -> ()

// -----

// A backslash at the end of a string.
// expected-error@+1 {{unknown escape in string literal}}
"u.a"() {a = "\

// -----

// A percent sign alone.
// expected-error@+1 {{invalid SSA name}}
% = "u.a"() : () -> i32

// -----

// A number sign alone.
// expected-error@+1 {{invalid attribute name}}
"u.a"() {a = # } : () -> ()

// -----

// An at sign alone.
// expected-error@+1 {{@ identifier expected to start with letter or '_'}}
"u.a"() {a = @ } : () -> ()

// -----

// A symbol does not begin with a digit.
// expected-error@+1 {{@ identifier expected to start with letter or '_'}}
"u.a"() {a = @1x} : () -> ()

// -----

// A caret alone.
// expected-error@+1 {{invalid block name}}
"u.a"()[^] : () -> ()

// -----

// An exclamation mark alone.
// expected-error@+1 {{invalid type identifier}}
"u.t"() {t = ! } : () -> ()

// -----

// A slash alone.
// expected-error@+1 {{expected operation name in quotes}}
/ "u.a"() : () -> ()

// -----

// There are no block comments.
// expected-error@+1 {{expected operation name in quotes}}
/* "u.a"() : () -> () */

// -----

// A quoted symbol is closed.
// expected-error@+1 {{expected '"' in string literal}}
"u.a"() {a = @"x} : () -> ()

// -----

// A value name of digits and letters.
// expected-error@+1 {{expected '=' after SSA name}}
%0a = "u.a"() : () -> i32

// -----

// An unclosed resource trailer.
"u.a"() : () -> ()
{-# dialect_resources: {
// expected-error@+1 {{expected identifier key for 'resource' entry}}

// -----

// A brace and a dash.
// expected-error@+1 {{expected operation name in quotes}}
{- }

// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Bytes that are no text. Inside a string every byte is allowed.

// A byte that is no UTF-8.
// expected-error@+1 {{unexpected character}}
"u.a"() : () -> () �

// -----

// A cut sequence.
// expected-error@+1 {{unexpected character}}
"u.a"() : () -> () �

// -----

// A letter that is not ASCII in a key.
// expected-error@+1 {{unexpected character}}
"u.a"() {é = 1} : () -> ()

// -----

// A letter that is not ASCII in a value.
// expected-error@+1 {{invalid SSA name}}
%é = "u.a"() : () -> i32

// -----

// A letter that is not ASCII in a symbol.
// expected-error@+1 {{@ identifier expected to start with letter or '_'}}
func.func private @é()

// -----

// A letter that is not ASCII in a block.
"u.r"() ({
// expected-error@+1 {{invalid block name}}
^é:
  "u.e"() : () -> ()
}) : () -> ()

// -----

// A letter that is not ASCII in a type.
// expected-error@+1 {{unexpected character}}
"u.t"() {t = !u.é} : () -> ()

// -----

// A letter that is not ASCII in an alias.
// expected-error@+1 {{invalid attribute name}}
#é = 1 : i8

// -----

// A byte order mark.
// expected-error@+1 {{unexpected character}}
﻿"u.a"() : () -> ()

// -----

// A non-breaking blank.
// expected-error@+1 {{unexpected character}}
"u.a"() : () -> ()

// -----

// A control character.
// expected-error@+1 {{unexpected character}}
"u.a"() : () -> () 

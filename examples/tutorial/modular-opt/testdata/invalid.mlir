// RUN: modular-opt %s --verify-diagnostics --split-input-file

// expected-error@+1 {{value must be from 0 to 6, but got 7}}
%0 = modular.constant 7 : !modular.int<7>

// -----

// expected-error@+1 {{expected a modulus from 2 to 65536, but got 1}}
func.func private @f(!modular.int<1>)

// -----

func.func @g(%i: i32) {
  // expected-error@+1 {{operand #0 must be integer modulo a number, but got 'i32'}}
  %0 = "modular.value"(%i) : (i32) -> i32
  return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Names without a dialect mean the dialect of the operation around them.

// At the top level it is builtin.
// expected-error@+1 {{custom op 'return' is unknown (tried 'builtin.return' as well)}}
return

// -----

// In a function it is func.
func.func @f() {
  // expected-error@+1 {{custom op 'addi' is unknown (tried 'func.addi' as well)}}
  addi
  return
}

// -----

// A module in a function is a func.module.
func.func @f() {
  // expected-error@+1 {{custom op 'module' is unknown (tried 'func.module' as well)}}
  module {
  }
  return
}

// -----

// In a loop it is none.
func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
    // expected-error@+2 {{Dialect `' not found for custom op 'return'  (tried '.return' as well)}}
    // expected-note@+1 {{Available dialects: }}
    return
  }
  return
}

// -----

// In a scf.if it is none.
func.func @f(%c: i1) {
  scf.if %c {
    // expected-error@+2 {{Dialect `' not found for custom op 'yield'  (tried '.yield' as well)}}
    // expected-note@+1 {{Available dialects: }}
    yield
  }
  return
}

// -----

// The generic form of an operation leaves the dialect of what is around it.
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
  // expected-error@+1 {{custom op 'return' is unknown (tried 'builtin.return' as well)}}
  return
}) : () -> ()

// -----

// An unregistered operation leaves it too.
func.func @f() {
  "u.r"() ({
    // expected-error@+1 {{custom op 'module' is unknown (tried 'func.module' as well)}}
    module {
    }
  }) : () -> ()
  return
}

// -----

// A prefix does not carry over.
func.func @f(%x: i32) {
  %0 = arith.addi %x, %x : i32
  // expected-error@+1 {{custom op 'addi' is unknown (tried 'func.addi' as well)}}
  %1 = addi %x, %x : i32
  return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Symbols that are defined twice, hidden, or in the wrong place.

// A function is defined once.
// expected-note@+1 {{see existing symbol definition here}}
func.func private @f()
// expected-error@+1 {{redefinition of symbol named 'f'}}
func.func private @f()

// -----

// A function and a module share no name.
// expected-note@+1 {{see existing symbol definition here}}
func.func private @f()
// expected-error@+1 {{redefinition of symbol named 'f'}}
module @f {
}

// -----

// A module is defined once.
// expected-note@+1 {{see existing symbol definition here}}
module @m {
}
// expected-error@+1 {{redefinition of symbol named 'm'}}
module @m {
}

// -----

// A symbol of a nested module is defined once.
module @m {
  // expected-note@+1 {{see existing symbol definition here}}
  func.func private @f()
  // expected-error@+1 {{redefinition of symbol named 'f'}}
  func.func private @f()
}

// -----

// Three of a name.
// expected-note@+1 {{see existing symbol definition here}}
func.func private @f()
// expected-error@+1 {{redefinition of symbol named 'f'}}
func.func private @f()
func.func private @f()

// -----

// A visibility is one of three.
// expected-error@+1 {{'builtin.module' op visibility expected to be one of ["public", "private", "nested"], but got "hidden"}}
module @m attributes {sym_visibility = "hidden"} {
}

// -----

// A visibility is a string.
// expected-error@+1 {{invalid properties {sym_name = "m", sym_visibility = 1 : i8} for op builtin.module: Invalid attribute `sym_visibility` in property conversion: 1 : i8}}
"builtin.module"() <{sym_name = "m", sym_visibility = 1 : i8}> ({
^a:
}) : () -> ()

// -----

// A declaration is not public.
// expected-error@+1 {{'func.func' op symbol declaration cannot have public visibility}}
func.func @f()

// -----

// A function stands in a symbol table.
func.func @f() {
  scf.execute_region {
    // expected-error@+1 {{'func.func' op symbol's parent must have the SymbolTable trait}}
    func.func private @g()
    scf.yield
  }
  return
}

// -----

// An unregistered operation and a function share no name.
// expected-note@+1 {{see existing symbol definition here}}
"u.symbol"() {sym_name = "f"} : () -> ()
// expected-error@+1 {{redefinition of symbol named 'f'}}
func.func private @f()

// -----

// Quotes do not make another name.
// expected-note@+1 {{see existing symbol definition here}}
func.func private @f()
// expected-error@+1 {{redefinition of symbol named 'f'}}
func.func private @"f"()

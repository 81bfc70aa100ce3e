// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// The dialect rejects unknown operations, types and attributes.

// No such operation, generic.
func.func @f(%x: i32) {
  // expected-error@+1 {{unregistered operation 'arith.frobnicate' found in dialect ('arith') that does not allow unknown operations}}
  %0 = "arith.frobnicate"(%x) : (i32) -> i32
  return
}

// -----

// No such operation, custom.
func.func @f(%x: i32) {
  // expected-error@+1 {{custom op 'arith.frobnicate' is unknown}}
  %0 = arith.frobnicate %x : i32
  return
}

// -----

// No such type.
// expected-error@+1 {{dialect 'arith' provides no type parsing hook}}
func.func @f(%x: !arith.t) {
  %0 = arith.addi %x, %x : !arith.t
  return
}

// -----

// No such attribute.
// expected-error@+1 {{unknown attribute `bogus` in dialect `arith`}}
"u.a"() {a = #arith<bogus>} : () -> ()

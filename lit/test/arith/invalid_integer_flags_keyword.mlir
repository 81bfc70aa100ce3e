// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics=only-expected %s

// Overflow and exact flags that are invalid.
//
// These name a keyword that does not exist. Upstream reports that twice, in terms of its C++ types; once is enough.

// arith.addi knows no such overflow flag.
func.func @f(%x: i32) {
  // expected-error@+1 {{to be one of: none, nsw, nuw}}
  %0 = arith.addi %x, %x overflow<wrap> : i32
  return
}

// -----

// arith.subi knows no such overflow flag.
func.func @f(%x: i32) {
  // expected-error@+1 {{to be one of: none, nsw, nuw}}
  %0 = arith.subi %x, %x overflow<wrap> : i32
  return
}

// -----

// arith.muli knows no such overflow flag.
func.func @f(%x: i32) {
  // expected-error@+1 {{to be one of: none, nsw, nuw}}
  %0 = arith.muli %x, %x overflow<wrap> : i32
  return
}

// -----

// arith.shli knows no such overflow flag.
func.func @f(%x: i32) {
  // expected-error@+1 {{to be one of: none, nsw, nuw}}
  %0 = arith.shli %x, %x overflow<wrap> : i32
  return
}

// -----

// An empty list of flags.
func.func @f(%x: i32) {
  // expected-error@+1 {{expected valid keyword or string}}
  %0 = arith.addi %x, %x overflow<> : i32
  return
}

// -----

// A flag may be repeated, but a comma without a flag is an error.
func.func @f(%x: i32) {
  // expected-error@+1 {{expected valid keyword or string}}
  %0 = arith.addi %x, %x overflow<nsw,> : i32
  return
}

// -----

// The dialect parses its own attributes.
// expected-error@+1 {{to be one of: none, nsw, nuw}}
"u.a"() {a = #arith.overflow<up>} : () -> ()

// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics=only-expected %s

// What the casts between integers reject.
//
// These name a keyword that does not exist. Upstream reports that twice, in terms of its C++ types; once is enough.

// arith.trunci knows no such flag.
func.func @f(%x: i32) {
  // expected-error@+1 {{to be one of: none, nsw, nuw}}
  %0 = arith.trunci %x overflow<exact> : i32 to i8
  return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics=only-expected %s

// What the unary floating-point operations of math reject.
//
// These name a keyword that does not exist. Upstream reports that twice, in terms of its C++ types; once is enough.

// There is no such flag.
func.func @f(%x: f32) {
  // expected-error@+1 {{to be one of: none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast}}
  %0 = math.sqrt %x fastmath<loose> : f32
  return
}

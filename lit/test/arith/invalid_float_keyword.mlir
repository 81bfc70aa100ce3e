// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics=only-expected %s

// What the floating-point operations reject.
//
// These name a keyword that does not exist. Upstream reports that twice, in terms of its C++ types; once is enough.

// There is no such fast-math flag.
func.func @f(%x: f32) {
  // expected-error@+1 {{to be one of: none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast}}
  %0 = arith.addf %x, %x fastmath<turbo> : f32
  return
}

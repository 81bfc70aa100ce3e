// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics=only-expected %s

// What the casts from and to floating point reject.
//
// These name a keyword that does not exist. Upstream reports that twice, in terms of its C++ types; once is enough.

// arith.extf with a flag that is none.
func.func @f(%x: f16) {
  // expected-error@+1 {{to be one of: none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast}}
  %0 = arith.extf %x fastmath<sloppy> : f16 to f32
  return
}

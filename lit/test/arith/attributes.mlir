// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// The attributes of the arith dialect alone: every flag, every order of flags, both spellings of a dialect attribute.

"u.a"() {a = #arith.fastmath<none>} : () -> ()
"u.a"() {a = #arith.fastmath<reassoc>} : () -> ()
"u.a"() {a = #arith.fastmath<nnan>} : () -> ()
"u.a"() {a = #arith.fastmath<ninf>} : () -> ()
"u.a"() {a = #arith.fastmath<nsz>} : () -> ()
"u.a"() {a = #arith.fastmath<arcp>} : () -> ()
"u.a"() {a = #arith.fastmath<contract>} : () -> ()
"u.a"() {a = #arith.fastmath<afn>} : () -> ()
"u.a"() {a = #arith.fastmath<fast>} : () -> ()
"u.a"() {a = #arith.fastmath<afn, reassoc>} : () -> ()
"u.a"() {a = #arith.fastmath<nnan,ninf,nsz>} : () -> ()
"u.a"() {a = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn>} : () -> ()
"u.a"() {a = #arith.fastmath<fast,nnan>} : () -> ()

// -----

"u.a"() {a = #arith.overflow<none>} : () -> ()
"u.a"() {a = #arith.overflow<nsw>} : () -> ()
"u.a"() {a = #arith.overflow<nuw>} : () -> ()
"u.a"() {a = #arith.overflow<nsw, nuw>} : () -> ()
"u.a"() {a = #arith.overflow<nuw,nsw>} : () -> ()

// -----

"u.a"() {a = #arith<fastmath<fast>>} : () -> ()
"u.a"() {a = #arith<overflow<nsw>>} : () -> ()
"u.a"() {a = [#arith.fastmath<nnan>, #arith.overflow<nuw>]} : () -> ()
"u.a"() {a = #arith.fastmath< nnan , ninf >} : () -> ()

// -----

#fm = #arith.fastmath<fast>
func.func @alias(%x: f32) -> f32 {
  %0 = "arith.addf"(%x, %x) <{fastmath = #fm}> : (f32, f32) -> f32
  %1 = arith.mulf %0, %x {u.flags = #fm} : f32
  return %1 : f32
}

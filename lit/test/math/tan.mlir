// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// math.tan over every kind of type it takes, with fast-math flags.

func.func @tan_scalars(%a0: f16, %a1: bf16, %a2: tf32, %a3: f32, %a4: f64, %a5: f80, %a6: f128, %a7: f8E5M2, %a8: f8E4M3, %a9: f8E4M3FN, %a10: f8E5M2FNUZ, %a11: f8E4M3FNUZ, %a12: f8E4M3B11FNUZ, %a13: f8E3M4, %a14: f8E8M0FNU, %a15: f6E3M2FN, %a16: f6E2M3FN, %a17: f4E2M1FN) {
  %r0 = math.tan %a0 : f16
  %r1 = math.tan %a1 : bf16
  %r2 = math.tan %a2 : tf32
  %r3 = math.tan %a3 : f32
  %r4 = math.tan %a4 : f64
  %r5 = math.tan %a5 : f80
  %r6 = math.tan %a6 : f128
  %r7 = math.tan %a7 : f8E5M2
  %r8 = math.tan %a8 : f8E4M3
  %r9 = math.tan %a9 : f8E4M3FN
  %r10 = math.tan %a10 : f8E5M2FNUZ
  %r11 = math.tan %a11 : f8E4M3FNUZ
  %r12 = math.tan %a12 : f8E4M3B11FNUZ
  %r13 = math.tan %a13 : f8E3M4
  %r14 = math.tan %a14 : f8E8M0FNU
  %r15 = math.tan %a15 : f6E3M2FN
  %r16 = math.tan %a16 : f6E2M3FN
  %r17 = math.tan %a17 : f4E2M1FN
  return
}

// -----

func.func @tan_vectors(%a0: vector<4xf32>, %a1: vector<2x3xbf16>, %a2: vector<[4]xf64>, %a3: vector<2x[8]x4xf8E5M2>, %a4: vector<f16>) {
  %r0 = math.tan %a0 : vector<4xf32>
  %r1 = math.tan %a1 : vector<2x3xbf16>
  %r2 = math.tan %a2 : vector<[4]xf64>
  %r3 = math.tan %a3 : vector<2x[8]x4xf8E5M2>
  %r4 = math.tan %a4 : vector<f16>
  return
}

// -----

func.func @tan_tensors(%a0: tensor<4xf32>, %a1: tensor<?x8xf16>, %a2: tensor<*xbf16>, %a3: tensor<f64>, %a4: tensor<0xf32>, %a5: tensor<2x4xf8E4M3FN, "rowmajor">, %a6: tensor<?xf4E2M1FN, {pad = 1 : i64}>) {
  %r0 = math.tan %a0 : tensor<4xf32>
  %r1 = math.tan %a1 : tensor<?x8xf16>
  %r2 = math.tan %a2 : tensor<*xbf16>
  %r3 = math.tan %a3 : tensor<f64>
  %r4 = math.tan %a4 : tensor<0xf32>
  %r5 = math.tan %a5 : tensor<2x4xf8E4M3FN, "rowmajor">
  %r6 = math.tan %a6 : tensor<?xf4E2M1FN, {pad = 1 : i64}>
  return
}

// -----

func.func @fastmath(%x: f32) {
  %f0 = math.tan %x fastmath<none> : f32
  %f1 = math.tan %x fastmath<reassoc> : f32
  %f2 = math.tan %x fastmath<nnan> : f32
  %f3 = math.tan %x fastmath<ninf> : f32
  %f4 = math.tan %x fastmath<nsz> : f32
  %f5 = math.tan %x fastmath<arcp> : f32
  %f6 = math.tan %x fastmath<contract> : f32
  %f7 = math.tan %x fastmath<afn> : f32
  %f8 = math.tan %x fastmath<fast> : f32
  %f9 = math.tan %x fastmath<nnan,ninf> : f32
  %f10 = math.tan %x fastmath<reassoc, contract> : f32
  %f11 = math.tan %x fastmath<nnan, ninf, nsz, arcp, contract, afn> : f32
  %f12 = math.tan %x fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : f32
  %f13 = math.tan %x fastmath<afn,reassoc> : f32
  %g = math.tan %x fastmath<nnan> {u.tag = "t"} : f32
  return
}

// -----

func.func @discardable_attributes(%x: f64) {
  %0 = math.tan %x {note = "kept", u.flag} : f64
  return
}

// -----

func.func @generic_form(%x: bf16) {
  %0 = "math.tan"(%x) : (bf16) -> bf16
  %p1 = "math.tan"(%x) <{fastmath = #arith.fastmath<none>}> : (bf16) -> bf16
  %p2 = "math.tan"(%x) <{fastmath = #arith.fastmath<nnan,ninf>}> : (bf16) -> bf16
  %p3 = "math.tan"(%x) <{fastmath = #arith.fastmath<fast>}> : (bf16) -> bf16
  %q4 = "math.tan"(%x) {fastmath = #arith.fastmath<fast>, u.tag = 1 : i8} : (bf16) -> bf16
  return
}

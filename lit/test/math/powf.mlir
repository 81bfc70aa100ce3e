// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// math.powf over every kind of type it takes, with fast-math flags.

func.func @powf_scalars(%a0: f16, %b0: f16, %a1: bf16, %b1: bf16, %a2: tf32, %b2: tf32, %a3: f32, %b3: f32, %a4: f64, %b4: f64, %a5: f80, %b5: f80, %a6: f128, %b6: f128, %a7: f8E5M2, %b7: f8E5M2, %a8: f8E4M3, %b8: f8E4M3, %a9: f8E4M3FN, %b9: f8E4M3FN, %a10: f8E5M2FNUZ, %b10: f8E5M2FNUZ, %a11: f8E4M3FNUZ, %b11: f8E4M3FNUZ, %a12: f8E4M3B11FNUZ, %b12: f8E4M3B11FNUZ, %a13: f8E3M4, %b13: f8E3M4, %a14: f8E8M0FNU, %b14: f8E8M0FNU, %a15: f6E3M2FN, %b15: f6E3M2FN, %a16: f6E2M3FN, %b16: f6E2M3FN, %a17: f4E2M1FN, %b17: f4E2M1FN) {
  %r0 = math.powf %a0, %b0 : f16
  %r1 = math.powf %a1, %b1 : bf16
  %r2 = math.powf %a2, %b2 : tf32
  %r3 = math.powf %a3, %b3 : f32
  %r4 = math.powf %a4, %b4 : f64
  %r5 = math.powf %a5, %b5 : f80
  %r6 = math.powf %a6, %b6 : f128
  %r7 = math.powf %a7, %b7 : f8E5M2
  %r8 = math.powf %a8, %b8 : f8E4M3
  %r9 = math.powf %a9, %b9 : f8E4M3FN
  %r10 = math.powf %a10, %b10 : f8E5M2FNUZ
  %r11 = math.powf %a11, %b11 : f8E4M3FNUZ
  %r12 = math.powf %a12, %b12 : f8E4M3B11FNUZ
  %r13 = math.powf %a13, %b13 : f8E3M4
  %r14 = math.powf %a14, %b14 : f8E8M0FNU
  %r15 = math.powf %a15, %b15 : f6E3M2FN
  %r16 = math.powf %a16, %b16 : f6E2M3FN
  %r17 = math.powf %a17, %b17 : f4E2M1FN
  return
}

// -----

func.func @powf_vectors(%a0: vector<4xf32>, %b0: vector<4xf32>, %a1: vector<2x3xbf16>, %b1: vector<2x3xbf16>, %a2: vector<[4]xf64>, %b2: vector<[4]xf64>, %a3: vector<2x[8]x4xf8E5M2>, %b3: vector<2x[8]x4xf8E5M2>, %a4: vector<f16>, %b4: vector<f16>) {
  %r0 = math.powf %a0, %b0 : vector<4xf32>
  %r1 = math.powf %a1, %b1 : vector<2x3xbf16>
  %r2 = math.powf %a2, %b2 : vector<[4]xf64>
  %r3 = math.powf %a3, %b3 : vector<2x[8]x4xf8E5M2>
  %r4 = math.powf %a4, %b4 : vector<f16>
  return
}

// -----

func.func @powf_tensors(%a0: tensor<4xf32>, %b0: tensor<4xf32>, %a1: tensor<?x8xf16>, %b1: tensor<?x8xf16>, %a2: tensor<*xbf16>, %b2: tensor<*xbf16>, %a3: tensor<f64>, %b3: tensor<f64>, %a4: tensor<0xf32>, %b4: tensor<0xf32>, %a5: tensor<2x4xf8E4M3FN, "rowmajor">, %b5: tensor<2x4xf8E4M3FN, "rowmajor">, %a6: tensor<?xf4E2M1FN, {pad = 1 : i64}>, %b6: tensor<?xf4E2M1FN, {pad = 1 : i64}>) {
  %r0 = math.powf %a0, %b0 : tensor<4xf32>
  %r1 = math.powf %a1, %b1 : tensor<?x8xf16>
  %r2 = math.powf %a2, %b2 : tensor<*xbf16>
  %r3 = math.powf %a3, %b3 : tensor<f64>
  %r4 = math.powf %a4, %b4 : tensor<0xf32>
  %r5 = math.powf %a5, %b5 : tensor<2x4xf8E4M3FN, "rowmajor">
  %r6 = math.powf %a6, %b6 : tensor<?xf4E2M1FN, {pad = 1 : i64}>
  return
}

// -----

func.func @fastmath(%x: f32, %y: f32) {
  %f0 = math.powf %x, %y fastmath<none> : f32
  %f1 = math.powf %x, %y fastmath<reassoc> : f32
  %f2 = math.powf %x, %y fastmath<nnan> : f32
  %f3 = math.powf %x, %y fastmath<ninf> : f32
  %f4 = math.powf %x, %y fastmath<nsz> : f32
  %f5 = math.powf %x, %y fastmath<arcp> : f32
  %f6 = math.powf %x, %y fastmath<contract> : f32
  %f7 = math.powf %x, %y fastmath<afn> : f32
  %f8 = math.powf %x, %y fastmath<fast> : f32
  %f9 = math.powf %x, %y fastmath<nnan,ninf> : f32
  %f10 = math.powf %x, %y fastmath<reassoc, contract> : f32
  %f11 = math.powf %x, %y fastmath<nnan, ninf, nsz, arcp, contract, afn> : f32
  %f12 = math.powf %x, %y fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : f32
  %f13 = math.powf %x, %y fastmath<afn,reassoc> : f32
  %g = math.powf %x, %y fastmath<nnan> {u.tag = "t"} : f32
  return
}

// -----

func.func @discardable_attributes(%x: f64, %y: f64) {
  %0 = math.powf %x, %y {note = "kept", u.flag} : f64
  return
}

// -----

func.func @generic_form(%x: f16, %y: f16) {
  %0 = "math.powf"(%x, %y) : (f16, f16) -> f16
  %p1 = "math.powf"(%x, %y) <{fastmath = #arith.fastmath<none>}> : (f16, f16) -> f16
  %p2 = "math.powf"(%x, %y) <{fastmath = #arith.fastmath<nnan,ninf>}> : (f16, f16) -> f16
  %p3 = "math.powf"(%x, %y) <{fastmath = #arith.fastmath<fast>}> : (f16, f16) -> f16
  %q4 = "math.powf"(%x, %y) {fastmath = #arith.fastmath<nnan,ninf>, u.tag = 1 : i8} : (f16, f16) -> f16
  return
}

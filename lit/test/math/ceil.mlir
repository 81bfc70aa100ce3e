// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// math.ceil over every kind of type it takes, with fast-math flags.

func.func @ceil_scalars(%a0: f16, %a1: bf16, %a2: tf32, %a3: f32, %a4: f64, %a5: f80, %a6: f128, %a7: f8E5M2, %a8: f8E4M3, %a9: f8E4M3FN, %a10: f8E5M2FNUZ, %a11: f8E4M3FNUZ, %a12: f8E4M3B11FNUZ, %a13: f8E3M4, %a14: f8E8M0FNU, %a15: f6E3M2FN, %a16: f6E2M3FN, %a17: f4E2M1FN) {
  %r0 = math.ceil %a0 : f16
  %r1 = math.ceil %a1 : bf16
  %r2 = math.ceil %a2 : tf32
  %r3 = math.ceil %a3 : f32
  %r4 = math.ceil %a4 : f64
  %r5 = math.ceil %a5 : f80
  %r6 = math.ceil %a6 : f128
  %r7 = math.ceil %a7 : f8E5M2
  %r8 = math.ceil %a8 : f8E4M3
  %r9 = math.ceil %a9 : f8E4M3FN
  %r10 = math.ceil %a10 : f8E5M2FNUZ
  %r11 = math.ceil %a11 : f8E4M3FNUZ
  %r12 = math.ceil %a12 : f8E4M3B11FNUZ
  %r13 = math.ceil %a13 : f8E3M4
  %r14 = math.ceil %a14 : f8E8M0FNU
  %r15 = math.ceil %a15 : f6E3M2FN
  %r16 = math.ceil %a16 : f6E2M3FN
  %r17 = math.ceil %a17 : f4E2M1FN
  return
}

// -----

func.func @ceil_vectors(%a0: vector<4xf32>, %a1: vector<2x3xbf16>, %a2: vector<[4]xf64>, %a3: vector<2x[8]x4xf8E5M2>, %a4: vector<f16>) {
  %r0 = math.ceil %a0 : vector<4xf32>
  %r1 = math.ceil %a1 : vector<2x3xbf16>
  %r2 = math.ceil %a2 : vector<[4]xf64>
  %r3 = math.ceil %a3 : vector<2x[8]x4xf8E5M2>
  %r4 = math.ceil %a4 : vector<f16>
  return
}

// -----

func.func @ceil_tensors(%a0: tensor<4xf32>, %a1: tensor<?x8xf16>, %a2: tensor<*xbf16>, %a3: tensor<f64>, %a4: tensor<0xf32>, %a5: tensor<2x4xf8E4M3FN, "rowmajor">, %a6: tensor<?xf4E2M1FN, {pad = 1 : i64}>) {
  %r0 = math.ceil %a0 : tensor<4xf32>
  %r1 = math.ceil %a1 : tensor<?x8xf16>
  %r2 = math.ceil %a2 : tensor<*xbf16>
  %r3 = math.ceil %a3 : tensor<f64>
  %r4 = math.ceil %a4 : tensor<0xf32>
  %r5 = math.ceil %a5 : tensor<2x4xf8E4M3FN, "rowmajor">
  %r6 = math.ceil %a6 : tensor<?xf4E2M1FN, {pad = 1 : i64}>
  return
}

// -----

func.func @fastmath(%x: f32) {
  %f0 = math.ceil %x fastmath<none> : f32
  %f1 = math.ceil %x fastmath<reassoc> : f32
  %f2 = math.ceil %x fastmath<nnan> : f32
  %f3 = math.ceil %x fastmath<ninf> : f32
  %f4 = math.ceil %x fastmath<nsz> : f32
  %f5 = math.ceil %x fastmath<arcp> : f32
  %f6 = math.ceil %x fastmath<contract> : f32
  %f7 = math.ceil %x fastmath<afn> : f32
  %f8 = math.ceil %x fastmath<fast> : f32
  %f9 = math.ceil %x fastmath<nnan,ninf> : f32
  %f10 = math.ceil %x fastmath<reassoc, contract> : f32
  %f11 = math.ceil %x fastmath<nnan, ninf, nsz, arcp, contract, afn> : f32
  %f12 = math.ceil %x fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : f32
  %f13 = math.ceil %x fastmath<afn,reassoc> : f32
  %g = math.ceil %x fastmath<nnan> {u.tag = "t"} : f32
  return
}

// -----

func.func @discardable_attributes(%x: f64) {
  %0 = math.ceil %x {note = "kept", u.flag} : f64
  return
}

// -----

func.func @generic_form(%x: bf16) {
  %0 = "math.ceil"(%x) : (bf16) -> bf16
  %p1 = "math.ceil"(%x) <{fastmath = #arith.fastmath<none>}> : (bf16) -> bf16
  %p2 = "math.ceil"(%x) <{fastmath = #arith.fastmath<nnan,ninf>}> : (bf16) -> bf16
  %p3 = "math.ceil"(%x) <{fastmath = #arith.fastmath<fast>}> : (bf16) -> bf16
  %q4 = "math.ceil"(%x) {fastmath = #arith.fastmath<fast>, u.tag = 1 : i8} : (bf16) -> bf16
  return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// math.acos over every kind of type it takes, with fast-math flags.

func.func @acos_scalars(%a0: f16, %a1: bf16, %a2: tf32, %a3: f32, %a4: f64, %a5: f80, %a6: f128, %a7: f8E5M2, %a8: f8E4M3, %a9: f8E4M3FN, %a10: f8E5M2FNUZ, %a11: f8E4M3FNUZ, %a12: f8E4M3B11FNUZ, %a13: f8E3M4, %a14: f8E8M0FNU, %a15: f6E3M2FN, %a16: f6E2M3FN, %a17: f4E2M1FN) {
  %r0 = math.acos %a0 : f16
  %r1 = math.acos %a1 : bf16
  %r2 = math.acos %a2 : tf32
  %r3 = math.acos %a3 : f32
  %r4 = math.acos %a4 : f64
  %r5 = math.acos %a5 : f80
  %r6 = math.acos %a6 : f128
  %r7 = math.acos %a7 : f8E5M2
  %r8 = math.acos %a8 : f8E4M3
  %r9 = math.acos %a9 : f8E4M3FN
  %r10 = math.acos %a10 : f8E5M2FNUZ
  %r11 = math.acos %a11 : f8E4M3FNUZ
  %r12 = math.acos %a12 : f8E4M3B11FNUZ
  %r13 = math.acos %a13 : f8E3M4
  %r14 = math.acos %a14 : f8E8M0FNU
  %r15 = math.acos %a15 : f6E3M2FN
  %r16 = math.acos %a16 : f6E2M3FN
  %r17 = math.acos %a17 : f4E2M1FN
  return
}

// -----

func.func @acos_vectors(%a0: vector<4xf32>, %a1: vector<2x3xbf16>, %a2: vector<[4]xf64>, %a3: vector<2x[8]x4xf8E5M2>, %a4: vector<f16>) {
  %r0 = math.acos %a0 : vector<4xf32>
  %r1 = math.acos %a1 : vector<2x3xbf16>
  %r2 = math.acos %a2 : vector<[4]xf64>
  %r3 = math.acos %a3 : vector<2x[8]x4xf8E5M2>
  %r4 = math.acos %a4 : vector<f16>
  return
}

// -----

func.func @acos_tensors(%a0: tensor<4xf32>, %a1: tensor<?x8xf16>, %a2: tensor<*xbf16>, %a3: tensor<f64>, %a4: tensor<0xf32>, %a5: tensor<2x4xf8E4M3FN, "rowmajor">, %a6: tensor<?xf4E2M1FN, {pad = 1 : i64}>) {
  %r0 = math.acos %a0 : tensor<4xf32>
  %r1 = math.acos %a1 : tensor<?x8xf16>
  %r2 = math.acos %a2 : tensor<*xbf16>
  %r3 = math.acos %a3 : tensor<f64>
  %r4 = math.acos %a4 : tensor<0xf32>
  %r5 = math.acos %a5 : tensor<2x4xf8E4M3FN, "rowmajor">
  %r6 = math.acos %a6 : tensor<?xf4E2M1FN, {pad = 1 : i64}>
  return
}

// -----

func.func @fastmath(%x: f32) {
  %f0 = math.acos %x fastmath<none> : f32
  %f1 = math.acos %x fastmath<reassoc> : f32
  %f2 = math.acos %x fastmath<nnan> : f32
  %f3 = math.acos %x fastmath<ninf> : f32
  %f4 = math.acos %x fastmath<nsz> : f32
  %f5 = math.acos %x fastmath<arcp> : f32
  %f6 = math.acos %x fastmath<contract> : f32
  %f7 = math.acos %x fastmath<afn> : f32
  %f8 = math.acos %x fastmath<fast> : f32
  %f9 = math.acos %x fastmath<nnan,ninf> : f32
  %f10 = math.acos %x fastmath<reassoc, contract> : f32
  %f11 = math.acos %x fastmath<nnan, ninf, nsz, arcp, contract, afn> : f32
  %f12 = math.acos %x fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : f32
  %f13 = math.acos %x fastmath<afn,reassoc> : f32
  %g = math.acos %x fastmath<nnan> {u.tag = "t"} : f32
  return
}

// -----

func.func @discardable_attributes(%x: f64) {
  %0 = math.acos %x {note = "kept", u.flag} : f64
  return
}

// -----

func.func @generic_form(%x: bf16) {
  %0 = "math.acos"(%x) : (bf16) -> bf16
  %p1 = "math.acos"(%x) <{fastmath = #arith.fastmath<none>}> : (bf16) -> bf16
  %p2 = "math.acos"(%x) <{fastmath = #arith.fastmath<nnan,ninf>}> : (bf16) -> bf16
  %p3 = "math.acos"(%x) <{fastmath = #arith.fastmath<fast>}> : (bf16) -> bf16
  %q4 = "math.acos"(%x) {fastmath = #arith.fastmath<fast>, u.tag = 1 : i8} : (bf16) -> bf16
  return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.extf over scalars, vectors and tensors.

func.func @extf_scalars(%a0: f4E2M1FN, %a1: f6E2M3FN, %a2: f8E5M2, %a3: f8E4M3FN, %a4: f8E8M0FNU, %a5: f16, %a6: bf16, %a7: tf32, %a8: f16, %a9: f32, %a10: f64, %a11: f80, %a12: f16) {
  %r0 = arith.extf %a0 : f4E2M1FN to f6E3M2FN
  %r1 = arith.extf %a1 : f6E2M3FN to f8E4M3
  %r2 = arith.extf %a2 : f8E5M2 to f16
  %r3 = arith.extf %a3 : f8E4M3FN to bf16
  %r4 = arith.extf %a4 : f8E8M0FNU to f32
  %r5 = arith.extf %a5 : f16 to tf32
  %r6 = arith.extf %a6 : bf16 to f32
  %r7 = arith.extf %a7 : tf32 to f32
  %r8 = arith.extf %a8 : f16 to f64
  %r9 = arith.extf %a9 : f32 to f64
  %r10 = arith.extf %a10 : f64 to f80
  %r11 = arith.extf %a11 : f80 to f128
  %r12 = arith.extf %a12 : f16 to f128
  return
}

// -----

func.func @extf_vectors(%a0: vector<4xf16>, %a1: vector<2x[4]xf16>, %a2: vector<f16>) {
  %r0 = arith.extf %a0 : vector<4xf16> to vector<4xf32>
  %r1 = arith.extf %a1 : vector<2x[4]xf16> to vector<2x[4]xf32>
  %r2 = arith.extf %a2 : vector<f16> to vector<f32>
  return
}

// -----

func.func @extf_tensors(%a0: tensor<4xf16>, %a1: tensor<?x3xf16>, %a2: tensor<f16>, %a3: tensor<2xf16, "e">) {
  %r0 = arith.extf %a0 : tensor<4xf16> to tensor<4xf32>
  %r1 = arith.extf %a1 : tensor<?x3xf16> to tensor<?x3xf32>
  %r2 = arith.extf %a2 : tensor<f16> to tensor<f32>
  %r3 = arith.extf %a3 : tensor<2xf16, "e"> to tensor<2xf32, "e">
  return
}

// -----

func.func @discardable_attributes(%x: f16) {
  %0 = arith.extf %x {u.tag, n = 4 : index} : f16 to f32
  return
}

// -----

func.func @generic_form(%x: f16, %y: vector<[8]xf16>) {
  %0 = "arith.extf"(%x) : (f16) -> f32
  %1 = "arith.extf"(%y) {u.tag} : (vector<[8]xf16>) -> vector<[8]xf32>
  return
}

// -----

func.func @fastmath(%x: f16) {
  %f0 = arith.extf %x fastmath<none> : f16 to f64
  %f1 = arith.extf %x fastmath<nnan> : f16 to f64
  %f2 = arith.extf %x fastmath<fast> : f16 to f64
  %f3 = arith.extf %x fastmath<reassoc,contract> : f16 to f64
  %g = arith.extf %x fastmath<nnan> {u.tag} : f16 to f32
  return
}

// -----

func.func @inherent_attributes(%x: f16) {
  %p0 = "arith.extf"(%x) <{fastmath = #arith.fastmath<none>}> : (f16) -> f32
  %p1 = "arith.extf"(%x) <{fastmath = #arith.fastmath<nnan,ninf>}> : (f16) -> f32
  %p2 = "arith.extf"(%x) <{fastmath = #arith.fastmath<fast>}> : (f16) -> f32
  %q0 = "arith.extf"(%x) {fastmath = #arith.fastmath<none>, u.tag} : (f16) -> f32
  %q1 = "arith.extf"(%x) {fastmath = #arith.fastmath<nnan,ninf>, u.tag} : (f16) -> f32
  %q2 = "arith.extf"(%x) {fastmath = #arith.fastmath<fast>, u.tag} : (f16) -> f32
  return
}

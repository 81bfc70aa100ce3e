// RUN: tile-opt %s --split-input-file --verify-diagnostics

llvm.func @k(%n: i32) {
  // expected-error @below {{'nvvm.barrier' op barrier id is missing, it should be set between 0 to 15}}
  nvvm.barrier number_of_threads = %n
  llvm.return
}

// -----

llvm.func @k(%x: f32) {
  // expected-error @below {{Only RN, RZ, and RS rounding modes are supported for conversions from f32x2 to f16x2.}}
  %0 = nvvm.convert.f32x2.to.f16x2 %x, %x : vector<2xf16>
  llvm.return
}

// -----

llvm.func @k(%x: f32) {
  // expected-error @below {{random_bits is required for RS rounding mode.}}
  %0 = nvvm.convert.f32x2.to.bf16x2 %x, %x {rnd = #nvvm.fp_rnd_mode<rs>} : vector<2xbf16>
  llvm.return
}

// -----

llvm.func @k(%x: f32) {
  // expected-error @below {{result #0 must be vector of 16-bit float values of length 2}}
  %0 = nvvm.convert.f32x2.to.f16x2 %x, %x {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xi32>
  llvm.return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

llvm.func @k(%id: i32, %n: i32) {
  nvvm.barrier
  nvvm.barrier id = %id
  nvvm.barrier id = %id number_of_threads = %n
  nvvm.barrier.arrive id = %id number_of_threads = %n
  nvvm.barrier.arrive number_of_threads = %n
  llvm.return
}

llvm.func @pairs(%x: f32, %y: f32, %random: i32) {
  %0 = nvvm.convert.f32x2.to.f16x2 %x, %y {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xf16>
  %1 = nvvm.convert.f32x2.to.bf16x2 %x, %y {relu = true, rnd = #nvvm.fp_rnd_mode<rz>, sat = #nvvm.sat_mode<satfinite>} : vector<2xbf16>
  %2 = nvvm.convert.f32x2.to.bf16x2 %x, %y, %random {rnd = #nvvm.fp_rnd_mode<rs>} : vector<2xbf16>
  llvm.return
}

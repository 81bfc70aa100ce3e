// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

llvm.func @k(%m: i32, %v: i32, %f: f32) attributes {nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.minctasm = 2 : i32} {
  %0 = nvvm.read.ptx.sreg.tid.y : i32
  %1 = nvvm.read.ptx.sreg.ntid.x : i32
  %2 = nvvm.read.ptx.sreg.ctaid.z range <i32, 0, 65535> : i32
  %3 = nvvm.read.ptx.sreg.nctaid.x {foo = 1 : i32} : i32
  %4 = nvvm.read.ptx.sreg.laneid range <i32, 0, 32> : i32
  %5 = nvvm.read.ptx.sreg.warpsize : i32
  nvvm.barrier0
  nvvm.bar.warp.sync %m : i32
  %6 = nvvm.shfl.sync bfly %m, %f, %v, %v : f32 -> f32
  %7 = nvvm.shfl.sync up %m, %v, %v, %v : i32 -> i32
  %8 = nvvm.shfl.sync idx %m, %f, %v, %v {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
  llvm.return
}

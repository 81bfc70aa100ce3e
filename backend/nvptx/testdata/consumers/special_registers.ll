; llc-14:      xor.b32
; llc-22:      xor.b32
; nvvm-sm_90:  xor.b32
; nvvm-sm_100: xor.b32
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.warpsize()
define ptx_kernel void @k(i32 addrspace(1)* %p) {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %2 = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %4 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %5 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %7 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %8 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %9 = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %10 = call i32 @llvm.nvvm.read.ptx.sreg.warpsize()
  %a1 = xor i32 %1, %2
  %a2 = xor i32 %a1, %3
  %a3 = xor i32 %a2, %4
  %a4 = xor i32 %a3, %5
  %a5 = xor i32 %a4, %6
  %a6 = xor i32 %a5, %7
  %a7 = xor i32 %a6, %8
  %a8 = xor i32 %a7, %9
  %a9 = xor i32 %a8, %10
  store i32 %a9, i32 addrspace(1)* %p
  ret void
}

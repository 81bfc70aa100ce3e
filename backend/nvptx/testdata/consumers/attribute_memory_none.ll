; llc-14:      rejected
; llc-22:      st.global.b32
; nvvm-sm_90:  rejected
; nvvm-sm_100: st.global.u32
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() nounwind memory(none)
define ptx_kernel void @k(i32 addrspace(1)* %p) {
  %r = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

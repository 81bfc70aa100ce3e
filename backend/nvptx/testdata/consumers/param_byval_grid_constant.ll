; llc-14:      rejected
; llc-22:      cvta.param.u64
; nvvm-sm_90:  rejected
; nvvm-sm_100: cvta.param.u64
%desc = type { [16 x i64] }
declare i64 @llvm.nvvm.read.ptx.sreg.clock64()
define ptx_kernel void @k(%desc* byval(%desc) align 64 %d, i64 addrspace(1)* %q) {
  %a = ptrtoint %desc* %d to i64
  store i64 %a, i64 addrspace(1)* %q
  ret void
}
!nvvm.annotations = !{!0, !2}
!0 = !{void (%desc*, i64 addrspace(1)*)* @k, !"kernel", i32 1}
!1 = !{i32 1}
!2 = !{void (%desc*, i64 addrspace(1)*)* @k, !"grid_constant", !1}

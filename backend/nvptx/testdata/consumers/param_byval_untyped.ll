; llc-14:      rejected
; llc-22:      rejected
; nvvm-sm_90:  cvta.param.u64
; nvvm-sm_100: rejected
%desc = type { [16 x i64] }
define ptx_kernel void @k(%desc* byval align 64 %d, i64 addrspace(1)* %q) {
  %a = ptrtoint %desc* %d to i64
  store i64 %a, i64 addrspace(1)* %q
  ret void
}
!nvvm.annotations = !{!0, !2}
!0 = !{void (%desc*, i64 addrspace(1)*)* @k, !"kernel", i32 1}
!1 = !{i32 1}
!2 = !{void (%desc*, i64 addrspace(1)*)* @k, !"grid_constant", !1}

; llc-14:      .reqntid 128, 1, 1 .minnctapersm 2 .maxnreg 64
; llc-22:      .reqntid 128 .minnctapersm 2 .maxnreg 64
; nvvm-sm_90:  .reqntid 128, 1, 1 .minnctapersm 2 .maxnreg 64
; nvvm-sm_100: .reqntid 128 .minnctapersm 2 .maxnreg 64
define ptx_kernel void @k(float addrspace(1)* %p) {
  store float 1.0, float addrspace(1)* %p
  ret void
}
!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{void (float addrspace(1)*)* @k, !"kernel", i32 1}
!1 = !{void (float addrspace(1)*)* @k, !"reqntidx", i32 128}
!2 = !{void (float addrspace(1)*)* @k, !"minctasm", i32 2}
!3 = !{void (float addrspace(1)*)* @k, !"maxnreg", i32 64}

; llc-14:      st.global.u32
; llc-22:      .reqntid 128 .minnctapersm 2 .maxnreg 64
; nvvm-sm_90:  .reqntid 128, 1, 1
; nvvm-sm_100: .reqntid 128 .minnctapersm 2 .maxnreg 64
define ptx_kernel void @k(float addrspace(1)* %p) #0 {
  store float 1.0, float addrspace(1)* %p
  ret void
}
attributes #0 = { "nvvm.reqntid"="128" "nvvm.minctasm"="2" "nvvm.maxnreg"="64" }
!nvvm.annotations = !{!0}
!0 = !{void (float addrspace(1)*)* @k, !"kernel", i32 1}

; llc-14:      .func
; llc-22:      .func
; nvvm-sm_90:  .func
; nvvm-sm_100: .func
define void @k(float addrspace(1)* %p) {
  store float 1.0, float addrspace(1)* %p
  ret void
}

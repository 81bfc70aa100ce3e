; llc-14:      cvt.rn.f16.s32
; llc-22:      cvt.rn.f16.s32
; nvvm-sm_90:  cvt.rn.f16.s32
; nvvm-sm_100: cvt.rn.f16.s32
define ptx_kernel void @k(half addrspace(1)* %p, i32 %v) {
  %r = sitofp i32 %v to half
  store half %r, half addrspace(1)* %p
  ret void
}

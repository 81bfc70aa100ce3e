; llc-14:      cvt.rzi.s32.f32
; llc-22:      cvt.rzi.s32.f32
; nvvm-sm_90:  cvt.rzi.s32.f32
; nvvm-sm_100: cvt.rzi.s32.f32
define ptx_kernel void @k(i32 addrspace(1)* %p, float %v) {
  %r = fptosi float %v to i32
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

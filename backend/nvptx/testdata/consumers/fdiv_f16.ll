; llc-14:      cvt.f32.f16 div.rn.f32 cvt.rn.f16.f32
; llc-22:      cvt.f32.f16 div.rn.f32 cvt.rn.f16.f32
; nvvm-sm_90:  cvt.f32.f16 div.rn.f32 cvt.rn.f16.f32
; nvvm-sm_100: cvt.f32.f16 div.rn.f32 cvt.rn.f16.f32
define ptx_kernel void @k(half addrspace(1)* %p, half %a, half %b) {
  %r = fdiv half %a, %b
  store half %r, half addrspace(1)* %p
  ret void
}

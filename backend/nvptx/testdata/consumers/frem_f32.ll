; llc-14:      div.rn.f32 cvt.rzi.f32.f32 mul.f32 sub.f32
; llc-22:      div.rn.f32 cvt.rzi.f32.f32 neg.f32 fma.rn.f32 testp.infinite.f32 selp.f32
; nvvm-sm_90:  setp.lt.f32 abs.f32 div.rn.f32 cvt.rmi.f32.f32 mul.rn.f32 sub.rn.f32 neg.f32 selp.f32
; nvvm-sm_100: div.rn.f32 cvt.rzi.f32.f32 mul.f32 sub.f32 testp.infinite.f32 selp.f32
define ptx_kernel void @k(float addrspace(1)* %p, float %a, float %b) {
  %r = frem float %a, %b
  store float %r, float addrspace(1)* %p
  ret void
}

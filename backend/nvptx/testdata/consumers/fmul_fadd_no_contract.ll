; llc-14:      mul.rn.f32 add.rn.f32
; llc-22:      mul.rn.f32 add.rn.f32
; nvvm-sm_90:  mul.rn.f32 add.rn.f32
; nvvm-sm_100: mul.rn.f32 add.rn.f32
define ptx_kernel void @k(float addrspace(1)* %p, float %a, float %b, float %c) {
  %m = fmul float %a, %b
  %r = fadd float %m, %c
  store float %r, float addrspace(1)* %p
  ret void
}

; llc-14:      add.rn.ftz.f32
; llc-22:      add.rn.ftz.f32
; nvvm-sm_90:  add.rn.f32
; nvvm-sm_100: add.rn.ftz.f32
define ptx_kernel void @k(float addrspace(1)* %p, float %a, float %b) #0 {
  %r = fadd float %a, %b
  store float %r, float addrspace(1)* %p
  ret void
}
attributes #0 = { "denormal-fp-math-f32"="preserve-sign,preserve-sign" }

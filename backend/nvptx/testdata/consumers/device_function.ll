; llc-14:      mul.rn.f32 call.uni square param0
; llc-22:      mul.rn.f32 call.uni
; nvvm-sm_90:  mul.rn.f32 call.uni square param0
; nvvm-sm_100: mul.rn.f32 call.uni square param0
define internal float @square(float %x) noinline nounwind readnone {
  %r = fmul float %x, %x
  ret float %r
}
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @square(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

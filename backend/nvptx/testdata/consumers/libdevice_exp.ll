; llc-14:      call.uni param0
; llc-22:      call.uni
; nvvm-sm_90:  fma.rn.f32 cvt.sat.f32.f32 fma.rm.f32 add.rn.f32 neg.f32 shl.b32 ex2.approx.ftz.f32 mul.rn.f32
; nvvm-sm_100: fma.rn.f32 cvt.sat.f32.f32 fma.rm.f32 add.rn.f32 neg.f32 shl.b32 ex2.approx.ftz.f32 mul.rn.f32
declare float @__nv_expf(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @__nv_expf(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

; llc-14:      cvt.rpi.f32.f32
; llc-22:      cvt.rpi.f32.f32
; nvvm-sm_90:  cvt.rpi.f32.f32
; nvvm-sm_100: cvt.rpi.f32.f32
declare float @llvm.ceil.f32(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.ceil.f32(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

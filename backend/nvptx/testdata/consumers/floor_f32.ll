; llc-14:      cvt.rmi.f32.f32
; llc-22:      cvt.rmi.f32.f32
; nvvm-sm_90:  cvt.rmi.f32.f32
; nvvm-sm_100: cvt.rmi.f32.f32
declare float @llvm.floor.f32(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.floor.f32(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

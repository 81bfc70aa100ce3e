; llc-14:      cvt.rn.satfinite.e4m3x2.f32
; llc-22:      cvt.rn.satfinite.e4m3x2.f32
; nvvm-sm_90:  cvt.rn.satfinite.e4m3x2.f32
; nvvm-sm_100: cvt.rn.satfinite.e4m3x2.f32
define ptx_kernel void @k(i16 addrspace(1)* %p, float %v, float %w) {
  %r = call i16 asm "cvt.rn.satfinite.e4m3x2.f32 $0, $1, $2;", "=h,f,f"(float %v, float %w)
  store i16 %r, i16 addrspace(1)* %p
  ret void
}

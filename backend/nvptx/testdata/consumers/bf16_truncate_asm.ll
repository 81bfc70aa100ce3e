; llc-14:      cvt.rn.bf16.f32
; llc-22:      cvt.rn.bf16.f32
; nvvm-sm_90:  cvt.rn.bf16.f32
; nvvm-sm_100: cvt.rn.bf16.f32
define ptx_kernel void @k(i16 addrspace(1)* %p, float %v) {
  %r = call i16 asm "cvt.rn.bf16.f32 $0, $1;", "=h,f"(float %v)
  store i16 %r, i16 addrspace(1)* %p
  ret void
}

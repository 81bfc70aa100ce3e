; llc-14:      cvt.rn.bf16x2.f32
; llc-22:      cvt.rn.bf16x2.f32
; nvvm-sm_90:  cvt.rn.bf16x2.f32
; nvvm-sm_100: cvt.rn.bf16x2.f32
define ptx_kernel void @k(i32 addrspace(1)* %p, float %v, float %w) {
  %r = call i32 asm "cvt.rn.bf16x2.f32 $0, $1, $2;", "=r,f,f"(float %v, float %w)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

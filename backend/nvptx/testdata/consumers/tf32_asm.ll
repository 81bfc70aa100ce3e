; llc-14:      cvt.rna.tf32.f32
; llc-22:      cvt.rna.tf32.f32
; nvvm-sm_90:  cvt.rna.tf32.f32
; nvvm-sm_100: cvt.rna.tf32.f32
define ptx_kernel void @k(i32 addrspace(1)* %p, float %v) {
  %r = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,f"(float %v)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

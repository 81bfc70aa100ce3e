; llc-14:      fma.rn.bf16x2
; llc-22:      fma.rn.bf16x2
; nvvm-sm_90:  fma.rn.bf16x2
; nvvm-sm_100: fma.rn.bf16x2
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %a, i32 %b, i32 %c) {
  %r = call i32 asm "fma.rn.bf16x2 $0, $1, $2, $3;", "=r,r,r,r"(i32 %a, i32 %b, i32 %c)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

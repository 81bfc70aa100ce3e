; llc-14:      rejected
; llc-22:      add.rn.bf16
; nvvm-sm_90:  rejected
; nvvm-sm_100: add.rn.bf16
define ptx_kernel void @k(bfloat addrspace(1)* %p, bfloat %a, bfloat %b) {
  %r = fadd bfloat %a, %b
  store bfloat %r, bfloat addrspace(1)* %p
  ret void
}

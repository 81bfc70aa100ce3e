; llc-14:      add.rn.f16
; llc-22:      add.rn.f16
; nvvm-sm_90:  add.rn.f16
; nvvm-sm_100: add.rn.f16
define ptx_kernel void @k(half addrspace(1)* %p, half %a, half %b) {
  %r = fadd half %a, %b
  store half %r, half addrspace(1)* %p
  ret void
}

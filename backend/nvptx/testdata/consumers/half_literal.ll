; llc-14:      add.rn.f16
; llc-22:      add.rn.f16
; nvvm-sm_90:  add.rn.f16
; nvvm-sm_100: add.rn.f16
define ptx_kernel void @k(half addrspace(1)* %p, half %v) {
  %r = fadd half %v, 0xH3C00
  store half %r, half addrspace(1)* %p
  ret void
}

; llc-14:      mul.rn.f16
; llc-22:      mul.rn.f16
; nvvm-sm_90:  mul.rn.f16
; nvvm-sm_100: mul.rn.f16
define ptx_kernel void @k(half addrspace(1)* %p, half %a, half %b) {
  %r = fmul half %a, %b
  store half %r, half addrspace(1)* %p
  ret void
}

; llc-14:      fma.rn.f16
; llc-22:      fma.rn.f16
; nvvm-sm_90:  fma.rn.f16
; nvvm-sm_100: fma.rn.f16
declare half @llvm.fma.f16(half, half, half)
define ptx_kernel void @k(half addrspace(1)* %p, half %a, half %b, half %c) {
  %r = call half @llvm.fma.f16(half %a, half %b, half %c)
  store half %r, half addrspace(1)* %p
  ret void
}

; llc-14:      max.NaN.f16
; llc-22:      max.NaN.f16
; nvvm-sm_90:  unknown
; nvvm-sm_100: max.NaN.f16
declare half @llvm.maximum.f16(half, half)
define ptx_kernel void @k(half addrspace(1)* %p, half %v, half %w) {
  %r = call half @llvm.maximum.f16(half %v, half %w)
  store half %r, half addrspace(1)* %p
  ret void
}

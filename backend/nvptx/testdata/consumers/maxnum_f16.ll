; llc-14:      max.f16
; llc-22:      max.f16
; nvvm-sm_90:  cvt.f32.f16 max.f32 cvt.rn.f16.f32
; nvvm-sm_100: max.f16
declare half @llvm.maxnum.f16(half, half)
define ptx_kernel void @k(half addrspace(1)* %p, half %v, half %w) {
  %r = call half @llvm.maxnum.f16(half %v, half %w)
  store half %r, half addrspace(1)* %p
  ret void
}

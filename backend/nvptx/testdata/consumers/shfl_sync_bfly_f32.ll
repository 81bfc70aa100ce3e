; llc-14:      shfl.sync.bfly.b32
; llc-22:      shfl.sync.bfly.b32
; nvvm-sm_90:  shfl.sync.bfly.b32
; nvvm-sm_100: shfl.sync.bfly.b32
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %v, i32 1, i32 31)
  store float %r, float addrspace(1)* %p
  ret void
}

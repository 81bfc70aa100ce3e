; llc-14:      mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
; llc-22:      mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
; nvvm-sm_90:  rejected
; nvvm-sm_100: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float)
define ptx_kernel void @k(float addrspace(1)* %p, <2 x half> %a, float %c) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, float %c, float %c, float %c, float %c)
  %e = extractvalue { float, float, float, float } %r, 0
  store float %e, float addrspace(1)* %p
  ret void
}

; llc-14:      atom.global.add.f32
; llc-22:      atom.global.add.f32
; nvvm-sm_90:  atom.global.add.f32
; nvvm-sm_100: atom.global.add.f32
declare float @llvm.nvvm.atomic.load.add.f32.p1f32(float addrspace(1)*, float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.nvvm.atomic.load.add.f32.p1f32(float addrspace(1)* %p, float %v)
  ret void
}

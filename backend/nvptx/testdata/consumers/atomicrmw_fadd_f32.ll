; llc-14:      atom.global.add.f32
; llc-22:      atom.global.add.f32
; nvvm-sm_90:  rejected
; nvvm-sm_100: atom.global.add.f32
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = atomicrmw fadd float addrspace(1)* %p, float %v monotonic
  ret void
}

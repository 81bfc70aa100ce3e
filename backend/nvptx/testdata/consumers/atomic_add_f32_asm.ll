; llc-14:      red.relaxed.gpu.global.add.f32
; llc-22:      red.relaxed.gpu.global.add.f32
; nvvm-sm_90:  red.relaxed.gpu.global.add.f32
; nvvm-sm_100: red.relaxed.gpu.global.add.f32
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  call void asm sideeffect "red.relaxed.gpu.global.add.f32 [$0], $1;", "l,f,~{memory}"(float addrspace(1)* %p, float %v)
  ret void
}

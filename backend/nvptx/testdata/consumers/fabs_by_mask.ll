; llc-14:      and.b32
; llc-22:      abs.f32
; nvvm-sm_90:  and.b32
; nvvm-sm_100: and.b32
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %b = bitcast float %v to i32
  %m = and i32 %b, 2147483647
  %r = bitcast i32 %m to float
  store float %r, float addrspace(1)* %p
  ret void
}

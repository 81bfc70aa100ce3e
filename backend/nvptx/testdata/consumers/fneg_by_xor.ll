; llc-14:      xor.b32
; llc-22:      neg.f32
; nvvm-sm_90:  xor.b32
; nvvm-sm_100: neg.f32
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %b = bitcast float %v to i32
  %m = xor i32 %b, -2147483648
  %r = bitcast i32 %m to float
  store float %r, float addrspace(1)* %p
  ret void
}

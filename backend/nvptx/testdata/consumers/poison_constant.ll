; llc-14:      st.global.v2.f32
; llc-22:      st.global.v2.b32
; nvvm-sm_90:  rejected
; nvvm-sm_100: st.global.v2.f32
define ptx_kernel void @k(<2 x float> addrspace(1)* %p, float %v) {
  %a = insertelement <2 x float> poison, float %v, i32 0
  %b = insertelement <2 x float> %a, float %v, i32 1
  store <2 x float> %b, <2 x float> addrspace(1)* %p
  ret void
}

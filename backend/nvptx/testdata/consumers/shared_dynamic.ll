; llc-14:      add.s64 ld.shared.v4.f32 st.global.v4.f32
; llc-22:      add.s64 ld.shared.v4.b32 st.global.v4.b32
; nvvm-sm_90:  add.s64 ld.shared.v4.f32 st.global.v4.f32
; nvvm-sm_100: add.s64 ld.shared.v4.f32 st.global.v4.f32
@smem = external addrspace(3) global [0 x i8], align 128
define ptx_kernel void @k(<4 x float> addrspace(1)* %p, i32 %i) {
  %b = getelementptr [0 x i8], [0 x i8] addrspace(3)* @smem, i32 0, i32 %i
  %c = bitcast i8 addrspace(3)* %b to <4 x float> addrspace(3)*
  %w = load <4 x float>, <4 x float> addrspace(3)* %c, align 16
  store <4 x float> %w, <4 x float> addrspace(1)* %p, align 16
  ret void
}

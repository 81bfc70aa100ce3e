; llc-14:      ld.global.u16 shl.b32 st.global.u32
; llc-22:      ld.global.b16 shl.b32 st.global.b32
; nvvm-sm_90:  ld.global.u16 shl.b32 st.global.u32
; nvvm-sm_100: ld.global.u16 shl.b32 st.global.u32
define ptx_kernel void @k(i16 addrspace(1)* %q, float addrspace(1)* %p) {
  %h = load i16, i16 addrspace(1)* %q, align 2
  %w = zext i16 %h to i32
  %s = shl i32 %w, 16
  %r = bitcast i32 %s to float
  store float %r, float addrspace(1)* %p
  ret void
}

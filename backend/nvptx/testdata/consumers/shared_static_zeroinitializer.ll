; llc-14:      mul.wide.s32 add.s64 st.shared.u32 ld.volatile.shared.f32
; llc-22:      mul.wide.s32 add.s64 st.shared.b32 ld.volatile.shared.b32
; nvvm-sm_90:  rejected
; nvvm-sm_100: rejected
@smem = internal addrspace(3) global [128 x float] zeroinitializer, align 16
define ptx_kernel void @k(float addrspace(1)* %p, i32 %i) {
  %b = getelementptr [128 x float], [128 x float] addrspace(3)* @smem, i32 0, i32 %i
  store float 1.0, float addrspace(3)* %b
  %w = load volatile float, float addrspace(3)* %b
  store float %w, float addrspace(1)* %p
  ret void
}

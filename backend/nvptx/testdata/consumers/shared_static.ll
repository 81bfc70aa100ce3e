; llc-14:      mul.wide.s32 add.s64 st.shared.f32 bar.sync xor.b32 ld.shared.f32
; llc-22:      mul.wide.u32 add.s64 st.shared.b32 bar.sync xor.b32 ld.shared.b32
; nvvm-sm_90:  mul.wide.s32 add.s64 st.shared.f32 bar.sync xor.b64 ld.shared.f32
; nvvm-sm_100: mul.wide.u32 add.s64 st.shared.f32 bar.sync xor.b64 ld.shared.f32
@smem = internal addrspace(3) global [128 x float] undef, align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr [128 x float], [128 x float] addrspace(3)* @smem, i32 0, i32 %t
  store float %v, float addrspace(3)* %a
  call void @llvm.nvvm.barrier0()
  %u = xor i32 %t, 1
  %b = getelementptr [128 x float], [128 x float] addrspace(3)* @smem, i32 0, i32 %u
  %w = load float, float addrspace(3)* %b
  store float %w, float addrspace(1)* %p
  ret void
}

; llc-14:      mul.wide.s32 add.s64 ldmatrix.sync.aligned.m8n8.x4.shared.b16
; llc-22:      mul.wide.s32 add.s64 ldmatrix.sync.aligned.m8n8.x4.shared.b16
; nvvm-sm_90:  rejected
; nvvm-sm_100: mul.wide.s32 add.s64 ldmatrix.sync.aligned.m8n8.x4.shared.b16
declare { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3i16(i16 addrspace(3)*)
@smem = external addrspace(3) global [0 x i16], align 128
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %i) {
  %b = getelementptr [0 x i16], [0 x i16] addrspace(3)* @smem, i32 0, i32 %i
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3i16(i16 addrspace(3)* %b)
  %e = extractvalue { i32, i32, i32, i32 } %r, 0
  store i32 %e, i32 addrspace(1)* %p
  ret void
}

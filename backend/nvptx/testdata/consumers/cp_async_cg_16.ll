; llc-14:      cp.async.cg.shared.global cp.async.commit_group cp.async.wait_group
; llc-22:      cp.async.cg.shared.global cp.async.commit_group cp.async.wait_group
; nvvm-sm_90:  unknown
; nvvm-sm_100: cp.async.cg.shared.global cp.async.commit_group cp.async.wait_group
declare void @llvm.nvvm.cp.async.cg.shared.global.16(i8 addrspace(3)*, i8 addrspace(1)*)
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
@smem = external addrspace(3) global [0 x i8], align 128
define ptx_kernel void @k(i8 addrspace(1)* %p) {
  %b = getelementptr [0 x i8], [0 x i8] addrspace(3)* @smem, i32 0, i32 0
  call void @llvm.nvvm.cp.async.cg.shared.global.16(i8 addrspace(3)* %b, i8 addrspace(1)* %p)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  ret void
}

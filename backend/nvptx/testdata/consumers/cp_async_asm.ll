; llc-14:      cvt.u32.u64 cp.async.cg.shared.global cp.async.commit_group cp.async.wait_group
; llc-22:      cvt.u32.u64 cp.async.cg.shared.global cp.async.commit_group cp.async.wait_group
; nvvm-sm_90:  cvt.u32.u64 cp.async.cg.shared.global cp.async.commit_group cp.async.wait_group
; nvvm-sm_100: cvt.u32.u64 cp.async.cg.shared.global cp.async.commit_group cp.async.wait_group
@smem = external addrspace(3) global [0 x i8], align 128
define ptx_kernel void @k(i8 addrspace(1)* %p, i32 %n) {
  %b = getelementptr [0 x i8], [0 x i8] addrspace(3)* @smem, i32 0, i32 0
  %s = ptrtoint i8 addrspace(3)* %b to i32
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %s, i8 addrspace(1)* %p, i32 %n)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"()
  ret void
}

; llc-14:      and.b32 shl.b32 shr.u32 not.b32 or.b32
; llc-22:      shf.l.wrap.b32
; nvvm-sm_90:  and.b32 shl.b32 sub.s32 shr.u32 or.b32 setp.eq.s32 selp.b32
; nvvm-sm_100: shf.l.wrap.b32
declare i32 @llvm.fshl.i32(i32, i32, i32)
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %a, i32 %b, i32 %c) {
  %r = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 %c)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

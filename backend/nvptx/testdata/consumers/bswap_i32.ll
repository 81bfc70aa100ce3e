; llc-14:      shr.u32 and.b32 or.b32 shl.b32
; llc-22:      prmt.b32
; nvvm-sm_90:  shr.u32 and.b32 or.b32 shl.b32
; nvvm-sm_100: prmt.b32
declare i32 @llvm.bswap.i32(i32)
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %v) {
  %r = call i32 @llvm.bswap.i32(i32 %v)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

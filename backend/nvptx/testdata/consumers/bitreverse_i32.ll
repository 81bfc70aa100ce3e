; llc-14:      brev.b32
; llc-22:      brev.b32
; nvvm-sm_90:  brev.b32
; nvvm-sm_100: brev.b32
declare i32 @llvm.bitreverse.i32(i32)
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %v) {
  %r = call i32 @llvm.bitreverse.i32(i32 %v)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

; llc-14:      popc.b32
; llc-22:      popc.b32
; nvvm-sm_90:  popc.b32
; nvvm-sm_100: popc.b32
declare i32 @llvm.ctpop.i32(i32)
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %v) {
  %r = call i32 @llvm.ctpop.i32(i32 %v)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

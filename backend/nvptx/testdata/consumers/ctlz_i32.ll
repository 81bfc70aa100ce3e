; llc-14:      clz.b32
; llc-22:      clz.b32
; nvvm-sm_90:  clz.b32
; nvvm-sm_100: clz.b32
declare i32 @llvm.ctlz.i32(i32, i1)
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %v) {
  %r = call i32 @llvm.ctlz.i32(i32 %v, i1 false)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

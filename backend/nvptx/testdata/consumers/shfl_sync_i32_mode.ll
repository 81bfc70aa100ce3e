; llc-14:      unknown
; llc-22:      unknown
; nvvm-sm_90:  shfl.sync.bfly.b32
; nvvm-sm_100: shfl.sync.bfly.b32
declare { i32, i1 } @llvm.nvvm.shfl.sync.i32(i32, i32, i32, i32, i32)
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %v) {
  %s = call { i32, i1 } @llvm.nvvm.shfl.sync.i32(i32 -1, i32 3, i32 %v, i32 1, i32 31)
  %r = extractvalue { i32, i1 } %s, 0
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

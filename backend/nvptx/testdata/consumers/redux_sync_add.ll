; llc-14:      redux.sync.add.s32
; llc-22:      redux.sync.add.s32
; nvvm-sm_90:  unknown
; nvvm-sm_100: redux.sync.add.s32
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %v) {
  %r = call i32 @llvm.nvvm.redux.sync.add(i32 %v, i32 -1)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

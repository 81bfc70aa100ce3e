; llc-14:      mul.wide.s32 add.s64 ld.const.u32
; llc-22:      mul.wide.s32 add.s64 ld.const.b32
; nvvm-sm_90:  mul.wide.s32 add.s64 ld.const.u32
; nvvm-sm_100: mul.wide.s32 add.s64 ld.const.u32
@table = internal unnamed_addr addrspace(4) constant [4 x i32] [i32 3, i32 1, i32 4, i32 1], align 4
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %i) {
  %a = getelementptr inbounds [4 x i32], [4 x i32] addrspace(4)* @table, i32 0, i32 %i
  %r = load i32, i32 addrspace(4)* %a, align 4
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

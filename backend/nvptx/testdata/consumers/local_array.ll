; llc-14:      add.u64 mul.wide.s32 add.s64 st.local.u32 ld.local.u32
; llc-22:      add.u64 mul.wide.s32 add.s64 st.local.b32 ld.local.b32
; nvvm-sm_90:  add.u64 mul.wide.s32 add.s64 st.local.u32 ld.local.u32
; nvvm-sm_100: add.u64 mul.wide.s32 add.s64 st.local.u32 ld.local.u32
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %i) {
  %m = alloca [8 x i32], align 16
  %a = getelementptr [8 x i32], [8 x i32]* %m, i32 0, i32 %i
  store volatile i32 7, i32* %a
  %r = load volatile i32, i32* %a
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

; llc-14:      mul.hi.u32
; llc-22:      mul.hi.u32
; nvvm-sm_90:  mul.wide.u32 shr.u64
; nvvm-sm_100: mul.hi.u32
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %a, i32 %b) {
  %x = zext i32 %a to i64
  %y = zext i32 %b to i64
  %m = mul i64 %x, %y
  %h = lshr i64 %m, 32
  %r = trunc i64 %h to i32
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

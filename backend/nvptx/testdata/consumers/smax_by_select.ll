; llc-14:      max.s32
; llc-22:      max.s32
; nvvm-sm_90:  max.s32
; nvvm-sm_100: max.s32
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %v, i32 %w) {
  %c = icmp sgt i32 %v, %w
  %r = select i1 %c, i32 %v, i32 %w
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

; llc-14:      div.s32
; llc-22:      div.s32
; nvvm-sm_90:  div.s32
; nvvm-sm_100: div.s32
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %a, i32 %b) {
  %r = sdiv i32 %a, %b
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

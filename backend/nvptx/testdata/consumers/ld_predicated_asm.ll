; llc-14:      setp.gt.s32 ld.global.v4.b32 st.global.v4.u32
; llc-22:      setp.gt.s32 ld.global.v4.b32 st.global.v4.b32
; nvvm-sm_90:  rejected
; nvvm-sm_100: setp.gt.s32 ld.global.v4.b32 st.global.v4.u32
define ptx_kernel void @k(i32 addrspace(1)* %q, <4 x i32> addrspace(1)* %p, i32 %n) {
  %c = icmp sgt i32 %n, 0
  %s = call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0; mov.u32 $1, 0; mov.u32 $2, 0; mov.u32 $3, 0; @$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4];", "=&r,=&r,=&r,=&r,l,b"(i32 addrspace(1)* %q, i1 %c)
  %e0 = extractvalue { i32, i32, i32, i32 } %s, 0
  %e1 = extractvalue { i32, i32, i32, i32 } %s, 1
  %e2 = extractvalue { i32, i32, i32, i32 } %s, 2
  %e3 = extractvalue { i32, i32, i32, i32 } %s, 3
  %v0 = insertelement <4 x i32> undef, i32 %e0, i32 0
  %v1 = insertelement <4 x i32> %v0, i32 %e1, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %e2, i32 2
  %v3 = insertelement <4 x i32> %v2, i32 %e3, i32 3
  store <4 x i32> %v3, <4 x i32> addrspace(1)* %p, align 16
  ret void
}

; llc-14:      setp.gt.s32 selp.u32 setp.ne.b32
; llc-22:      setp.gt.s32 selp.b32 setp.ne.b32
; nvvm-sm_90:  setp.gt.s32 selp.u32 setp.ne.b32
; nvvm-sm_100: setp.gt.s32 selp.u32 setp.ne.b32
define ptx_kernel void @k(i32 addrspace(1)* %q, i32 addrspace(1)* %p, i32 %n) {
  %c = icmp sgt i32 %n, 0
  %z = zext i1 %c to i32
  %s = call i32 asm sideeffect "{ .reg .pred q; setp.ne.b32 q, $2, 0; mov.u32 $0, 0; @q ld.global.b32 $0, [$1]; }", "=&r,l,r,~{memory}"(i32 addrspace(1)* %q, i32 %z)
  store i32 %s, i32 addrspace(1)* %p
  ret void
}

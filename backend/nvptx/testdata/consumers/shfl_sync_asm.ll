; llc-14:      shfl.sync.bfly.b32
; llc-22:      shfl.sync.bfly.b32
; nvvm-sm_90:  shfl.sync.bfly.b32
; nvvm-sm_100: shfl.sync.bfly.b32
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %v) {
  %r = call i32 asm sideeffect "shfl.sync.bfly.b32 $0, $1, $2, 0x1f, 0xffffffff;", "=r,r,n"(i32 %v, i32 1) convergent
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

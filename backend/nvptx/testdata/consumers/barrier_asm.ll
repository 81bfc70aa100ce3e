; llc-14:      bar.sync
; llc-22:      bar.sync
; nvvm-sm_90:  bar.sync
; nvvm-sm_100: bar.sync
define ptx_kernel void @k(i32 addrspace(1)* %p) {
  call void asm sideeffect "bar.sync $0, $1;", "n,n,~{memory}"(i32 1, i32 64) convergent
  store i32 1, i32 addrspace(1)* %p
  ret void
}

; llc-14:      atom.global.add.u32
; llc-22:      atom.global.add.u32
; nvvm-sm_90:  atom.global.add.u32
; nvvm-sm_100: atom.global.add.u32
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %v) {
  %r = atomicrmw add i32 addrspace(1)* %p, i32 %v monotonic
  ret void
}

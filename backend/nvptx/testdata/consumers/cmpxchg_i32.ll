; llc-14:      atom.global.cas.b32
; llc-22:      atom.relaxed.sys.global.cas.b32
; nvvm-sm_90:  atom.global.cas.b32
; nvvm-sm_100: atom.relaxed.global.cas.b32
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %a, i32 %b) {
  %r = cmpxchg i32 addrspace(1)* %p, i32 %a, i32 %b monotonic monotonic
  ret void
}

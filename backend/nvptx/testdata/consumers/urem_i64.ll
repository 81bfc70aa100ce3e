; llc-14:      or.b64 and.b64 setp.ne.s64 bra bra.uni rem.u64 cvt.u32.u64 rem.u32 cvt.u64.u32
; llc-22:      or.b64 and.b64 setp.ne.b64 bra bra.uni rem.u64 cvt.u32.u64 rem.u32 cvt.u64.u32
; nvvm-sm_90:  or.b64 and.b64 setp.eq.s64 bra rem.u64 bra.uni cvt.u32.u64 rem.u32 cvt.u64.u32
; nvvm-sm_100: or.b64 and.b64 setp.ne.s64 bra cvt.u32.u64 rem.u32 cvt.u64.u32 bra.uni rem.u64
define ptx_kernel void @k(i64 addrspace(1)* %p, i64 %a, i64 %b) {
  %r = urem i64 %a, %b
  store i64 %r, i64 addrspace(1)* %p
  ret void
}

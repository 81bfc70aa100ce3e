; llc-14:      ld.global.v2.u64 st.global.v2.u64
; llc-22:      ld.global.v2.b64 st.global.v2.b64
; nvvm-sm_90:  ld.global.v2.u64 st.global.v2.u64
; nvvm-sm_100: ld.global.v2.u64 st.global.v2.u64
define ptx_kernel void @k(<2 x i64> addrspace(1)* %q, <2 x i64> addrspace(1)* %p) {
  %r = load <2 x i64>, <2 x i64> addrspace(1)* %q, align 16
  store <2 x i64> %r, <2 x i64> addrspace(1)* %p, align 16
  ret void
}

; llc-14:      fma.rn.f16x2 st.global.v2.b16
; llc-22:      fma.rn.f16x2
; nvvm-sm_90:  fma.rn.f16x2 st.global.v2.b16
; nvvm-sm_100: fma.rn.f16x2
declare <2 x half> @llvm.fma.v2f16(<2 x half>, <2 x half>, <2 x half>)
define ptx_kernel void @k(<2 x half> addrspace(1)* %p, <2 x half> %a, <2 x half> %b, <2 x half> %c) {
  %r = call <2 x half> @llvm.fma.v2f16(<2 x half> %a, <2 x half> %b, <2 x half> %c)
  store <2 x half> %r, <2 x half> addrspace(1)* %p
  ret void
}

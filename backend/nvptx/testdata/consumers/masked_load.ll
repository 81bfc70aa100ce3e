; llc-14:      shl.b16 and.b16 or.b16 setp.eq.b16 xor.pred not.pred bra ld.global.f32 setp.eq.s16 st.global.v4.f32
; llc-22:      and.b16 setp.ne.b16 not.pred bra ld.global.b32 st.global.v4.b32
; nvvm-sm_90:  and.b16 setp.eq.b16 not.pred bra ld.global.f32 selp.f32 st.global.v4.f32
; nvvm-sm_100: and.b16 setp.eq.b16 not.pred bra ld.global.f32 st.global.v4.f32
declare <4 x float> @llvm.masked.load.v4f32.p1v4f32(<4 x float> addrspace(1)*, i32, <4 x i1>, <4 x float>)
define ptx_kernel void @k(<4 x float> addrspace(1)* %q, <4 x float> addrspace(1)* %p, <4 x i1> %m) {
  %r = call <4 x float> @llvm.masked.load.v4f32.p1v4f32(<4 x float> addrspace(1)* %q, i32 16, <4 x i1> %m, <4 x float> zeroinitializer)
  store <4 x float> %r, <4 x float> addrspace(1)* %p, align 16
  ret void
}

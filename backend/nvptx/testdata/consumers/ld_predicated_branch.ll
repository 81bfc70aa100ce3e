; llc-14:      setp.lt.s32 bra ld.global.v4.f32 st.global.v4.f32
; llc-22:      setp.lt.s32 bra ld.global.v4.b32 st.global.v4.b32
; nvvm-sm_90:  setp.lt.s32 bra ld.global.v4.f32 st.global.v4.f32
; nvvm-sm_100: setp.lt.s32 bra ld.global.v4.f32 st.global.v4.f32
define ptx_kernel void @k(<4 x float> addrspace(1)* %q, <4 x float> addrspace(1)* %p, i32 %n) {
entry:
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %then, label %join
then:
  %v = load <4 x float>, <4 x float> addrspace(1)* %q, align 16
  br label %join
join:
  %r = phi <4 x float> [ %v, %then ], [ zeroinitializer, %entry ]
  store <4 x float> %r, <4 x float> addrspace(1)* %p, align 16
  ret void
}

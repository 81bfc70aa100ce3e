; llc-14:      .pragma "nounroll" st.volatile.global.u32 add.s32 add.s64 setp.lt.s32 bra
; llc-22:      max.s32 .pragma "nounroll" st.volatile.global.b32 add.s32 add.s64 setp.ne.b32 bra
; nvvm-sm_90:  .pragma "nounroll" st.volatile.global.u32 add.s64 add.s32 setp.lt.s32 bra
; nvvm-sm_100: max.s32 neg.s32 .pragma "nounroll" st.volatile.global.u32 add.s64 add.s32 setp.ne.s32 bra
define ptx_kernel void @k(float addrspace(1)* %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %a = getelementptr float, float addrspace(1)* %p, i32 %i
  store volatile float 0.0, float addrspace(1)* %a
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}

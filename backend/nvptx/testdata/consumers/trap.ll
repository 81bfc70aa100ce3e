; llc-14:      setp.lt.s32 bra bra.uni trap
; llc-22:      setp.lt.s32 bra bra.uni trap exit
; nvvm-sm_90:  setp.gt.s32 bra trap
; nvvm-sm_100: setp.lt.s32 bra trap
declare void @llvm.trap()
define ptx_kernel void @k(i32 %v) {
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %bad, label %ok
bad:
  call void @llvm.trap()
  unreachable
ok:
  ret void
}

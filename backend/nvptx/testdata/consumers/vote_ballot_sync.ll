; llc-14:      setp.gt.s32 vote.sync.ballot.b32
; llc-22:      setp.gt.s32 vote.sync.ballot.b32
; nvvm-sm_90:  setp.gt.s32 vote.sync.ballot.b32
; nvvm-sm_100: setp.gt.s32 vote.sync.ballot.b32
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %v) {
  %c = icmp sgt i32 %v, 0
  %r = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

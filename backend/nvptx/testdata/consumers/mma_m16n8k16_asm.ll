; llc-14:      mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
; llc-22:      mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
; nvvm-sm_90:  mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
; nvvm-sm_100: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
define ptx_kernel void @k(float addrspace(1)* %p, i32 %a, float %c) {
  %r = call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c)
  %e = extractvalue { float, float, float, float } %r, 0
  store float %e, float addrspace(1)* %p
  ret void
}

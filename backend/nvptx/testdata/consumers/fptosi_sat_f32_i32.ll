; llc-14:      setp.ltu.f32 cvt.rzi.s32.f32 selp.b32 setp.gt.f32 setp.nan.f32
; llc-22:      setp.ltu.f32 cvt.rzi.s32.f32 selp.b32 setp.gt.f32 setp.nan.f32
; nvvm-sm_90:  unknown
; nvvm-sm_100: setp.ltu.f32 cvt.rzi.s32.f32 selp.b32 setp.gt.f32 setp.nan.f32
declare i32 @llvm.fptosi.sat.i32.f32(float)
define ptx_kernel void @k(i32 addrspace(1)* %p, float %v) {
  %r = call i32 @llvm.fptosi.sat.i32.f32(float %v)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

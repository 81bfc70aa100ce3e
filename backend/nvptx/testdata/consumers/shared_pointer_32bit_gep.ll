; llc-14:      add.s64 cvt.u32.u64 ld.shared.b32
; llc-22:      add.s64 cvt.u32.u64 ld.shared.b32
; nvvm-sm_90:  add.s64 cvt.u32.u64 ld.shared.b32
; nvvm-sm_100: cvt.u32.u64 add.s32 ld.shared.b32
@smem = external addrspace(3) global [0 x i8], align 128
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %i) {
  %b = getelementptr [0 x i8], [0 x i8] addrspace(3)* @smem, i32 0, i32 %i
  %a = ptrtoint i8 addrspace(3)* %b to i32
  %r = call i32 asm sideeffect "ld.shared.b32 $0, [$1];", "=r,r,~{memory}"(i32 %a)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

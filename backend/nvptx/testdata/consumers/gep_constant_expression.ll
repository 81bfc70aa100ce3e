; llc-14:      ld.shared.u32
; llc-22:      
; nvvm-sm_90:  
; nvvm-sm_100: 
@smem = internal addrspace(3) global [64 x i32] undef, align 16
define ptx_kernel void @k(i32 addrspace(1)* %p) {
  %r = load i32, i32 addrspace(3)* getelementptr inbounds ([64 x i32], [64 x i32] addrspace(3)* @smem, i32 0, i32 4), align 4
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

; llc-14:      cvta.shared.u64
; llc-22:      cvta.shared.u64
; nvvm-sm_90:  cvta.shared.u64
; nvvm-sm_100: cvta.shared.u64
@smem = internal addrspace(3) global [64 x i32] undef, align 16
define ptx_kernel void @k(i64 addrspace(1)* %p) {
  %a = ptrtoint [64 x i32]* addrspacecast ([64 x i32] addrspace(3)* @smem to [64 x i32]*) to i64
  store i64 %a, i64 addrspace(1)* %p
  ret void
}

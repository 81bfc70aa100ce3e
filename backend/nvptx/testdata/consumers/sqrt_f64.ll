; llc-14:      sqrt.rn.f64
; llc-22:      sqrt.rn.f64
; nvvm-sm_90:  sqrt.rn.f64
; nvvm-sm_100: sqrt.rn.f64
declare double @llvm.sqrt.f64(double)
define ptx_kernel void @k(double addrspace(1)* %p, double %v) {
  %r = call double @llvm.sqrt.f64(double %v)
  store double %r, double addrspace(1)* %p
  ret void
}

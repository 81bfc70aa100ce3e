; llc-14:      fma.rn.f64
; llc-22:      fma.rn.f64
; nvvm-sm_90:  fma.rn.f64
; nvvm-sm_100: fma.rn.f64
declare double @llvm.fma.f64(double, double, double)
define ptx_kernel void @k(double addrspace(1)* %p, double %a, double %b, double %c) {
  %r = call double @llvm.fma.f64(double %a, double %b, double %c)
  store double %r, double addrspace(1)* %p
  ret void
}

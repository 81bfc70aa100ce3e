; llc-14:      div.rn.f64
; llc-22:      div.rn.f64
; nvvm-sm_90:  div.rn.f64
; nvvm-sm_100: div.rn.f64
define ptx_kernel void @k(double addrspace(1)* %p, double %a, double %b) {
  %r = fdiv double %a, %b
  store double %r, double addrspace(1)* %p
  ret void
}

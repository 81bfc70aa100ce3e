; llc-14:      st.global.u32
; llc-22:      st.global.b32
; nvvm-sm_90:  rejected
; nvvm-sm_100: st.global.u32
%pair = type { i32, i32 }
define ptx_kernel void @k(%pair* byval(%pair) align 4 %d, i32 addrspace(1)* %q) {
  %a = getelementptr %pair, %pair* %d, i32 0, i32 1
  %v = load i32, i32* %a
  store i32 %v, i32 addrspace(1)* %q
  ret void
}

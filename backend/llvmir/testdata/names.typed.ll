target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define internal float @f_math_twice_1___1(float %p0) {
b0:
	%0 = fadd float %p0, %p0
	ret float %0
}

define internal float @math_twice_1__(float %p0) {
b0:
	ret float %p0
}

define internal float @f_2nd_0(float %p0) {
b0:
	ret float %p0
}

define ptx_kernel void @kernel(float addrspace(1)* %p0, float %p1) {
b0:
	%0 = call float @f_math_twice_1___1(float %p1)
	%1 = call float @math_twice_1__(float %0)
	%2 = call float @f_2nd_0(float %1)
	store float %2, float addrspace(1)* %p0
	ret void
}

!nvvm.annotations = !{!1}
!nvvmir.version = !{!0}

!0 = !{i32 2, i32 0}
!1 = !{void (float addrspace(1)*, float)* @kernel, !"kernel", i32 1}

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@format = private addrspace(1) constant [7 x i8] c"%d %g\0A\00"

declare i32 @vprintf(ptr %p0, ptr %p1) convergent

define internal float @scaled(float %p0, ptr addrspace(1) %p1) noinline {
b0:
	%0 = load float, ptr addrspace(1) %p1
	%1 = fmul float %p0, %0
	ret float %1
}

define internal { float, i32 } @both(float %p0, i32 %p1) {
b0:
	%0 = insertvalue { float, i32 } undef, float %p0, 0
	%1 = insertvalue { float, i32 } %0, i32 %p1, 1
	ret { float, i32 } %1
}

define ptx_kernel void @calls(ptr addrspace(1) %p0, i32 %p1) {
b0:
	%0 = alloca i64, i32 2, align 8
	%1 = call float asm "cvt.rn.f32.s32 $0, $1;", "=f,r"(i32 %p1)
	%2 = call float @scaled(float %1, ptr addrspace(1) %p0)
	%3 = getelementptr i64, ptr addrspace(1) %p0, i32 %p1
	%4 = call float @scaled(float %2, ptr addrspace(1) %3)
	%5 = call { float, i32 } @both(float %4, i32 %p1)
	%6 = extractvalue { float, i32 } %5, 0
	%7 = extractvalue { float, i32 } %5, 1
	%8 = freeze i32 %7
	%9 = freeze ptr addrspace(1) %p0
	store i32 %8, ptr addrspace(1) %9, align 4
	store i32 %7, ptr %0, align 4
	%10 = getelementptr i8, ptr %0, i32 8
	%11 = fpext float %6 to double
	store double %11, ptr %10, align 8
	%12 = addrspacecast ptr addrspace(1) @format to ptr
	%13 = call i32 @vprintf(ptr %12, ptr %0)
	call void asm sideeffect "st.global.u32 [$0], $1;", "l,r,~{memory}"(ptr addrspace(1) %p0, i32 %13)
	ret void
}

!nvvm.annotations = !{!1}
!nvvmir.version = !{!0}

!0 = !{i32 2, i32 0}
!1 = !{ptr @calls, !"kernel", i32 1}

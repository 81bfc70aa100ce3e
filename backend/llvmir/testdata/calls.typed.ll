target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@format = private addrspace(1) constant [7 x i8] c"%d %g\0A\00"

declare i32 @vprintf(i8* %p0, i8* %p1) convergent

define internal float @scaled(float %p0, float addrspace(1)* %p1) noinline {
b0:
	%0 = load float, float addrspace(1)* %p1
	%1 = fmul float %p0, %0
	ret float %1
}

define internal { float, i32 } @both(float %p0, i32 %p1) {
b0:
	%0 = insertvalue { float, i32 } undef, float %p0, 0
	%1 = insertvalue { float, i32 } %0, i32 %p1, 1
	ret { float, i32 } %1
}

define ptx_kernel void @calls(i64 addrspace(1)* %p0, i32 %p1) {
b0:
	%0 = alloca i64, i32 2, align 8
	%1 = call float asm "cvt.rn.f32.s32 $0, $1;", "=f,r"(i32 %p1)
	%2 = bitcast i64 addrspace(1)* %p0 to i8 addrspace(1)*
	%3 = bitcast i8 addrspace(1)* %2 to float addrspace(1)*
	%4 = call float @scaled(float %1, float addrspace(1)* %3)
	%5 = getelementptr i64, i64 addrspace(1)* %p0, i32 %p1
	%6 = bitcast i64 addrspace(1)* %5 to i8 addrspace(1)*
	%7 = bitcast i8 addrspace(1)* %6 to float addrspace(1)*
	%8 = call float @scaled(float %4, float addrspace(1)* %7)
	%9 = call { float, i32 } @both(float %8, i32 %p1)
	%10 = extractvalue { float, i32 } %9, 0
	%11 = extractvalue { float, i32 } %9, 1
	%12 = call i32 asm "mov.b32 $0, $1;", "=r,r"(i32 %11)
	%13 = bitcast i64 addrspace(1)* %p0 to i8 addrspace(1)*
	%14 = ptrtoint i8 addrspace(1)* %13 to i64
	%15 = call i64 asm "mov.b64 $0, $1;", "=l,l"(i64 %14)
	%16 = inttoptr i64 %15 to i8 addrspace(1)*
	%17 = bitcast i8 addrspace(1)* %16 to i32 addrspace(1)*
	store i32 %12, i32 addrspace(1)* %17, align 4
	%18 = bitcast i64* %0 to i32*
	store i32 %11, i32* %18, align 4
	%19 = bitcast i64* %0 to i8*
	%20 = getelementptr i8, i8* %19, i32 8
	%21 = fpext float %10 to double
	%22 = bitcast i8* %20 to double*
	store double %21, double* %22, align 8
	%23 = bitcast [7 x i8] addrspace(1)* @format to i8 addrspace(1)*
	%24 = addrspacecast i8 addrspace(1)* %23 to i8*
	%25 = bitcast i64* %0 to i8*
	%26 = call i32 @vprintf(i8* %24, i8* %25)
	%27 = bitcast i64 addrspace(1)* %p0 to i8 addrspace(1)*
	call void asm sideeffect "st.global.u32 [$0], $1;", "l,r,~{memory}"(i8 addrspace(1)* %27, i32 %26)
	ret void
}

!nvvm.annotations = !{!1}
!nvvmir.version = !{!0}

!0 = !{i32 2, i32 0}
!1 = !{void (i64 addrspace(1)*, i32)* @calls, !"kernel", i32 1}

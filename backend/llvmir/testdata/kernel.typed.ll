target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@scratch = internal addrspace(3) global [4 x float] undef, align 16
@table = private addrspace(4) constant [4 x float] [float 0x3FF0000000000000, float 0x8000000000000000, float 0x7FF8000000000000, float 0x3FB99999A0000000]

define ptx_kernel void @kernel(float addrspace(1)* noalias readonly align 16 %p0, float addrspace(1)* %p1, i32 %p2) {
b0:
	%0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
	%1 = getelementptr inbounds float, float addrspace(1)* %p0, i32 %0
	%2 = icmp slt i32 %0, %p2
	br i1 %2, label %b1, label %b2

b1:
	%3 = bitcast float addrspace(1)* %1 to <4 x float> addrspace(1)*
	%4 = load <4 x float>, <4 x float> addrspace(1)* %3, align 16, !invariant.load !0
	br label %b2

b2:
	%5 = phi <4 x float> [ undef, %b0 ], [ %4, %b1 ]
	%6 = extractelement <4 x float> %5, i32 0
	br label %b3

b3:
	%7 = phi i32 [ 0, %b2 ], [ %14, %b4 ]
	%8 = phi float [ %6, %b2 ], [ %13, %b4 ]
	%9 = icmp ult i32 %7, %p2
	br i1 %9, label %b4, label %b5

b4:
	%10 = call float @llvm.nvvm.ex2.approx.f(float %8)
	%11 = call float asm "max.NaN.f32 $0, $1, $2;", "=f,f,f"(float %10, float 0x0000000000000000)
	%12 = call float @llvm.fma.f32(float %11, float %10, float %8)
	%13 = fsub float -0.0, %12
	%14 = add nuw nsw i32 %7, 1
	br label %b3

b5:
	%15 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %8, i32 1, i32 31)
	%16 = fadd contract float %8, %15
	%17 = lshr i32 %0, 31
	%18 = getelementptr [4 x float], [4 x float] addrspace(3)* @scratch, i32 0, i32 %17
	store float %16, float addrspace(3)* %18, align 4
	call void @llvm.nvvm.barrier0()
	%19 = load float, float addrspace(3)* %18, align 4
	%20 = icmp sgt i32 %p2, %0
	%21 = select i1 %20, i32 %p2, i32 %0
	%22 = bitcast float addrspace(1)* %p1 to i8 addrspace(1)*
	%23 = getelementptr i8, i8 addrspace(1)* %22, i32 %21
	%24 = bitcast float addrspace(1)* %1 to i8 addrspace(1)*
	%25 = select i1 %2, i8 addrspace(1)* %24, i8 addrspace(1)* %23
	%26 = bitcast i8 addrspace(1)* %25 to float addrspace(1)*
	store float %19, float addrspace(1)* %26, align 4
	%27 = call i16 asm "cvt.rn.bf16.f32 $0, $1;", "=h,f"(float %19)
	%28 = bitcast float addrspace(1)* %p1 to i16 addrspace(1)*
	store i16 %27, i16 addrspace(1)* %28, align 2
	%29 = bitcast float addrspace(1)* %p1 to i16 addrspace(1)*
	%30 = load i16, i16 addrspace(1)* %29, align 2
	%31 = zext i16 %30 to i32
	%32 = shl i32 %31, 16
	%33 = bitcast i32 %32 to float
	br i1 %2, label %b6, label %b7

b6:
	%34 = phi float [ %33, %b5 ], [ %19, %b7 ]
	store float %34, float addrspace(1)* %p1, align 4
	ret void

b7:
	br label %b6
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

declare float @llvm.nvvm.ex2.approx.f(float %p0)

declare float @llvm.fma.f32(float %p0, float %p1, float %p2)

declare float @llvm.nvvm.shfl.sync.bfly.f32(i32 %p0, float %p1, i32 %p2, i32 %p3)

declare void @llvm.nvvm.barrier0()

!nvvm.annotations = !{!2, !3, !4, !5, !6}
!nvvmir.version = !{!1}

!0 = !{}
!1 = !{i32 2, i32 0}
!2 = !{void (float addrspace(1)*, float addrspace(1)*, i32)* @kernel, !"kernel", i32 1}
!3 = !{void (float addrspace(1)*, float addrspace(1)*, i32)* @kernel, !"reqntidx", i32 128}
!4 = !{void (float addrspace(1)*, float addrspace(1)*, i32)* @kernel, !"reqntidy", i32 1}
!5 = !{void (float addrspace(1)*, float addrspace(1)*, i32)* @kernel, !"reqntidz", i32 1}
!6 = !{void (float addrspace(1)*, float addrspace(1)*, i32)* @kernel, !"maxnreg", i32 64}

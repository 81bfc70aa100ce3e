target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@scratch = internal addrspace(3) global [4 x float] undef, align 16
@table = private addrspace(4) constant [4 x float] [float 0x3FF0000000000000, float 0x8000000000000000, float 0x7FF8000000000000, float 0x3FB99999A0000000]

define ptx_kernel void @kernel(float addrspace(1)* noalias readonly align 16 %0, float addrspace(1)* %1, i32 %2) {
b0:
	%3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
	%4 = getelementptr inbounds float, float addrspace(1)* %0, i32 %3
	%5 = icmp slt i32 %3, %2
	br i1 %5, label %b1, label %b2

b1:
	%6 = bitcast float addrspace(1)* %4 to <4 x float> addrspace(1)*
	%7 = load <4 x float>, <4 x float> addrspace(1)* %6, align 16, !invariant.load !0
	br label %b2

b2:
	%8 = phi <4 x float> [ undef, %b0 ], [ %7, %b1 ]
	%9 = extractelement <4 x float> %8, i32 0
	br label %b3

b3:
	%10 = phi i32 [ 0, %b2 ], [ %17, %b4 ]
	%11 = phi float [ %9, %b2 ], [ %16, %b4 ]
	%12 = icmp ult i32 %10, %2
	br i1 %12, label %b4, label %b5

b4:
	%13 = call float @llvm.nvvm.ex2.approx.f(float %11)
	%14 = call float asm "max.NaN.f32 $0, $1, $2;", "=f,f,f"(float %13, float 0x0000000000000000)
	%15 = call float @llvm.fma.f32(float %14, float %13, float %11)
	%16 = fsub float -0.0, %15
	%17 = add nuw nsw i32 %10, 1
	br label %b3

b5:
	%18 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %11, i32 1, i32 31)
	%19 = fadd contract float %11, %18
	%20 = lshr i32 %3, 31
	%21 = getelementptr [4 x float], [4 x float] addrspace(3)* @scratch, i32 0, i32 %20
	store float %19, float addrspace(3)* %21, align 4
	call void @llvm.nvvm.barrier0()
	%22 = load float, float addrspace(3)* %21, align 4
	%23 = icmp sgt i32 %2, %3
	%24 = select i1 %23, i32 %2, i32 %3
	%25 = bitcast float addrspace(1)* %1 to i8 addrspace(1)*
	%26 = getelementptr i8, i8 addrspace(1)* %25, i32 %24
	%27 = bitcast float addrspace(1)* %4 to i8 addrspace(1)*
	%28 = select i1 %5, i8 addrspace(1)* %27, i8 addrspace(1)* %26
	%29 = bitcast i8 addrspace(1)* %28 to float addrspace(1)*
	store float %22, float addrspace(1)* %29, align 4
	%30 = call i16 asm "cvt.rn.bf16.f32 $0, $1;", "=h,f"(float %22)
	%31 = bitcast float addrspace(1)* %1 to i16 addrspace(1)*
	store i16 %30, i16 addrspace(1)* %31, align 2
	%32 = bitcast float addrspace(1)* %1 to i16 addrspace(1)*
	%33 = load i16, i16 addrspace(1)* %32, align 2
	%34 = zext i16 %33 to i32
	%35 = shl i32 %34, 16
	%36 = bitcast i32 %35 to float
	br i1 %5, label %b6, label %b7

b6:
	%37 = phi float [ %36, %b5 ], [ %22, %b7 ]
	store float %37, float addrspace(1)* %1, align 4
	ret void

b7:
	br label %b6
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

declare float @llvm.nvvm.ex2.approx.f(float %0)

declare float @llvm.fma.f32(float %0, float %1, float %2)

declare float @llvm.nvvm.shfl.sync.bfly.f32(i32 %0, float %1, i32 %2, i32 %3)

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

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@scratch = internal addrspace(3) global [4 x float] undef, align 16
@table = private addrspace(4) constant [4 x float] [float 0x3FF0000000000000, float 0x8000000000000000, float 0x7FF8000000000000, float 0x3FB99999A0000000]

define ptx_kernel void @kernel(ptr addrspace(1) noalias readonly align 16 %0, ptr addrspace(1) %1, i32 %2) {
b0:
	%3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
	%4 = getelementptr inbounds float, ptr addrspace(1) %0, i32 %3
	%5 = icmp slt i32 %3, %2
	br i1 %5, label %b1, label %b2

b1:
	%6 = load <4 x float>, ptr addrspace(1) %4, align 16, !invariant.load !0
	br label %b2

b2:
	%7 = phi <4 x float> [ undef, %b0 ], [ %6, %b1 ]
	%8 = extractelement <4 x float> %7, i32 0
	br label %b3

b3:
	%9 = phi i32 [ 0, %b2 ], [ %16, %b4 ]
	%10 = phi float [ %8, %b2 ], [ %15, %b4 ]
	%11 = icmp ult i32 %9, %2
	br i1 %11, label %b4, label %b5

b4:
	%12 = call float @llvm.nvvm.ex2.approx.f(float %10)
	%13 = call float asm "max.NaN.f32 $0, $1, $2;", "=f,f,f"(float %12, float 0x0000000000000000)
	%14 = call float @llvm.fma.f32(float %13, float %12, float %10)
	%15 = fsub float -0.0, %14
	%16 = add nuw nsw i32 %9, 1
	br label %b3

b5:
	%17 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %10, i32 1, i32 31)
	%18 = fadd contract float %10, %17
	%19 = lshr i32 %3, 31
	%20 = getelementptr [4 x float], ptr addrspace(3) @scratch, i32 0, i32 %19
	store float %18, ptr addrspace(3) %20, align 4
	call void @llvm.nvvm.barrier0()
	%21 = load float, ptr addrspace(3) %20, align 4
	%22 = icmp sgt i32 %2, %3
	%23 = select i1 %22, i32 %2, i32 %3
	%24 = getelementptr i8, ptr addrspace(1) %1, i32 %23
	%25 = select i1 %5, ptr addrspace(1) %4, ptr addrspace(1) %24
	store float %21, ptr addrspace(1) %25, align 4
	%26 = call i16 asm "cvt.rn.bf16.f32 $0, $1;", "=h,f"(float %21)
	store i16 %26, ptr addrspace(1) %1, align 2
	%27 = load i16, ptr addrspace(1) %1, align 2
	%28 = zext i16 %27 to i32
	%29 = shl i32 %28, 16
	%30 = bitcast i32 %29 to float
	br i1 %5, label %b6, label %b7

b6:
	%31 = phi float [ %30, %b5 ], [ %21, %b7 ]
	store float %31, ptr addrspace(1) %1, align 4
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
!2 = !{ptr @kernel, !"kernel", i32 1}
!3 = !{ptr @kernel, !"reqntidx", i32 128}
!4 = !{ptr @kernel, !"reqntidy", i32 1}
!5 = !{ptr @kernel, !"reqntidz", i32 1}
!6 = !{ptr @kernel, !"maxnreg", i32 64}

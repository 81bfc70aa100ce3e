target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@scratch = internal addrspace(3) global [4 x float] undef, align 16
@table = private addrspace(4) constant [4 x float] [float 0x3FF0000000000000, float 0x8000000000000000, float 0x7FF8000000000000, float 0x3FB99999A0000000]

define ptx_kernel void @kernel(ptr addrspace(1) noalias readonly align 16 %p0, ptr addrspace(1) %p1, i32 %p2) {
b0:
	%0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
	%1 = getelementptr inbounds float, ptr addrspace(1) %p0, i32 %0
	%2 = icmp slt i32 %0, %p2
	br i1 %2, label %b1, label %b2

b1:
	%3 = load <4 x float>, ptr addrspace(1) %1, align 16, !invariant.load !0
	br label %b2

b2:
	%4 = phi <4 x float> [ undef, %b0 ], [ %3, %b1 ]
	%5 = extractelement <4 x float> %4, i32 0
	br label %b3

b3:
	%6 = phi i32 [ 0, %b2 ], [ %13, %b4 ]
	%7 = phi float [ %5, %b2 ], [ %12, %b4 ]
	%8 = icmp ult i32 %6, %p2
	br i1 %8, label %b4, label %b5

b4:
	%9 = call float @llvm.nvvm.ex2.approx.f(float %7)
	%10 = call float asm "max.NaN.f32 $0, $1, $2;", "=f,f,f"(float %9, float 0x0000000000000000)
	%11 = call float @llvm.fma.f32(float %10, float %9, float %7)
	%12 = fsub float -0.0, %11
	%13 = add nuw nsw i32 %6, 1
	br label %b3

b5:
	%14 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %7, i32 1, i32 31)
	%15 = fadd contract float %7, %14
	%16 = lshr i32 %0, 31
	%17 = getelementptr [4 x float], ptr addrspace(3) @scratch, i32 0, i32 %16
	store float %15, ptr addrspace(3) %17, align 4
	call void @llvm.nvvm.barrier0()
	%18 = load float, ptr addrspace(3) %17, align 4
	%19 = icmp sgt i32 %p2, %0
	%20 = select i1 %19, i32 %p2, i32 %0
	%21 = getelementptr i8, ptr addrspace(1) %p1, i32 %20
	%22 = select i1 %2, ptr addrspace(1) %1, ptr addrspace(1) %21
	store float %18, ptr addrspace(1) %22, align 4
	%23 = call i16 asm "cvt.rn.bf16.f32 $0, $1;", "=h,f"(float %18)
	store i16 %23, ptr addrspace(1) %p1, align 2
	%24 = load i16, ptr addrspace(1) %p1, align 2
	%25 = zext i16 %24 to i32
	%26 = shl i32 %25, 16
	%27 = bitcast i32 %26 to float
	br i1 %2, label %b6, label %b7

b6:
	%28 = phi float [ %27, %b5 ], [ %18, %b7 ]
	store float %28, ptr addrspace(1) %p1, align 4
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
!2 = !{ptr @kernel, !"kernel", i32 1}
!3 = !{ptr @kernel, !"reqntidx", i32 128}
!4 = !{ptr @kernel, !"reqntidy", i32 1}
!5 = !{ptr @kernel, !"reqntidz", i32 1}
!6 = !{ptr @kernel, !"maxnreg", i32 64}

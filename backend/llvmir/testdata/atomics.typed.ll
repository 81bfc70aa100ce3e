target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @atomics(i32 addrspace(1)* %p0, i8 addrspace(3)* %p1, i8* %p2, i32 %p3, i64 %p4, half %p5, i16 %p6, float %p7, double %p8, i16 %p9) {
b0:
	call void asm sideeffect "fence.acq_rel.cta;", "~{memory}"()
	call void asm sideeffect "fence.sc.sys;", "~{memory}"()
	%0 = call i32 asm sideeffect "atom.relaxed.sys.global.exch.b32 $0, [$1], $2;", "=r,l,r,~{memory}"(i32 addrspace(1)* %p0, i32 %p3)
	store i32 %0, i32 addrspace(1)* %p0
	%1 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	%2 = call i64 asm sideeffect "atom.relaxed.sys.global.exch.b64 $0, [$1], $2;", "=l,l,l,~{memory}"(i64 addrspace(1)* %1, i64 %p4)
	%3 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	store i64 %2, i64 addrspace(1)* %3
	%4 = call i32 asm sideeffect "atom.acquire.gpu.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(i32 addrspace(1)* %p0, i32 %p3)
	store i32 %4, i32 addrspace(1)* %p0
	%5 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	%6 = call i64 asm sideeffect "atom.acquire.gpu.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}"(i64 addrspace(1)* %5, i64 %p4)
	%7 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	store i64 %6, i64 addrspace(1)* %7
	%8 = sub i32 0, %p3
	%9 = call i32 asm sideeffect "atom.release.cta.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(i32 addrspace(1)* %p0, i32 %8)
	store i32 %9, i32 addrspace(1)* %p0
	%10 = sub i64 0, %p4
	%11 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	%12 = call i64 asm sideeffect "atom.release.cta.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}"(i64 addrspace(1)* %11, i64 %10)
	%13 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	store i64 %12, i64 addrspace(1)* %13
	%14 = call i32 asm sideeffect "atom.acq_rel.sys.global.and.b32 $0, [$1], $2;", "=r,l,r,~{memory}"(i32 addrspace(1)* %p0, i32 %p3)
	store i32 %14, i32 addrspace(1)* %p0
	%15 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	%16 = call i64 asm sideeffect "atom.acq_rel.sys.global.and.b64 $0, [$1], $2;", "=l,l,l,~{memory}"(i64 addrspace(1)* %15, i64 %p4)
	%17 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	store i64 %16, i64 addrspace(1)* %17
	%18 = call i32 asm sideeffect "atom.relaxed.gpu.global.or.b32 $0, [$1], $2;", "=r,l,r,~{memory}"(i32 addrspace(1)* %p0, i32 %p3)
	store i32 %18, i32 addrspace(1)* %p0
	%19 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	%20 = call i64 asm sideeffect "atom.relaxed.gpu.global.or.b64 $0, [$1], $2;", "=l,l,l,~{memory}"(i64 addrspace(1)* %19, i64 %p4)
	%21 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	store i64 %20, i64 addrspace(1)* %21
	%22 = call i32 asm sideeffect "atom.acquire.cta.global.xor.b32 $0, [$1], $2;", "=r,l,r,~{memory}"(i32 addrspace(1)* %p0, i32 %p3)
	store i32 %22, i32 addrspace(1)* %p0
	%23 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	%24 = call i64 asm sideeffect "atom.acquire.cta.global.xor.b64 $0, [$1], $2;", "=l,l,l,~{memory}"(i64 addrspace(1)* %23, i64 %p4)
	%25 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	store i64 %24, i64 addrspace(1)* %25
	%26 = call i32 asm sideeffect "atom.release.sys.global.max.s32 $0, [$1], $2;", "=r,l,r,~{memory}"(i32 addrspace(1)* %p0, i32 %p3)
	store i32 %26, i32 addrspace(1)* %p0
	%27 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	%28 = call i64 asm sideeffect "atom.release.sys.global.max.s64 $0, [$1], $2;", "=l,l,l,~{memory}"(i64 addrspace(1)* %27, i64 %p4)
	%29 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	store i64 %28, i64 addrspace(1)* %29
	%30 = call i32 asm sideeffect "atom.acq_rel.gpu.global.min.s32 $0, [$1], $2;", "=r,l,r,~{memory}"(i32 addrspace(1)* %p0, i32 %p3)
	store i32 %30, i32 addrspace(1)* %p0
	%31 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	%32 = call i64 asm sideeffect "atom.acq_rel.gpu.global.min.s64 $0, [$1], $2;", "=l,l,l,~{memory}"(i64 addrspace(1)* %31, i64 %p4)
	%33 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	store i64 %32, i64 addrspace(1)* %33
	%34 = call i32 asm sideeffect "atom.relaxed.cta.global.max.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(i32 addrspace(1)* %p0, i32 %p3)
	store i32 %34, i32 addrspace(1)* %p0
	%35 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	%36 = call i64 asm sideeffect "atom.relaxed.cta.global.max.u64 $0, [$1], $2;", "=l,l,l,~{memory}"(i64 addrspace(1)* %35, i64 %p4)
	%37 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	store i64 %36, i64 addrspace(1)* %37
	%38 = call i32 asm sideeffect "atom.acquire.sys.global.min.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(i32 addrspace(1)* %p0, i32 %p3)
	store i32 %38, i32 addrspace(1)* %p0
	%39 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	%40 = call i64 asm sideeffect "atom.acquire.sys.global.min.u64 $0, [$1], $2;", "=l,l,l,~{memory}"(i64 addrspace(1)* %39, i64 %p4)
	%41 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	store i64 %40, i64 addrspace(1)* %41
	%42 = bitcast half %p5 to i16
	%43 = bitcast i32 addrspace(1)* %p0 to half addrspace(1)*
	%44 = call i16 asm sideeffect "atom.acq_rel.gpu.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}"(half addrspace(1)* %43, i16 %42)
	%45 = bitcast i16 %44 to half
	%46 = bitcast i32 addrspace(1)* %p0 to half addrspace(1)*
	store half %45, half addrspace(1)* %46
	%47 = bitcast i32 addrspace(1)* %p0 to i16 addrspace(1)*
	%48 = call i16 asm sideeffect "atom.acq_rel.gpu.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}"(i16 addrspace(1)* %47, i16 %p6)
	%49 = bitcast i32 addrspace(1)* %p0 to i16 addrspace(1)*
	store i16 %48, i16 addrspace(1)* %49
	%50 = bitcast i32 addrspace(1)* %p0 to float addrspace(1)*
	%51 = call float asm sideeffect "atom.acq_rel.gpu.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}"(float addrspace(1)* %50, float %p7)
	%52 = bitcast i32 addrspace(1)* %p0 to float addrspace(1)*
	store float %51, float addrspace(1)* %52
	%53 = bitcast i32 addrspace(1)* %p0 to double addrspace(1)*
	%54 = call double asm sideeffect "atom.acq_rel.gpu.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}"(double addrspace(1)* %53, double %p8)
	%55 = bitcast i32 addrspace(1)* %p0 to double addrspace(1)*
	store double %54, double addrspace(1)* %55
	%56 = bitcast i32 addrspace(1)* %p0 to float addrspace(1)*
	call void asm sideeffect "red.relaxed.gpu.global.add.f32 [$0], $1;", "l,f,~{memory}"(float addrspace(1)* %56, float %p7)
	%57 = bitcast i8 addrspace(3)* %p1 to i32 addrspace(3)*
	call void asm sideeffect "red.release.cta.shared.add.u32 [$0], $1;", "l,r,~{memory}"(i32 addrspace(3)* %57, i32 %p3)
	%58 = bitcast i8* %p2 to i32*
	%59 = call i32 asm sideeffect "atom.acq_rel.sys.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(i32* %58, i32 %p3)
	%60 = bitcast i8* %p2 to i32*
	%61 = call i32 asm sideeffect "fence.sc.sys; atom.acq_rel.sys.inc.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(i32* %60, i32 %p3)
	%62 = bitcast i8* %p2 to float*
	%63 = call float asm sideeffect "fence.sc.sys; atom.acq_rel.sys.exch.b32 $0, [$1], $2;", "=f,l,f,~{memory}"(float* %62, float %p7)
	%64 = bitcast i32 addrspace(1)* %p0 to float addrspace(1)*
	store float %63, float addrspace(1)* %64
	%65 = bitcast i32 addrspace(1)* %p0 to i16 addrspace(1)*
	%66 = call i16 asm sideeffect "atom.acq_rel.gpu.global.cas.b16 $0, [$1], $2, $3;", "=h,l,h,h,~{memory}"(i16 addrspace(1)* %65, i16 %p9, i16 %p9)
	%67 = icmp eq i16 %66, %p9
	%68 = insertvalue { i16, i1 } undef, i16 %66, 0
	%69 = insertvalue { i16, i1 } %68, i1 %67, 1
	%70 = extractvalue { i16, i1 } %69, 0
	%71 = extractvalue { i16, i1 } %69, 1
	%72 = select i1 %71, i16 %70, i16 %p9
	%73 = bitcast i32 addrspace(1)* %p0 to i16 addrspace(1)*
	store i16 %72, i16 addrspace(1)* %73
	%74 = call i32 asm sideeffect "atom.acq_rel.gpu.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}"(i32 addrspace(1)* %p0, i32 %p3, i32 %p3)
	%75 = icmp eq i32 %74, %p3
	%76 = insertvalue { i32, i1 } undef, i32 %74, 0
	%77 = insertvalue { i32, i1 } %76, i1 %75, 1
	%78 = extractvalue { i32, i1 } %77, 0
	%79 = extractvalue { i32, i1 } %77, 1
	%80 = select i1 %79, i32 %78, i32 %p3
	store i32 %80, i32 addrspace(1)* %p0
	%81 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	%82 = call i64 asm sideeffect "atom.relaxed.gpu.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}"(i64 addrspace(1)* %81, i64 %p4, i64 %p4)
	%83 = icmp eq i64 %82, %p4
	%84 = insertvalue { i64, i1 } undef, i64 %82, 0
	%85 = insertvalue { i64, i1 } %84, i1 %83, 1
	%86 = extractvalue { i64, i1 } %85, 0
	%87 = extractvalue { i64, i1 } %85, 1
	%88 = select i1 %87, i64 %86, i64 %p4
	%89 = bitcast i32 addrspace(1)* %p0 to i64 addrspace(1)*
	store i64 %88, i64 addrspace(1)* %89
	%90 = icmp eq i32 %p3, %p3
	call void @llvm.assume(i1 %90)
	%91 = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %90)
	%92 = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %90)
	%93 = select i1 %92, i32 %91, i32 %p3
	store i32 %93, i32 addrspace(1)* %p0
	ret void
}

declare void @llvm.assume(i1 %p0)

declare i32 @llvm.nvvm.vote.ballot.sync(i32 %p0, i1 %p1)

declare i1 @llvm.nvvm.vote.any.sync(i32 %p0, i1 %p1)

!nvvm.annotations = !{!1}
!nvvmir.version = !{!0}

!0 = !{i32 2, i32 0}
!1 = !{void (i32 addrspace(1)*, i8 addrspace(3)*, i8*, i32, i64, half, i16, float, double, i16)* @atomics, !"kernel", i32 1}

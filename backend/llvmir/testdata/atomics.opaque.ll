target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @atomics(ptr addrspace(1) %p0, ptr addrspace(3) %p1, ptr %p2, i32 %p3, i64 %p4, half %p5, i16 %p6, float %p7, double %p8, i16 %p9) {
b0:
	call void asm sideeffect "fence.acq_rel.cta;", "~{memory}"()
	call void asm sideeffect "fence.sc.sys;", "~{memory}"()
	%0 = call i32 asm sideeffect "atom.relaxed.sys.global.exch.b32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr addrspace(1) %p0, i32 %p3)
	store i32 %0, ptr addrspace(1) %p0
	%1 = call i64 asm sideeffect "atom.relaxed.sys.global.exch.b64 $0, [$1], $2;", "=l,l,l,~{memory}"(ptr addrspace(1) %p0, i64 %p4)
	store i64 %1, ptr addrspace(1) %p0
	%2 = call i32 asm sideeffect "atom.acquire.gpu.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr addrspace(1) %p0, i32 %p3)
	store i32 %2, ptr addrspace(1) %p0
	%3 = call i64 asm sideeffect "atom.acquire.gpu.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}"(ptr addrspace(1) %p0, i64 %p4)
	store i64 %3, ptr addrspace(1) %p0
	%4 = sub i32 0, %p3
	%5 = call i32 asm sideeffect "atom.release.cta.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr addrspace(1) %p0, i32 %4)
	store i32 %5, ptr addrspace(1) %p0
	%6 = sub i64 0, %p4
	%7 = call i64 asm sideeffect "atom.release.cta.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}"(ptr addrspace(1) %p0, i64 %6)
	store i64 %7, ptr addrspace(1) %p0
	%8 = call i32 asm sideeffect "atom.acq_rel.sys.global.and.b32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr addrspace(1) %p0, i32 %p3)
	store i32 %8, ptr addrspace(1) %p0
	%9 = call i64 asm sideeffect "atom.acq_rel.sys.global.and.b64 $0, [$1], $2;", "=l,l,l,~{memory}"(ptr addrspace(1) %p0, i64 %p4)
	store i64 %9, ptr addrspace(1) %p0
	%10 = call i32 asm sideeffect "atom.relaxed.gpu.global.or.b32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr addrspace(1) %p0, i32 %p3)
	store i32 %10, ptr addrspace(1) %p0
	%11 = call i64 asm sideeffect "atom.relaxed.gpu.global.or.b64 $0, [$1], $2;", "=l,l,l,~{memory}"(ptr addrspace(1) %p0, i64 %p4)
	store i64 %11, ptr addrspace(1) %p0
	%12 = call i32 asm sideeffect "atom.acquire.cta.global.xor.b32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr addrspace(1) %p0, i32 %p3)
	store i32 %12, ptr addrspace(1) %p0
	%13 = call i64 asm sideeffect "atom.acquire.cta.global.xor.b64 $0, [$1], $2;", "=l,l,l,~{memory}"(ptr addrspace(1) %p0, i64 %p4)
	store i64 %13, ptr addrspace(1) %p0
	%14 = call i32 asm sideeffect "atom.release.sys.global.max.s32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr addrspace(1) %p0, i32 %p3)
	store i32 %14, ptr addrspace(1) %p0
	%15 = call i64 asm sideeffect "atom.release.sys.global.max.s64 $0, [$1], $2;", "=l,l,l,~{memory}"(ptr addrspace(1) %p0, i64 %p4)
	store i64 %15, ptr addrspace(1) %p0
	%16 = call i32 asm sideeffect "atom.acq_rel.gpu.global.min.s32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr addrspace(1) %p0, i32 %p3)
	store i32 %16, ptr addrspace(1) %p0
	%17 = call i64 asm sideeffect "atom.acq_rel.gpu.global.min.s64 $0, [$1], $2;", "=l,l,l,~{memory}"(ptr addrspace(1) %p0, i64 %p4)
	store i64 %17, ptr addrspace(1) %p0
	%18 = call i32 asm sideeffect "atom.relaxed.cta.global.max.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr addrspace(1) %p0, i32 %p3)
	store i32 %18, ptr addrspace(1) %p0
	%19 = call i64 asm sideeffect "atom.relaxed.cta.global.max.u64 $0, [$1], $2;", "=l,l,l,~{memory}"(ptr addrspace(1) %p0, i64 %p4)
	store i64 %19, ptr addrspace(1) %p0
	%20 = call i32 asm sideeffect "atom.acquire.sys.global.min.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr addrspace(1) %p0, i32 %p3)
	store i32 %20, ptr addrspace(1) %p0
	%21 = call i64 asm sideeffect "atom.acquire.sys.global.min.u64 $0, [$1], $2;", "=l,l,l,~{memory}"(ptr addrspace(1) %p0, i64 %p4)
	store i64 %21, ptr addrspace(1) %p0
	%22 = bitcast half %p5 to i16
	%23 = call i16 asm sideeffect "atom.acq_rel.gpu.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}"(ptr addrspace(1) %p0, i16 %22)
	%24 = bitcast i16 %23 to half
	store half %24, ptr addrspace(1) %p0
	%25 = call i16 asm sideeffect "atom.acq_rel.gpu.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}"(ptr addrspace(1) %p0, i16 %p6)
	store i16 %25, ptr addrspace(1) %p0
	%26 = call float asm sideeffect "atom.acq_rel.gpu.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}"(ptr addrspace(1) %p0, float %p7)
	store float %26, ptr addrspace(1) %p0
	%27 = call double asm sideeffect "atom.acq_rel.gpu.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}"(ptr addrspace(1) %p0, double %p8)
	store double %27, ptr addrspace(1) %p0
	call void asm sideeffect "red.relaxed.gpu.global.add.f32 [$0], $1;", "l,f,~{memory}"(ptr addrspace(1) %p0, float %p7)
	call void asm sideeffect "red.release.cta.shared.add.u32 [$0], $1;", "l,r,~{memory}"(ptr addrspace(3) %p1, i32 %p3)
	%28 = call i32 asm sideeffect "atom.acq_rel.sys.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr %p2, i32 %p3)
	%29 = call i32 asm sideeffect "fence.sc.sys; atom.acq_rel.sys.inc.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr %p2, i32 %p3)
	%30 = call float asm sideeffect "fence.sc.sys; atom.acq_rel.sys.exch.b32 $0, [$1], $2;", "=f,l,f,~{memory}"(ptr %p2, float %p7)
	store float %30, ptr addrspace(1) %p0
	%31 = call i16 asm sideeffect "atom.acq_rel.gpu.global.cas.b16 $0, [$1], $2, $3;", "=h,l,h,h,~{memory}"(ptr addrspace(1) %p0, i16 %p9, i16 %p9)
	%32 = icmp eq i16 %31, %p9
	%33 = insertvalue { i16, i1 } undef, i16 %31, 0
	%34 = insertvalue { i16, i1 } %33, i1 %32, 1
	%35 = extractvalue { i16, i1 } %34, 0
	%36 = extractvalue { i16, i1 } %34, 1
	%37 = select i1 %36, i16 %35, i16 %p9
	store i16 %37, ptr addrspace(1) %p0
	%38 = call i32 asm sideeffect "atom.acq_rel.gpu.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}"(ptr addrspace(1) %p0, i32 %p3, i32 %p3)
	%39 = icmp eq i32 %38, %p3
	%40 = insertvalue { i32, i1 } undef, i32 %38, 0
	%41 = insertvalue { i32, i1 } %40, i1 %39, 1
	%42 = extractvalue { i32, i1 } %41, 0
	%43 = extractvalue { i32, i1 } %41, 1
	%44 = select i1 %43, i32 %42, i32 %p3
	store i32 %44, ptr addrspace(1) %p0
	%45 = call i64 asm sideeffect "atom.relaxed.gpu.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}"(ptr addrspace(1) %p0, i64 %p4, i64 %p4)
	%46 = icmp eq i64 %45, %p4
	%47 = insertvalue { i64, i1 } undef, i64 %45, 0
	%48 = insertvalue { i64, i1 } %47, i1 %46, 1
	%49 = extractvalue { i64, i1 } %48, 0
	%50 = extractvalue { i64, i1 } %48, 1
	%51 = select i1 %50, i64 %49, i64 %p4
	store i64 %51, ptr addrspace(1) %p0
	%52 = icmp eq i32 %p3, %p3
	call void @llvm.assume(i1 %52)
	%53 = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %52)
	%54 = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %52)
	%55 = select i1 %54, i32 %53, i32 %p3
	store i32 %55, ptr addrspace(1) %p0
	ret void
}

declare void @llvm.assume(i1 %p0)

declare i32 @llvm.nvvm.vote.ballot.sync(i32 %p0, i1 %p1)

declare i1 @llvm.nvvm.vote.any.sync(i32 %p0, i1 %p1)

!nvvm.annotations = !{!1}
!nvvmir.version = !{!0}

!0 = !{i32 2, i32 0}
!1 = !{ptr @atomics, !"kernel", i32 1}

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [1024 x i8] undef, align 128
@full = internal addrspace(3) global [1 x i64] undef, align 8

define ptx_kernel void @copies(ptr %p0, i32 %p1, i64 %p2, i1 %p3) {
b0:
	%0 = ptrtoint ptr addrspace(3) @tile to i32
	%1 = ptrtoint ptr addrspace(3) @full to i32
	call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];", "r,l,r,r,r,~{memory}"(i32 %0, ptr %p0, i32 %p1, i32 %p1, i32 %1)
	call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
	%2 = ptrtoint ptr addrspace(3) @tile to i32
	call void asm sideeffect "cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [$0, {$1}], [$2];", "l,r,r,~{memory}"(ptr %p0, i32 %p1, i32 %2)
	%3 = ptrtoint ptr addrspace(3) @tile to i32
	call void asm sideeffect "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group.L2::cache_hint [$0, {$1, $2}], [$3], $4;", "l,r,r,r,l,~{memory}"(ptr %p0, i32 %p1, i32 %p1, i32 %3, i64 %p2)
	%4 = ptrtoint ptr addrspace(3) @tile to i32
	call void asm sideeffect "cp.async.bulk.tensor.3d.global.shared::cta.im2col_no_offs.bulk_group [$0, {$1, $2, $3}], [$4];", "l,r,r,r,r,~{memory}"(ptr %p0, i32 %p1, i32 %p1, i32 %p1, i32 %4)
	%5 = ptrtoint ptr addrspace(3) @tile to i32
	%6 = zext i1 %p3 to i32
	call void asm sideeffect "{ .reg .pred p; setp.ne.b32 p, $6, 0; @p cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [$0, {$1, $2, $3, $4}], [$5]; }", "l,r,r,r,r,r,r,~{memory}"(ptr %p0, i32 %p1, i32 %p1, i32 %p1, i32 %p1, i32 %5, i32 %6)
	%7 = ptrtoint ptr addrspace(3) @tile to i32
	call void asm sideeffect "cp.async.bulk.tensor.5d.global.shared::cta.bulk_group [$0, {$1, $2, $3, $4, $5}], [$6];", "l,r,r,r,r,r,r,~{memory}"(ptr %p0, i32 %p1, i32 %p1, i32 %p1, i32 %p1, i32 %p1, i32 %7)
	call void asm sideeffect "cp.async.bulk.commit_group;", "~{memory}"()
	call void asm sideeffect "cp.async.bulk.wait_group.read 1;", "~{memory}"()
	call void asm sideeffect "cp.async.bulk.wait_group 0;", "~{memory}"()
	ret void
}

define ptx_kernel void @matrices(i32 %p0, ptr addrspace(1) %p1) {
b0:
	%0 = ptrtoint ptr addrspace(3) @tile to i32
	call void asm sideeffect "stmatrix.sync.aligned.m8n8.x1.shared.b16 [$0], {$1};", "r,r,~{memory}"(i32 %0, i32 %p0) convergent
	%1 = ptrtoint ptr addrspace(3) @tile to i32
	call void asm sideeffect "stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [$0], {$1, $2};", "r,r,r,~{memory}"(i32 %1, i32 %p0, i32 %p0) convergent
	%2 = ptrtoint ptr addrspace(3) @tile to i32
	call void asm sideeffect "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [$0], {$1, $2, $3, $4};", "r,r,r,r,r,~{memory}"(i32 %2, i32 %p0, i32 %p0, i32 %p0, i32 %p0) convergent
	%3 = ptrtoint ptr addrspace(3) @tile to i32
	%4 = call { i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {$0, $1}, [$2];", "=r,=r,r,~{memory}"(i32 %3) convergent
	%5 = extractvalue { i32, i32 } %4, 1
	store i32 %5, ptr addrspace(1) %p1
	ret void
}

define ptx_kernel void @registers(ptr addrspace(1) %p0, i32 %p1) {
b0:
	call void asm sideeffect "setmaxnreg.dec.sync.aligned.u32 40;", "~{memory}"() convergent
	store i32 %p1, ptr addrspace(1) %p0
	call void asm sideeffect "setmaxnreg.inc.sync.aligned.u32 232;", "~{memory}"() convergent
	ret void
}

define ptx_kernel void @threads_copies(ptr addrspace(1) %p0, i32 %p1, ptr %p2) {
b0:
	%0 = ptrtoint ptr addrspace(3) @tile to i32
	call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %0, ptr addrspace(1) %p0)
	%1 = ptrtoint ptr addrspace(3) @tile to i32
	call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 8, $2;", "r,l,r,~{memory}"(i32 %1, ptr addrspace(1) %p0, i32 %p1)
	call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
	call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"()
	%2 = ptrtoint ptr addrspace(3) @full to i32
	call void asm sideeffect "cp.async.mbarrier.arrive.shared.b64 [$0];", "r,~{memory}"(i32 %2)
	call void asm sideeffect "cp.async.mbarrier.arrive.noinc.b64 [$0];", "l,~{memory}"(ptr %p2)
	ret void
}

define ptx_kernel void @reductions(ptr %p0, i32 %p1, i16 %p2, i64 %p3) {
b0:
	%0 = ptrtoint ptr addrspace(3) @tile to i32
	call void asm sideeffect "cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.bulk_group [$0, {$1}], [$2];", "l,r,r,~{memory}"(ptr %p0, i32 %p1, i32 %0)
	%1 = ptrtoint ptr addrspace(3) @tile to i32
	call void asm sideeffect "cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.bulk_group.L2::cache_hint [$0, {$1, $2}], [$3], $4;", "l,r,r,r,l,~{memory}"(ptr %p0, i32 %p1, i32 %p1, i32 %1, i64 %p3)
	%2 = ptrtoint ptr addrspace(3) @tile to i32
	call void asm sideeffect "cp.reduce.async.bulk.tensor.3d.global.shared::cta.xor.im2col_no_offs.bulk_group [$0, {$1, $2, $3}], [$4];", "l,r,r,r,r,~{memory}"(ptr %p0, i32 %p1, i32 %p1, i32 %p1, i32 %2)
	call void asm sideeffect "cp.async.bulk.prefetch.tensor.2d.L2.global.tile [$0, {$1, $2}];", "l,r,r,~{memory}"(ptr %p0, i32 %p1, i32 %p1)
	call void asm sideeffect "cp.async.bulk.prefetch.tensor.2d.L2.global.tile.L2::cache_hint [$0, {$1, $2}], $3;", "l,r,r,l,~{memory}"(ptr %p0, i32 %p1, i32 %p1, i64 %p3)
	call void asm sideeffect "cp.async.bulk.prefetch.tensor.3d.L2.global.im2col [$0, {$1, $2, $3}], {$4};", "l,r,r,r,h,~{memory}"(ptr %p0, i32 %p1, i32 %p1, i32 %p1, i16 %p2)
	ret void
}

define ptx_kernel void @multicast(ptr %p0, i32 %p1, i16 %p2, i16 %p3, i64 %p4, i1 %p5) {
b0:
	%0 = ptrtoint ptr addrspace(3) @tile to i32
	%1 = call i32 asm "mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r"(i32 %0, i32 %p1)
	%2 = ptrtoint ptr addrspace(3) @full to i32
	call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];", "r,l,r,r,r,~{memory}"(i32 %1, ptr %p0, i32 %p1, i32 %p1, i32 %2)
	%3 = ptrtoint ptr addrspace(3) @full to i32
	call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint [$0], [$1, {$2, $3}], [$4], $5, $6;", "r,l,r,r,r,h,l,~{memory}"(i32 %1, ptr %p0, i32 %p1, i32 %p1, i32 %3, i16 %p3, i64 %p4)
	%4 = ptrtoint ptr addrspace(3) @full to i32
	call void asm sideeffect "cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3, $4}], [$5], {$6};", "r,l,r,r,r,r,h,~{memory}"(i32 %1, ptr %p0, i32 %p1, i32 %p1, i32 %p1, i32 %4, i16 %p2)
	%5 = ptrtoint ptr addrspace(3) @full to i32
	%6 = zext i1 %p5 to i32
	call void asm sideeffect "{ .reg .pred p; setp.ne.b32 p, $4, 0; @p cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2}], [$3]; }", "r,l,r,r,r,~{memory}"(i32 %1, ptr %p0, i32 %p1, i32 %5, i32 %6)
	ret void
}

define ptx_kernel void @clusters(ptr addrspace(1) %p0, ptr %p1, i32 %p2) {
b0:
	%0 = ptrtoint ptr addrspace(3) @full to i32
	call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], $1;", "r,r,~{memory}"(i32 %0, i32 %p2)
	call void asm sideeffect "mbarrier.init.b64 [$0], $1;", "l,r,~{memory}"(ptr %p1, i32 %p2)
	call void asm sideeffect "barrier.cluster.arrive.relaxed.aligned;", "~{memory}"() convergent
	call void asm sideeffect "barrier.cluster.wait.acquire.aligned;", "~{memory}"() convergent
	call void asm sideeffect "barrier.cluster.arrive.release;", "~{memory}"() convergent
	call void asm sideeffect "barrier.cluster.wait.acquire;", "~{memory}"() convergent
	%1 = call i32 asm "mov.u32 $0, %cluster_ctarank;", "=r"()
	%2 = ptrtoint ptr addrspace(3) @full to i32
	%3 = call i32 asm "mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r"(i32 %2, i32 %1)
	%4 = ptrtoint ptr addrspace(3) @full to i32
	call void asm sideeffect "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [$0];", "r,~{memory}"(i32 %3)
	call void asm sideeffect "mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [$0], $1;", "r,r,~{memory}"(i32 %4, i32 %p2)
	%5 = ptrtoint ptr addrspace(3) @full to i32
	call void asm sideeffect "mbarrier.arrive.shared::cta.b64 _, [$0];", "r,~{memory}"(i32 %5)
	call void asm sideeffect "mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [$0], $1;", "r,r,~{memory}"(i32 %3, i32 %p2)
	%6 = call i32 asm "mov.u32 $0, %clusterid.x;", "=r"()
	%7 = call i32 asm "mov.u32 $0, %nclusterid.x;", "=r"()
	%8 = call i32 asm "mov.u32 $0, %cluster_ctaid.x;", "=r"()
	%9 = call i32 asm "mov.u32 $0, %cluster_nctaid.x;", "=r"()
	%10 = call i32 asm "mov.u32 $0, %cluster_nctarank;", "=r"()
	%11 = add i32 %6, %7
	%12 = add i32 %8, %9
	%13 = add i32 %11, %12
	%14 = add i32 %13, %10
	store i32 %14, ptr addrspace(1) %p0
	ret void
}

define ptx_kernel void @elections(ptr addrspace(1) %p0, i32 %p1) {
b0:
	%0 = call i32 asm sideeffect "{ .reg .pred p; elect.sync _|p, $1; selp.b32 $0, 1, 0, p; }", "=r,r,~{memory}"(i32 -1) convergent
	%1 = trunc i32 %0 to i1
	%2 = call i32 asm sideeffect "{ .reg .pred p; elect.sync _|p, $1; selp.b32 $0, 1, 0, p; }", "=r,r,~{memory}"(i32 %p1) convergent
	%3 = trunc i32 %2 to i1
	%4 = and i1 %1, %3
	%5 = zext i1 %4 to i32
	store i32 %5, ptr addrspace(1) %p0
	%6 = ptrtoint ptr addrspace(3) @full to i32
	call void asm sideeffect "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [$0], $1;", "r,r,~{memory}"(i32 %6, i32 %p1)
	call void asm sideeffect "fence.proxy.alias;", "~{memory}"() convergent
	call void asm sideeffect "fence.proxy.async;", "~{memory}"() convergent
	call void asm sideeffect "fence.proxy.async.global;", "~{memory}"() convergent
	call void asm sideeffect "fence.proxy.async.shared::cluster;", "~{memory}"() convergent
	ret void
}

!nvvm.annotations = !{!1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15}
!nvvmir.version = !{!0}

!0 = !{i32 2, i32 0}
!1 = !{ptr @copies, !"kernel", i32 1}
!2 = !{ptr @matrices, !"kernel", i32 1}
!3 = !{ptr @registers, !"kernel", i32 1}
!4 = !{ptr @registers, !"reqntidx", i32 256}
!5 = !{ptr @registers, !"reqntidy", i32 1}
!6 = !{ptr @registers, !"reqntidz", i32 1}
!7 = !{ptr @registers, !"minctasm", i32 1}
!8 = !{ptr @threads_copies, !"kernel", i32 1}
!9 = !{ptr @reductions, !"kernel", i32 1}
!10 = !{ptr @multicast, !"kernel", i32 1}
!11 = !{ptr @clusters, !"kernel", i32 1}
!12 = !{ptr @clusters, !"cluster_dim_x", i32 2}
!13 = !{ptr @clusters, !"cluster_dim_y", i32 1}
!14 = !{ptr @clusters, !"cluster_dim_z", i32 1}
!15 = !{ptr @elections, !"kernel", i32 1}

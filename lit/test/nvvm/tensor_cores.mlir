// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

llvm.func @k(%bar: !llvm.ptr<3>, %map: !llvm.ptr, %n: i32, %d: i64, %dst: !llvm.ptr<3>, %acc: !llvm.struct<(f32, f32, f32, f32)>, %sums: !llvm.struct<(i32, i32, i32, i32)>) {
  nvvm.wgmma.fence.aligned
  %r = nvvm.wgmma.mma_async %d, %d, %acc, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  %t = nvvm.wgmma.mma_async %d, %d, %acc, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<bf16>, <neg>, <col>], B [<bf16>, <one>, <row>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  %i = nvvm.wgmma.mma_async %d, %d, %sums, <m = 64, n = 8, k = 32>, D [<s32>, <one>], A [<s8>, <one>, <row>], B [<s8>, <one>, <col>] : !llvm.struct<(i32, i32, i32, i32)> -> !llvm.struct<(i32, i32, i32, i32)>
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 1
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
  nvvm.fence.mbarrier.init
  nvvm.mbarrier.init %bar, %n : !llvm.ptr<3>, i32
  nvvm.mbarrier.arrive.expect_tx %bar, %n : !llvm.ptr<3>, i32
  nvvm.mbarrier.try_wait.parity %bar, %n, %n : !llvm.ptr<3>, i32, i32
  nvvm.mbarrier.inval %bar : !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.shared.cluster.global %dst, %map, %bar, box[%n, %n] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
  llvm.return
}

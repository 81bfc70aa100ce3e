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

llvm.func @warps(%a: vector<2xf16>, %f: f32, %i: i32, %p: !llvm.ptr<3>, %d: f64) {
  %0 = nvvm.mma.sync A[%a,%a,%a,%a] B[%a,%a] C[%f,%f,%f,%f] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32,f32,f32,f32)>
  %1 = nvvm.mma.sync A[%i,%i,%i,%i] B[%i,%i] C[%f,%f,%f,%f] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>} : (i32,i32,f32) -> !llvm.struct<(f32,f32,f32,f32)>
  %2 = nvvm.mma.sync A[%i,%i,%i,%i] B[%i,%i] C[%f,%f,%f,%f] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 8>, multiplicandAPtxType = #nvvm.mma_type<tf32>, multiplicandBPtxType = #nvvm.mma_type<tf32>} : (i32,i32,f32) -> !llvm.struct<(f32,f32,f32,f32)>
  %3 = nvvm.mma.sync A[%i,%i,%i,%i] B[%i,%i] C[%i,%i,%i,%i] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 32>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<u8>, intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>} : (i32,i32,i32) -> !llvm.struct<(i32,i32,i32,i32)>
  %4 = nvvm.mma.sync A[%d] B[%d] C[%d,%d] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64,f64,f64) -> !llvm.struct<(f64,f64)>
  %6 = nvvm.ldmatrix %p {num = 4 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  llvm.return
}

llvm.func @stores(%map: !llvm.ptr, %from: !llvm.ptr<3>, %n: i32, %hint: i64, %p: i1) {
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %from, box[%n] : !llvm.ptr, <3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %from, box[%n, %n] l2_cache_hint = %hint : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %from, box[%n, %n, %n], predicate = %p {mode = #nvvm.tma_store_mode<tile>} : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %from, box[%n, %n, %n, %n] {mode = #nvvm.tma_store_mode<im2col>} : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %from, box[%n, %n, %n, %n, %n] {mode = #nvvm.tma_store_mode<tile_scatter4>} : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.commit.group
  nvvm.cp.async.bulk.wait_group 1 {read}
  nvvm.cp.async.bulk.wait_group 0
  nvvm.setmaxregister decrease 24
  nvvm.setmaxregister increase 240
  nvvm.griddepcontrol wait
  nvvm.griddepcontrol launch_dependents
  nvvm.stmatrix %from, %n {layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32
  nvvm.stmatrix %from, %n, %n, %n, %n {layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32, i32, i32, i32
  llvm.return
}

llvm.func @copies(%to: !llvm.ptr<3>, %from: !llvm.ptr<1>, %n: i32, %any: !llvm.ptr) {
  nvvm.cp.async.shared.global %to, %from, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %to, %from, 4, cache = ca, %n : !llvm.ptr<3>, !llvm.ptr<1>, i32
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 2
  nvvm.cp.async.mbarrier.arrive %to : !llvm.ptr<3>
  nvvm.cp.async.mbarrier.arrive %any {noinc = true} : !llvm.ptr
  llvm.return
}

llvm.func @reductions(%map: !llvm.ptr, %from: !llvm.ptr<3>, %n: i32, %offset: i16, %hint: i64) {
  nvvm.cp.async.bulk.tensor.reduce %map, %from, box[%n] {redKind = #nvvm.tma_redux_kind<add>} : !llvm.ptr, <3>
  nvvm.cp.async.bulk.tensor.reduce %map, %from, box[%n, %n] l2_cache_hint = %hint {redKind = #nvvm.tma_redux_kind<max>} : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.reduce %map, %from, box[%n, %n, %n] {mode = #nvvm.tma_store_mode<im2col>, redKind = #nvvm.tma_redux_kind<xor>} : !llvm.ptr, <3>
  nvvm.cp.async.bulk.tensor.prefetch %map, box[%n, %n] l2_cache_hint = %hint : !llvm.ptr
  nvvm.cp.async.bulk.tensor.prefetch %map, box[%n, %n, %n, %n] im2col[%offset, %offset] {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr
  llvm.return
}

llvm.func @multicast(%to: !llvm.ptr<7>, %map: !llvm.ptr, %bar: !llvm.ptr<3>, %n: i32, %offset: i16, %mask: i16, %hint: i64, %p: i1) {
  nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %map, %bar, box[%n, %n] : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %map, %bar, box[%n, %n] multicast_mask = %mask l2_cache_hint = %hint : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %map, %bar, box[%n, %n, %n] im2col[%offset] {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %map, %bar, box[%n] predicate = %p : !llvm.ptr<7>, !llvm.ptr
  llvm.return
}

llvm.func @clusters(%bar: !llvm.ptr<3>, %any: !llvm.ptr, %rank: i32, %n: i32) {
  nvvm.cluster.arrive
  nvvm.cluster.arrive.relaxed {aligned}
  nvvm.cluster.wait {aligned}
  %far = nvvm.mapa %bar, %rank : !llvm.ptr<3> -> !llvm.ptr<7>
  %same = nvvm.mapa %any, %rank : !llvm.ptr -> !llvm.ptr
  %0 = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  %1 = nvvm.mbarrier.arrive %any, %n : !llvm.ptr -> i64
  nvvm.mbarrier.arrive %far {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>
  nvvm.mbarrier.arrive %far, %n {relaxed = true} : !llvm.ptr<7>
  %2 = nvvm.mbarrier.arrive.expect_tx %bar, %n : !llvm.ptr<3>, i32 -> i64
  nvvm.mbarrier.arrive.expect_tx %far, %n {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>, i32
  %3 = nvvm.read.ptx.sreg.clusterid.x : i32
  %4 = nvvm.read.ptx.sreg.nclusterid.y : i32
  %5 = nvvm.read.ptx.sreg.cluster.ctaid.z : i32
  %6 = nvvm.read.ptx.sreg.cluster.nctaid.x : i32
  %7 = nvvm.read.ptx.sreg.cluster.ctarank range <i32, 0, 8> : i32
  %8 = nvvm.read.ptx.sreg.cluster.nctarank : i32
  llvm.return
}

llvm.func @elections(%bar: !llvm.ptr<3>, %far: !llvm.ptr<7>, %mask: i32, %n: i32) {
  %0 = nvvm.elect.sync -> i1
  %1 = nvvm.elect.sync %mask -> i1
  nvvm.mbarrier.expect_tx %bar, %n : !llvm.ptr<3>, i32
  nvvm.mbarrier.expect_tx %far, %n {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>, i32
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<alias>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cluster>}
  llvm.return
}

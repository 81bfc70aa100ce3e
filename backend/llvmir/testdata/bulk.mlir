// Bulk copies between shared memory and boxes of tensors, and matrices of a warp in shared memory.
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<1024 x i8>
llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<1 x i64>

llvm.func @copies(%map: !llvm.ptr, %i: i32, %hint: i64, %p: i1) attributes {nvvm.kernel} {
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.shared.cluster.global %tile, %map, %full, box[%i, %i] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %tile, box[%i] : !llvm.ptr, <3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %tile, box[%i, %i] l2_cache_hint = %hint : !llvm.ptr, <3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %tile, box[%i, %i, %i] {mode = #nvvm.tma_store_mode<im2col>} : !llvm.ptr, <3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %tile, box[%i, %i, %i, %i], predicate = %p : !llvm.ptr, <3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %tile, box[%i, %i, %i, %i, %i] : !llvm.ptr, <3>
  nvvm.cp.async.bulk.commit.group
  nvvm.cp.async.bulk.wait_group 1 {read}
  nvvm.cp.async.bulk.wait_group 0
  llvm.return
}

llvm.func @matrices(%i: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  nvvm.stmatrix %tile, %i {layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32
  nvvm.stmatrix %tile, %i, %i {layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32, i32
  nvvm.stmatrix %tile, %i, %i, %i, %i {layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32, i32, i32, i32
  %0 = nvvm.ldmatrix %tile {num = 2 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
  %1 = llvm.extractvalue %0[1] : !llvm.struct<(i32, i32)>
  llvm.store %1, %out : i32, !llvm.ptr<1>
  llvm.return
}

llvm.func @registers(%x: !llvm.ptr<1>, %t: i32) attributes {nvvm.kernel, nvvm.minctasm = 1 : i32, nvvm.reqntid = array<i32: 256, 1, 1>} {
  nvvm.setmaxregister decrease 40
  llvm.store %t, %x : i32, !llvm.ptr<1>
  nvvm.setmaxregister increase 232
  llvm.return
}

llvm.func @threads_copies(%from: !llvm.ptr<1>, %n: i32, %any: !llvm.ptr) attributes {nvvm.kernel} {
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  nvvm.cp.async.shared.global %tile, %from, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %tile, %from, 8, cache = ca, %n : !llvm.ptr<3>, !llvm.ptr<1>, i32
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  nvvm.cp.async.mbarrier.arrive %full : !llvm.ptr<3>
  nvvm.cp.async.mbarrier.arrive %any {noinc = true} : !llvm.ptr
  llvm.return
}

llvm.func @reductions(%map: !llvm.ptr, %i: i32, %o: i16, %hint: i64) attributes {nvvm.kernel} {
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.reduce %map, %tile, box[%i] {redKind = #nvvm.tma_redux_kind<add>} : !llvm.ptr, <3>
  nvvm.cp.async.bulk.tensor.reduce %map, %tile, box[%i, %i] l2_cache_hint = %hint {redKind = #nvvm.tma_redux_kind<max>} : !llvm.ptr, <3>
  nvvm.cp.async.bulk.tensor.reduce %map, %tile, box[%i, %i, %i] {mode = #nvvm.tma_store_mode<im2col>, redKind = #nvvm.tma_redux_kind<xor>} : !llvm.ptr, <3>
  nvvm.cp.async.bulk.tensor.prefetch %map, box[%i, %i] : !llvm.ptr
  nvvm.cp.async.bulk.tensor.prefetch %map, box[%i, %i] l2_cache_hint = %hint : !llvm.ptr
  nvvm.cp.async.bulk.tensor.prefetch %map, box[%i, %i, %i] im2col[%o] {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr
  llvm.return
}

llvm.func @multicast(%map: !llvm.ptr, %i: i32, %o: i16, %mask: i16, %hint: i64, %p: i1) attributes {nvvm.kernel} {
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %far = nvvm.mapa %tile, %i : !llvm.ptr<3> -> !llvm.ptr<7>
  nvvm.cp.async.bulk.tensor.shared.cluster.global %far, %map, %full, box[%i, %i] : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %far, %map, %full, box[%i, %i] multicast_mask = %mask l2_cache_hint = %hint : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %far, %map, %full, box[%i, %i, %i] im2col[%o] {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %far, %map, %full, box[%i] predicate = %p : !llvm.ptr<7>, !llvm.ptr
  llvm.return
}

llvm.func @clusters(%x: !llvm.ptr<1>, %any: !llvm.ptr, %n: i32) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  nvvm.mbarrier.init %full, %n : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %any, %n : !llvm.ptr, i32
  nvvm.cluster.arrive.relaxed {aligned}
  nvvm.cluster.wait {aligned}
  nvvm.cluster.arrive
  nvvm.cluster.wait
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %far = nvvm.mapa %full, %rank : !llvm.ptr<3> -> !llvm.ptr<7>
  %near = llvm.addrspacecast %full : !llvm.ptr<3> to !llvm.ptr<7>
  nvvm.mbarrier.arrive %far {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>
  nvvm.mbarrier.arrive %near, %n {relaxed = true, scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>
  nvvm.mbarrier.arrive %full : !llvm.ptr<3>
  nvvm.mbarrier.arrive.expect_tx %far, %n {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>, i32
  %0 = nvvm.read.ptx.sreg.clusterid.x : i32
  %1 = nvvm.read.ptx.sreg.nclusterid.x : i32
  %2 = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
  %3 = nvvm.read.ptx.sreg.cluster.nctaid.x : i32
  %4 = nvvm.read.ptx.sreg.cluster.nctarank : i32
  %5 = llvm.add %0, %1 : i32
  %6 = llvm.add %2, %3 : i32
  %7 = llvm.add %5, %6 : i32
  %8 = llvm.add %7, %4 : i32
  llvm.store %8, %x : i32, !llvm.ptr<1>
  llvm.return
}

llvm.func @elections(%x: !llvm.ptr<1>, %mask: i32) attributes {nvvm.kernel} {
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %0 = nvvm.elect.sync -> i1
  %1 = nvvm.elect.sync %mask -> i1
  %2 = llvm.and %0, %1 : i1
  %3 = llvm.zext %2 : i1 to i32
  llvm.store %3, %x : i32, !llvm.ptr<1>
  nvvm.mbarrier.expect_tx %full, %mask : !llvm.ptr<3>, i32
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<alias>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cluster>}
  llvm.return
}

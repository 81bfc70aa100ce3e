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

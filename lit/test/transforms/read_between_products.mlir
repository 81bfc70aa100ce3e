// RUN: tile-opt %s --nvvm-prefetch-fragments | filecheck %s

// The second left factor is read while the first product runs, with the address that only it needs. The warp meets
// behind the last read, ahead of the wait.
// CHECK-LABEL: @two_factors
// CHECK-NOT: llvm.getelementptr
// CHECK: %[[R0:[0-9]+]] = nvvm.ldmatrix %arg0
// CHECK-NOT: nvvm.ldmatrix
// CHECK: %[[FENCED:[0-9]+]]:2 = tilegpu.fence_registers %arg1, %
// CHECK-NEXT: %[[S0:[0-9]+]] = tilegpu.register_product %[[FENCED]]#1 by %arg2, %[[FENCED]]#0
// CHECK: %[[AT:[0-9]+]] = llvm.getelementptr %arg0[%arg4]
// CHECK-NEXT: %[[R1:[0-9]+]] = nvvm.ldmatrix %[[AT]]
// CHECK: %[[NEXT:[0-9]+]] = tilegpu.fence_registers %
// CHECK-NEXT: %[[S1:[0-9]+]] = tilegpu.register_product %[[NEXT]] by %arg3, %[[S0]]
// CHECK-NEXT: nvvm.wgmma.commit.group.sync.aligned
// CHECK-NEXT: nvvm.bar.warp.sync
// CHECK-NEXT: tilegpu.await_products %[[S1]], %[[FENCED]]#1, %[[NEXT]]
!sum = !llvm.struct<(f32, f32, f32, f32)>
!words = !llvm.struct<(i32, i32, i32, i32)>
llvm.func @two_factors(%tile: !llvm.ptr<3>, %sum: !sum, %x: i64, %y: i64, %at: i32) -> !sum {
  %all = llvm.mlir.constant(-1 : i32) : i32
  %first = nvvm.ldmatrix %tile {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>,
      num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !words
  %second = llvm.getelementptr %tile[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %next = nvvm.ldmatrix %second {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>,
      num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !words
  nvvm.bar.warp.sync %all : i32
  %0 = llvm.extractvalue %next[0] : !words
  %1 = llvm.insertvalue %0, %next[3] : !words
  %f:3 = tilegpu.fence_registers %sum, %first, %1 : !sum, !words, !words -> !sum, !words, !words
  %s0 = tilegpu.register_product %f#1 by %x, %f#0 {columns = 8 : i32, rhs_along_columns, rhs_type = "f16",
      type = "f16"} : !words -> !sum
  %s1 = tilegpu.register_product %f#2 by %y, %s0 {columns = 8 : i32, rhs_along_columns, rhs_type = "f16",
      type = "f16"} : !words -> !sum
  nvvm.wgmma.commit.group.sync.aligned
  %w:3 = tilegpu.await_products %s1, %f#1, %f#2 {pending = 0 : i32} : !sum, !words, !words -> !sum, !words, !words
  llvm.return %w#0 : !sum
}

// A factor is more than what was read.
// CHECK-LABEL: @computed
// CHECK-COUNT-2: nvvm.ldmatrix
// CHECK: tilegpu.fence_registers
// CHECK-NOT: nvvm.ldmatrix
llvm.func @computed(%tile: !llvm.ptr<3>, %sum: !sum, %x: i64, %y: i64, %at: i32) -> !sum {
  %all = llvm.mlir.constant(-1 : i32) : i32
  %first = nvvm.ldmatrix %tile {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>,
      num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !words
  %second = llvm.getelementptr %tile[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %next = nvvm.ldmatrix %second {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>,
      num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !words
  nvvm.bar.warp.sync %all : i32
  %0 = llvm.extractvalue %next[0] : !words
  %sum0 = llvm.add %0, %at : i32
  %1 = llvm.insertvalue %sum0, %next[3] : !words
  %f:3 = tilegpu.fence_registers %sum, %first, %1 : !sum, !words, !words -> !sum, !words, !words
  %s0 = tilegpu.register_product %f#1 by %x, %f#0 {columns = 8 : i32, rhs_along_columns, rhs_type = "f16",
      type = "f16"} : !words -> !sum
  %s1 = tilegpu.register_product %f#2 by %y, %s0 {columns = 8 : i32, rhs_along_columns, rhs_type = "f16",
      type = "f16"} : !words -> !sum
  nvvm.wgmma.commit.group.sync.aligned
  %w:3 = tilegpu.await_products %s1, %f#1, %f#2 {pending = 0 : i32} : !sum, !words, !words -> !sum, !words, !words
  llvm.return %w#0 : !sum
}

// A slot is released behind the reads.
// CHECK-LABEL: @released
// CHECK-COUNT-2: nvvm.ldmatrix
// CHECK: tilegpu.fence_registers
// CHECK-NOT: nvvm.ldmatrix
llvm.func @released(%tile: !llvm.ptr<3>, %sum: !sum, %x: i64, %y: i64, %at: i32) -> !sum {
  %all = llvm.mlir.constant(-1 : i32) : i32
  %first = nvvm.ldmatrix %tile {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>,
      num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !words
  %second = llvm.getelementptr %tile[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %next = nvvm.ldmatrix %second {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>,
      num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !words
  nvvm.bar.warp.sync %all : i32
  nvvm.mbarrier.arrive %tile : !llvm.ptr<3>
  %0 = llvm.extractvalue %next[0] : !words
  %1 = llvm.insertvalue %0, %next[3] : !words
  %f:3 = tilegpu.fence_registers %sum, %first, %1 : !sum, !words, !words -> !sum, !words, !words
  %s0 = tilegpu.register_product %f#1 by %x, %f#0 {columns = 8 : i32, rhs_along_columns, rhs_type = "f16",
      type = "f16"} : !words -> !sum
  %s1 = tilegpu.register_product %f#2 by %y, %s0 {columns = 8 : i32, rhs_along_columns, rhs_type = "f16",
      type = "f16"} : !words -> !sum
  nvvm.wgmma.commit.group.sync.aligned
  %w:3 = tilegpu.await_products %s1, %f#1, %f#2 {pending = 0 : i32} : !sum, !words, !words -> !sum, !words, !words
  llvm.return %w#0 : !sum
}

// What was read is used elsewhere, too.
// CHECK-LABEL: @used
// CHECK-COUNT-2: nvvm.ldmatrix
// CHECK: tilegpu.fence_registers
// CHECK-NOT: nvvm.ldmatrix
llvm.func @used(%tile: !llvm.ptr<3>, %sum: !sum, %x: i64, %y: i64, %at: i32) -> !sum {
  %all = llvm.mlir.constant(-1 : i32) : i32
  %first = nvvm.ldmatrix %tile {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>,
      num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !words
  %second = llvm.getelementptr %tile[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %next = nvvm.ldmatrix %second {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>,
      num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !words
  nvvm.bar.warp.sync %all : i32
  %0 = llvm.extractvalue %next[0] : !words
  %1 = llvm.insertvalue %0, %next[3] : !words
  %f:3 = tilegpu.fence_registers %sum, %first, %1 : !sum, !words, !words -> !sum, !words, !words
  %s0 = tilegpu.register_product %f#1 by %x, %f#0 {columns = 8 : i32, rhs_along_columns, rhs_type = "f16",
      type = "f16"} : !words -> !sum
  %s1 = tilegpu.register_product %f#2 by %y, %s0 {columns = 8 : i32, rhs_along_columns, rhs_type = "f16",
      type = "f16"} : !words -> !sum
  nvvm.wgmma.commit.group.sync.aligned
  %w:3 = tilegpu.await_products %s1, %f#1, %f#2 {pending = 0 : i32} : !sum, !words, !words -> !sum, !words, !words
  llvm.store %0, %tile : i32, !llvm.ptr<3>
  llvm.return %w#0 : !sum
}

// RUN: tile-opt %s --nvvm-prefetch-fragments | filecheck %s

// Tiles of two steps, in three slots. The load of the second step is ahead of the product of the first one. The loads
// for the first step of the next tile are between the barrier and the last product. For the first tile, they are ahead
// of the loop.
// CHECK-LABEL: @two_steps
// CHECK: nvvm.cp.async.wait.group 1
// CHECK-NEXT: nvvm.barrier0
// CHECK-COUNT-2: llvm.load
// CHECK: llvm.br ^[[HEADER:bb[0-9]+]](
// CHECK: ^[[HEADER]](%{{.*}}: i32, %[[SLOT:[0-9]+]]: i32, %[[S0:[0-9]+]]: f64, %[[S1:[0-9]+]]: f64, %[[A:[0-9]+]]: f64, %[[B:[0-9]+]]: f64):
// CHECK: llvm.cond_br
// CHECK: %[[P:.*]] = llvm.getelementptr %arg1[%[[SLOT]]]
// CHECK: llvm.getelementptr %[[P]][2]
// CHECK-NEXT: %[[D:.*]] = llvm.load
// CHECK-NEXT: nvvm.mma.sync A[%[[A]]] B[%[[B]]] C[%[[S0]], %[[S1]]]
// CHECK-SAME: nvvm.in_order
// CHECK: nvvm.cp.async.shared.global
// CHECK-NEXT: nvvm.cp.async.commit.group
// CHECK-NEXT: nvvm.cp.async.wait.group 1
// CHECK-NEXT: nvvm.barrier0
// CHECK: %[[ROUND:.*]] = llvm.select
// CHECK: llvm.getelementptr %arg1[%[[ROUND]]]
// CHECK: %[[NEXTA:.*]] = llvm.load
// CHECK: %[[NEXTB:.*]] = llvm.load
// CHECK: nvvm.mma.sync A[%[[D]]] B[%[[D]]]
// CHECK-NOT: llvm.load
// CHECK: llvm.br ^[[HEADER]](%{{.*}}, %[[ROUND]], %{{.*}}, %{{.*}}, %[[NEXTA]], %[[NEXTB]] :
llvm.func @two_steps(%x: !llvm.ptr<1>, %s: !llvm.ptr<3>, %out: !llvm.ptr<1>, %count: i32) {
  %zero = llvm.mlir.constant(0.0 : f64) : f64
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  llvm.br ^header(%c0, %c0, %zero, %zero : i32, i32, f64, f64)
^header(%i: i32, %slot: i32, %s0: f64, %s1: f64):
  %more = llvm.icmp "slt" %i, %c8 : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  nvvm.cp.async.wait.group 1
  nvvm.barrier0
  %p = llvm.getelementptr %s[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x f64>
  %q = llvm.getelementptr %p[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %a = llvm.load %p : !llvm.ptr<3> -> f64
  %b = llvm.load %q : !llvm.ptr<3> -> f64
  %t = nvvm.mma.sync A[%a] B[%b] C[%s0, %s1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %t0 = llvm.extractvalue %t[0] : !llvm.struct<(f64, f64)>
  %t1 = llvm.extractvalue %t[1] : !llvm.struct<(f64, f64)>
  %r = llvm.getelementptr %p[2] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %d = llvm.load %r : !llvm.ptr<3> -> f64
  %u = nvvm.mma.sync A[%d] B[%d] C[%t0, %t1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %u0 = llvm.extractvalue %u[0] : !llvm.struct<(f64, f64)>
  %u1 = llvm.extractvalue %u[1] : !llvm.struct<(f64, f64)>
  nvvm.cp.async.shared.global %s, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  %j = llvm.add %i, %c1 : i32
  %n = llvm.add %slot, %c1 : i32
  %last = llvm.icmp "eq" %n, %c3 : i32
  %round = llvm.select %last, %c0, %n : i1, i32
  llvm.br ^header(%j, %round, %u0, %u1 : i32, i32, f64, f64)
^exit:
  llvm.store %s0, %out : f64, !llvm.ptr<1>
  llvm.return
}

// The loop may have no iteration, so threads meet ahead of it only if it has one.
// CHECK-LABEL: @some_tiles
// CHECK: %[[SOME:.*]] = llvm.icmp "slt" %{{.*}}, %arg3 : i32
// CHECK-NEXT: llvm.cond_br %[[SOME]], ^[[BEGIN:.*]], ^[[SKIP:bb[0-9]+]]
// CHECK: ^[[SKIP]]:
// CHECK-COUNT-2: llvm.mlir.poison : f64
// CHECK: llvm.br ^[[HEADER:bb[0-9]+]](
// CHECK: ^[[BEGIN]]:
// CHECK: nvvm.barrier0
// CHECK-COUNT-2: llvm.load
// CHECK: llvm.br ^[[HEADER]](
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.barrier0
// CHECK-COUNT-2: llvm.load
// CHECK: nvvm.mma.sync
llvm.func @some_tiles(%x: !llvm.ptr<1>, %s: !llvm.ptr<3>, %out: !llvm.ptr<1>, %count: i32) {
  %zero = llvm.mlir.constant(0.0 : f64) : f64
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  llvm.br ^header(%c0, %c0, %zero, %zero : i32, i32, f64, f64)
^header(%i: i32, %slot: i32, %s0: f64, %s1: f64):
  %more = llvm.icmp "slt" %i, %count : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  nvvm.cp.async.wait.group 1
  nvvm.barrier0
  %p = llvm.getelementptr %s[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x f64>
  %q = llvm.getelementptr %p[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %a = llvm.load %p : !llvm.ptr<3> -> f64
  %b = llvm.load %q : !llvm.ptr<3> -> f64
  %t = nvvm.mma.sync A[%a] B[%b] C[%s0, %s1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %t0 = llvm.extractvalue %t[0] : !llvm.struct<(f64, f64)>
  %t1 = llvm.extractvalue %t[1] : !llvm.struct<(f64, f64)>
  %r = llvm.getelementptr %p[2] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %d = llvm.load %r : !llvm.ptr<3> -> f64
  %u = nvvm.mma.sync A[%d] B[%d] C[%t0, %t1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %u0 = llvm.extractvalue %u[0] : !llvm.struct<(f64, f64)>
  %u1 = llvm.extractvalue %u[1] : !llvm.struct<(f64, f64)>
  nvvm.cp.async.shared.global %s, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  %j = llvm.add %i, %c1 : i32
  %n = llvm.add %slot, %c1 : i32
  %last = llvm.icmp "eq" %n, %c3 : i32
  %round = llvm.select %last, %c0, %n : i1, i32
  llvm.br ^header(%j, %round, %u0, %u1 : i32, i32, f64, f64)
^exit:
  llvm.store %s0, %out : f64, !llvm.ptr<1>
  llvm.return
}

// With several products in a step, each is followed by the loads that the product in the same place of the next step is
// the first to need. Copies are between the products ahead of the last step.
// CHECK-LABEL: @places
// CHECK: llvm.cond_br
// CHECK: nvvm.mma.sync A[%[[A0:[0-9]+]]] B[%[[B0:[0-9]+]]]
// CHECK-COUNT-2: llvm.load
// CHECK-NOT: llvm.load
// CHECK: nvvm.mma.sync A[%[[A0]]] B[%[[B1:[0-9]+]]]
// CHECK: llvm.load
// CHECK-NOT: llvm.load
// CHECK: nvvm.mma.sync A[%[[A1:[0-9]+]]] B[%[[B0]]]
// CHECK: llvm.load
// CHECK-NOT: llvm.load
// CHECK: nvvm.mma.sync A[%[[A1]]] B[%[[B1]]]
// CHECK: nvvm.cp.async.shared.global
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.barrier0
// CHECK-NOT: llvm.load
// CHECK: nvvm.mma.sync
// CHECK-COUNT-2: llvm.load
// CHECK: nvvm.mma.sync
// CHECK: llvm.load
// CHECK: nvvm.mma.sync
// CHECK: llvm.load
// CHECK: nvvm.mma.sync
llvm.func @places(%x: !llvm.ptr<1>, %s: !llvm.ptr<3>, %out: !llvm.ptr<1>, %count: i32) {
  %zero = llvm.mlir.constant(0.0 : f64) : f64
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  llvm.br ^header(%c0, %c0, %zero, %zero, %zero, %zero, %zero, %zero, %zero, %zero : i32, i32, f64, f64, f64, f64, f64, f64, f64, f64)
^header(%i: i32, %slot: i32, %s0: f64, %s1: f64, %s2: f64, %s3: f64, %s4: f64, %s5: f64, %s6: f64, %s7: f64):
  %more = llvm.icmp "slt" %i, %c8 : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  nvvm.cp.async.wait.group 1
  nvvm.barrier0
  %p = llvm.getelementptr %s[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<8 x f64>
  %p00 = llvm.getelementptr %p[0] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %f00 = llvm.load %p00 : !llvm.ptr<3> -> f64
  %p01 = llvm.getelementptr %p[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %f01 = llvm.load %p01 : !llvm.ptr<3> -> f64
  %p02 = llvm.getelementptr %p[2] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %f02 = llvm.load %p02 : !llvm.ptr<3> -> f64
  %p03 = llvm.getelementptr %p[3] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %f03 = llvm.load %p03 : !llvm.ptr<3> -> f64
  %t00 = nvvm.mma.sync A[%f00] B[%f02] C[%s0, %s1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %u00 = llvm.extractvalue %t00[0] : !llvm.struct<(f64, f64)>
  %v00 = llvm.extractvalue %t00[1] : !llvm.struct<(f64, f64)>
  %t01 = nvvm.mma.sync A[%f00] B[%f03] C[%s2, %s3] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %u01 = llvm.extractvalue %t01[0] : !llvm.struct<(f64, f64)>
  %v01 = llvm.extractvalue %t01[1] : !llvm.struct<(f64, f64)>
  %t02 = nvvm.mma.sync A[%f01] B[%f02] C[%s4, %s5] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %u02 = llvm.extractvalue %t02[0] : !llvm.struct<(f64, f64)>
  %v02 = llvm.extractvalue %t02[1] : !llvm.struct<(f64, f64)>
  %t03 = nvvm.mma.sync A[%f01] B[%f03] C[%s6, %s7] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %u03 = llvm.extractvalue %t03[0] : !llvm.struct<(f64, f64)>
  %v03 = llvm.extractvalue %t03[1] : !llvm.struct<(f64, f64)>
  %p10 = llvm.getelementptr %p[4] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %f10 = llvm.load %p10 : !llvm.ptr<3> -> f64
  %p11 = llvm.getelementptr %p[5] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %f11 = llvm.load %p11 : !llvm.ptr<3> -> f64
  %p12 = llvm.getelementptr %p[6] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %f12 = llvm.load %p12 : !llvm.ptr<3> -> f64
  %p13 = llvm.getelementptr %p[7] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %f13 = llvm.load %p13 : !llvm.ptr<3> -> f64
  %t10 = nvvm.mma.sync A[%f10] B[%f12] C[%u00, %v00] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %u10 = llvm.extractvalue %t10[0] : !llvm.struct<(f64, f64)>
  %v10 = llvm.extractvalue %t10[1] : !llvm.struct<(f64, f64)>
  %t11 = nvvm.mma.sync A[%f10] B[%f13] C[%u01, %v01] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %u11 = llvm.extractvalue %t11[0] : !llvm.struct<(f64, f64)>
  %v11 = llvm.extractvalue %t11[1] : !llvm.struct<(f64, f64)>
  %t12 = nvvm.mma.sync A[%f11] B[%f12] C[%u02, %v02] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %u12 = llvm.extractvalue %t12[0] : !llvm.struct<(f64, f64)>
  %v12 = llvm.extractvalue %t12[1] : !llvm.struct<(f64, f64)>
  %t13 = nvvm.mma.sync A[%f11] B[%f13] C[%u03, %v03] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %u13 = llvm.extractvalue %t13[0] : !llvm.struct<(f64, f64)>
  %v13 = llvm.extractvalue %t13[1] : !llvm.struct<(f64, f64)>
  nvvm.cp.async.shared.global %s, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  %j = llvm.add %i, %c1 : i32
  %n = llvm.add %slot, %c1 : i32
  %last = llvm.icmp "eq" %n, %c3 : i32
  %round = llvm.select %last, %c0, %n : i1, i32
  llvm.br ^header(%j, %round, %u10, %v10, %u11, %v11, %u12, %v12, %u13, %v13 : i32, i32, f64, f64, f64, f64, f64, f64, f64, f64)
^exit:
  llvm.store %s0, %out : f64, !llvm.ptr<1>
  llvm.return
}

// A thread whose tiles have one step would need registers for the fragments of two.
// CHECK-LABEL: @one_step
// CHECK-NOT: in_order
llvm.func @one_step(%x: !llvm.ptr<1>, %s: !llvm.ptr<3>, %out: !llvm.ptr<1>, %count: i32) {
  %zero = llvm.mlir.constant(0.0 : f64) : f64
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  llvm.br ^header(%c0, %c0, %zero, %zero : i32, i32, f64, f64)
^header(%i: i32, %slot: i32, %s0: f64, %s1: f64):
  %more = llvm.icmp "slt" %i, %count : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  nvvm.cp.async.wait.group 1
  nvvm.barrier0
  %p = llvm.getelementptr %s[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x f64>
  %q = llvm.getelementptr %p[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %a = llvm.load %p : !llvm.ptr<3> -> f64
  %b = llvm.load %q : !llvm.ptr<3> -> f64
  %t = nvvm.mma.sync A[%a] B[%b] C[%s0, %s1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %t0 = llvm.extractvalue %t[0] : !llvm.struct<(f64, f64)>
  %t1 = llvm.extractvalue %t[1] : !llvm.struct<(f64, f64)>
  nvvm.cp.async.shared.global %s, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  %j = llvm.add %i, %c1 : i32
  %n = llvm.add %slot, %c1 : i32
  %last = llvm.icmp "eq" %n, %c3 : i32
  %round = llvm.select %last, %c0, %n : i1, i32
  llvm.br ^header(%j, %round, %t0, %t1 : i32, i32, f64, f64)
^exit:
  llvm.store %s0, %out : f64, !llvm.ptr<1>
  llvm.return
}

// The number of the next slot may be any: the loads behind the last tile may be outside of shared memory.
// CHECK-LABEL: @any_slot
// CHECK-NOT: in_order
llvm.func @any_slot(%x: !llvm.ptr<1>, %s: !llvm.ptr<3>, %out: !llvm.ptr<1>, %count: i32) {
  %zero = llvm.mlir.constant(0.0 : f64) : f64
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  llvm.br ^header(%c0, %c0, %zero, %zero : i32, i32, f64, f64)
^header(%i: i32, %slot: i32, %s0: f64, %s1: f64):
  %more = llvm.icmp "slt" %i, %c8 : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  nvvm.cp.async.wait.group 1
  nvvm.barrier0
  %p = llvm.getelementptr %s[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x f64>
  %q = llvm.getelementptr %p[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %a = llvm.load %p : !llvm.ptr<3> -> f64
  %b = llvm.load %q : !llvm.ptr<3> -> f64
  %t = nvvm.mma.sync A[%a] B[%b] C[%s0, %s1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %t0 = llvm.extractvalue %t[0] : !llvm.struct<(f64, f64)>
  %t1 = llvm.extractvalue %t[1] : !llvm.struct<(f64, f64)>
  %r = llvm.getelementptr %p[2] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %d = llvm.load %r : !llvm.ptr<3> -> f64
  %u = nvvm.mma.sync A[%d] B[%d] C[%t0, %t1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %u0 = llvm.extractvalue %u[0] : !llvm.struct<(f64, f64)>
  %u1 = llvm.extractvalue %u[1] : !llvm.struct<(f64, f64)>
  nvvm.cp.async.shared.global %s, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  %j = llvm.add %i, %c1 : i32
  %n = llvm.add %slot, %c1 : i32
  %last = llvm.icmp "eq" %n, %c3 : i32
  %round = llvm.select %last, %c0, %n : i1, i32
  llvm.br ^header(%j, %n, %u0, %u1 : i32, i32, f64, f64)
^exit:
  llvm.store %s0, %out : f64, !llvm.ptr<1>
  llvm.return
}

// Another barrier may order other accesses than copies.
// CHECK-LABEL: @two_barriers
// CHECK-NOT: in_order
llvm.func @two_barriers(%x: !llvm.ptr<1>, %s: !llvm.ptr<3>, %out: !llvm.ptr<1>, %count: i32) {
  %zero = llvm.mlir.constant(0.0 : f64) : f64
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  llvm.br ^header(%c0, %c0, %zero, %zero : i32, i32, f64, f64)
^header(%i: i32, %slot: i32, %s0: f64, %s1: f64):
  %more = llvm.icmp "slt" %i, %c8 : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  nvvm.cp.async.wait.group 1
  nvvm.barrier0
  %p = llvm.getelementptr %s[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x f64>
  %q = llvm.getelementptr %p[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %a = llvm.load %p : !llvm.ptr<3> -> f64
  %b = llvm.load %q : !llvm.ptr<3> -> f64
  %t = nvvm.mma.sync A[%a] B[%b] C[%s0, %s1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %t0 = llvm.extractvalue %t[0] : !llvm.struct<(f64, f64)>
  %t1 = llvm.extractvalue %t[1] : !llvm.struct<(f64, f64)>
  %r = llvm.getelementptr %p[2] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %d = llvm.load %r : !llvm.ptr<3> -> f64
  %u = nvvm.mma.sync A[%d] B[%d] C[%t0, %t1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %u0 = llvm.extractvalue %u[0] : !llvm.struct<(f64, f64)>
  %u1 = llvm.extractvalue %u[1] : !llvm.struct<(f64, f64)>
  nvvm.barrier0
  nvvm.cp.async.shared.global %s, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  %j = llvm.add %i, %c1 : i32
  %n = llvm.add %slot, %c1 : i32
  %last = llvm.icmp "eq" %n, %c3 : i32
  %round = llvm.select %last, %c0, %n : i1, i32
  llvm.br ^header(%j, %round, %u0, %u1 : i32, i32, f64, f64)
^exit:
  llvm.store %s0, %out : f64, !llvm.ptr<1>
  llvm.return
}

// A store may be to what the loads read.
// CHECK-LABEL: @stores
// CHECK-NOT: in_order
llvm.func @stores(%x: !llvm.ptr<1>, %s: !llvm.ptr<3>, %out: !llvm.ptr<1>, %count: i32) {
  %zero = llvm.mlir.constant(0.0 : f64) : f64
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  llvm.br ^header(%c0, %c0, %zero, %zero : i32, i32, f64, f64)
^header(%i: i32, %slot: i32, %s0: f64, %s1: f64):
  %more = llvm.icmp "slt" %i, %c8 : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  nvvm.cp.async.wait.group 1
  nvvm.barrier0
  %p = llvm.getelementptr %s[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x f64>
  %q = llvm.getelementptr %p[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %a = llvm.load %p : !llvm.ptr<3> -> f64
  %b = llvm.load %q : !llvm.ptr<3> -> f64
  %t = nvvm.mma.sync A[%a] B[%b] C[%s0, %s1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %t0 = llvm.extractvalue %t[0] : !llvm.struct<(f64, f64)>
  %t1 = llvm.extractvalue %t[1] : !llvm.struct<(f64, f64)>
  %r = llvm.getelementptr %p[2] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %d = llvm.load %r : !llvm.ptr<3> -> f64
  %u = nvvm.mma.sync A[%d] B[%d] C[%t0, %t1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %u0 = llvm.extractvalue %u[0] : !llvm.struct<(f64, f64)>
  %u1 = llvm.extractvalue %u[1] : !llvm.struct<(f64, f64)>
  llvm.store %zero, %s : f64, !llvm.ptr<3>
  nvvm.cp.async.shared.global %s, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  %j = llvm.add %i, %c1 : i32
  %n = llvm.add %slot, %c1 : i32
  %last = llvm.icmp "eq" %n, %c3 : i32
  %round = llvm.select %last, %c0, %n : i1, i32
  llvm.br ^header(%j, %round, %u0, %u1 : i32, i32, f64, f64)
^exit:
  llvm.store %s0, %out : f64, !llvm.ptr<1>
  llvm.return
}

// Few tiles are copied ahead of the loop.
// CHECK-LABEL: @few_tiles
// CHECK-NOT: in_order
llvm.func @few_tiles(%x: !llvm.ptr<1>, %s: !llvm.ptr<3>, %out: !llvm.ptr<1>, %count: i32) {
  %zero = llvm.mlir.constant(0.0 : f64) : f64
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  llvm.br ^header(%c0, %c0, %zero, %zero : i32, i32, f64, f64)
^header(%i: i32, %slot: i32, %s0: f64, %s1: f64):
  %more = llvm.icmp "slt" %i, %c3 : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  nvvm.cp.async.wait.group 1
  nvvm.barrier0
  %p = llvm.getelementptr %s[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x f64>
  %q = llvm.getelementptr %p[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %a = llvm.load %p : !llvm.ptr<3> -> f64
  %b = llvm.load %q : !llvm.ptr<3> -> f64
  %t = nvvm.mma.sync A[%a] B[%b] C[%s0, %s1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %t0 = llvm.extractvalue %t[0] : !llvm.struct<(f64, f64)>
  %t1 = llvm.extractvalue %t[1] : !llvm.struct<(f64, f64)>
  %r = llvm.getelementptr %p[2] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %d = llvm.load %r : !llvm.ptr<3> -> f64
  %u = nvvm.mma.sync A[%d] B[%d] C[%t0, %t1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %u0 = llvm.extractvalue %u[0] : !llvm.struct<(f64, f64)>
  %u1 = llvm.extractvalue %u[1] : !llvm.struct<(f64, f64)>
  nvvm.cp.async.shared.global %s, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  %j = llvm.add %i, %c1 : i32
  %n = llvm.add %slot, %c1 : i32
  %last = llvm.icmp "eq" %n, %c3 : i32
  %round = llvm.select %last, %c0, %n : i1, i32
  llvm.br ^header(%j, %round, %u0, %u1 : i32, i32, f64, f64)
^exit:
  llvm.store %s0, %out : f64, !llvm.ptr<1>
  llvm.return
}

// Behind the last tile, an address that is read may be any.
// CHECK-LABEL: @read_address
// CHECK-NOT: in_order
llvm.func @read_address(%x: !llvm.ptr<1>, %s: !llvm.ptr<3>, %out: !llvm.ptr<1>, %count: i32) {
  %zero = llvm.mlir.constant(0.0 : f64) : f64
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  llvm.br ^header(%c0, %c0, %zero, %zero : i32, i32, f64, f64)
^header(%i: i32, %slot: i32, %s0: f64, %s1: f64):
  %more = llvm.icmp "slt" %i, %c8 : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  nvvm.cp.async.wait.group 1
  nvvm.barrier0
  %e = llvm.getelementptr %s[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %where = llvm.load %e : !llvm.ptr<3> -> i32
  %p = llvm.getelementptr %s[%where] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x f64>
  %q = llvm.getelementptr %p[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %a = llvm.load %p : !llvm.ptr<3> -> f64
  %b = llvm.load %q : !llvm.ptr<3> -> f64
  %t = nvvm.mma.sync A[%a] B[%b] C[%s0, %s1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %t0 = llvm.extractvalue %t[0] : !llvm.struct<(f64, f64)>
  %t1 = llvm.extractvalue %t[1] : !llvm.struct<(f64, f64)>
  %r = llvm.getelementptr %p[2] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %d = llvm.load %r : !llvm.ptr<3> -> f64
  %u = nvvm.mma.sync A[%d] B[%d] C[%t0, %t1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %u0 = llvm.extractvalue %u[0] : !llvm.struct<(f64, f64)>
  %u1 = llvm.extractvalue %u[1] : !llvm.struct<(f64, f64)>
  nvvm.cp.async.shared.global %s, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  %j = llvm.add %i, %c1 : i32
  %n = llvm.add %slot, %c1 : i32
  %last = llvm.icmp "eq" %n, %c3 : i32
  %round = llvm.select %last, %c0, %n : i1, i32
  llvm.br ^header(%j, %round, %u0, %u1 : i32, i32, f64, f64)
^exit:
  llvm.store %s0, %out : f64, !llvm.ptr<1>
  llvm.return
}

// The operations that lead to an address may use each other in many ways.
// CHECK-LABEL: @shared_operands
// CHECK: nvvm.in_order
llvm.func @shared_operands(%x: !llvm.ptr<1>, %s: !llvm.ptr<3>, %out: !llvm.ptr<1>, %count: i32) {
  %zero = llvm.mlir.constant(0.0 : f64) : f64
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  llvm.br ^header(%c0, %c0, %zero, %zero : i32, i32, f64, f64)
^header(%i: i32, %slot: i32, %s0: f64, %s1: f64):
  %more = llvm.icmp "slt" %i, %c8 : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  nvvm.cp.async.wait.group 1
  nvvm.barrier0
  %x0 = llvm.add %slot, %c1 : i32
  %x1 = llvm.xor %x0, %x0 : i32
  %x2 = llvm.xor %x1, %x1 : i32
  %x3 = llvm.xor %x2, %x2 : i32
  %x4 = llvm.xor %x3, %x3 : i32
  %x5 = llvm.xor %x4, %x4 : i32
  %x6 = llvm.xor %x5, %x5 : i32
  %x7 = llvm.xor %x6, %x6 : i32
  %x8 = llvm.xor %x7, %x7 : i32
  %x9 = llvm.xor %x8, %x8 : i32
  %x10 = llvm.xor %x9, %x9 : i32
  %x11 = llvm.xor %x10, %x10 : i32
  %x12 = llvm.xor %x11, %x11 : i32
  %x13 = llvm.xor %x12, %x12 : i32
  %x14 = llvm.xor %x13, %x13 : i32
  %x15 = llvm.xor %x14, %x14 : i32
  %x16 = llvm.xor %x15, %x15 : i32
  %x17 = llvm.xor %x16, %x16 : i32
  %x18 = llvm.xor %x17, %x17 : i32
  %x19 = llvm.xor %x18, %x18 : i32
  %x20 = llvm.xor %x19, %x19 : i32
  %x21 = llvm.xor %x20, %x20 : i32
  %x22 = llvm.xor %x21, %x21 : i32
  %x23 = llvm.xor %x22, %x22 : i32
  %x24 = llvm.xor %x23, %x23 : i32
  %x25 = llvm.xor %x24, %x24 : i32
  %x26 = llvm.xor %x25, %x25 : i32
  %x27 = llvm.xor %x26, %x26 : i32
  %x28 = llvm.xor %x27, %x27 : i32
  %x29 = llvm.xor %x28, %x28 : i32
  %x30 = llvm.xor %x29, %x29 : i32
  %x31 = llvm.xor %x30, %x30 : i32
  %x32 = llvm.xor %x31, %x31 : i32
  %x33 = llvm.xor %x32, %x32 : i32
  %x34 = llvm.xor %x33, %x33 : i32
  %x35 = llvm.xor %x34, %x34 : i32
  %x36 = llvm.xor %x35, %x35 : i32
  %x37 = llvm.xor %x36, %x36 : i32
  %x38 = llvm.xor %x37, %x37 : i32
  %x39 = llvm.xor %x38, %x38 : i32
  %x40 = llvm.xor %x39, %x39 : i32
  %x41 = llvm.xor %x40, %x40 : i32
  %x42 = llvm.xor %x41, %x41 : i32
  %x43 = llvm.xor %x42, %x42 : i32
  %x44 = llvm.xor %x43, %x43 : i32
  %x45 = llvm.xor %x44, %x44 : i32
  %x46 = llvm.xor %x45, %x45 : i32
  %x47 = llvm.xor %x46, %x46 : i32
  %x48 = llvm.xor %x47, %x47 : i32
  %x49 = llvm.xor %x48, %x48 : i32
  %x50 = llvm.xor %x49, %x49 : i32
  %x51 = llvm.xor %x50, %x50 : i32
  %x52 = llvm.xor %x51, %x51 : i32
  %x53 = llvm.xor %x52, %x52 : i32
  %x54 = llvm.xor %x53, %x53 : i32
  %x55 = llvm.xor %x54, %x54 : i32
  %x56 = llvm.xor %x55, %x55 : i32
  %x57 = llvm.xor %x56, %x56 : i32
  %x58 = llvm.xor %x57, %x57 : i32
  %x59 = llvm.xor %x58, %x58 : i32
  %x60 = llvm.xor %x59, %x59 : i32
  %x61 = llvm.xor %x60, %x60 : i32
  %x62 = llvm.xor %x61, %x61 : i32
  %x63 = llvm.xor %x62, %x62 : i32
  %x64 = llvm.xor %x63, %x63 : i32
  %p = llvm.getelementptr %s[%x64] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x f64>
  %q = llvm.getelementptr %p[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %a = llvm.load %p : !llvm.ptr<3> -> f64
  %b = llvm.load %q : !llvm.ptr<3> -> f64
  %t = nvvm.mma.sync A[%a] B[%b] C[%s0, %s1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %t0 = llvm.extractvalue %t[0] : !llvm.struct<(f64, f64)>
  %t1 = llvm.extractvalue %t[1] : !llvm.struct<(f64, f64)>
  %r = llvm.getelementptr %s[2] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
  %d = llvm.load %r : !llvm.ptr<3> -> f64
  %u = nvvm.mma.sync A[%d] B[%d] C[%t0, %t1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %u0 = llvm.extractvalue %u[0] : !llvm.struct<(f64, f64)>
  %u1 = llvm.extractvalue %u[1] : !llvm.struct<(f64, f64)>
  nvvm.cp.async.shared.global %s, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  %j = llvm.add %i, %c1 : i32
  %n = llvm.add %slot, %c1 : i32
  %last = llvm.icmp "eq" %n, %c3 : i32
  %round = llvm.select %last, %c0, %n : i1, i32
  llvm.br ^header(%j, %round, %u0, %u1 : i32, i32, f64, f64)
^exit:
  llvm.store %s0, %out : f64, !llvm.ptr<1>
  llvm.return
}

// Nothing is left of the reads of the first step: matrices of the next tile are read between the products.
// CHECK-LABEL: @matrices
// CHECK: nvvm.barrier0
// CHECK-COUNT-2: nvvm.ldmatrix
// CHECK: llvm.br
// CHECK: llvm.cond_br
// CHECK-COUNT-2: nvvm.ldmatrix
// CHECK-NOT: nvvm.ldmatrix
// CHECK: nvvm.mma.sync
// CHECK: nvvm.barrier0
// CHECK-COUNT-2: nvvm.ldmatrix
// CHECK-NOT: nvvm.ldmatrix
// CHECK: nvvm.mma.sync
// CHECK-NOT: nvvm.ldmatrix
llvm.func @matrices(%x: !llvm.ptr<1>, %s: !llvm.ptr<3>, %out: !llvm.ptr<1>) {
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  llvm.br ^header(%c0, %c0, %zero, %zero, %zero, %zero : i32, i32, f32, f32, f32, f32)
^header(%i: i32, %slot: i32, %s0: f32, %s1: f32, %s2: f32, %s3: f32):
  %more = llvm.icmp "slt" %i, %c8 : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  nvvm.cp.async.wait.group 1
  nvvm.barrier0
  %p = llvm.getelementptr %s[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<512 x f32>
  %q = llvm.getelementptr %p[64] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f32
  %l0 = nvvm.ldmatrix %p {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  %r0 = nvvm.ldmatrix %q {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
  %a00w = llvm.extractvalue %l0[0] : !llvm.struct<(i32, i32, i32, i32)>
  %a00 = llvm.bitcast %a00w : i32 to vector<2xf16>
  %a01w = llvm.extractvalue %l0[1] : !llvm.struct<(i32, i32, i32, i32)>
  %a01 = llvm.bitcast %a01w : i32 to vector<2xf16>
  %a02w = llvm.extractvalue %l0[2] : !llvm.struct<(i32, i32, i32, i32)>
  %a02 = llvm.bitcast %a02w : i32 to vector<2xf16>
  %a03w = llvm.extractvalue %l0[3] : !llvm.struct<(i32, i32, i32, i32)>
  %a03 = llvm.bitcast %a03w : i32 to vector<2xf16>
  %b00w = llvm.extractvalue %r0[0] : !llvm.struct<(i32, i32)>
  %b00 = llvm.bitcast %b00w : i32 to vector<2xf16>
  %b01w = llvm.extractvalue %r0[1] : !llvm.struct<(i32, i32)>
  %b01 = llvm.bitcast %b01w : i32 to vector<2xf16>
  %t = nvvm.mma.sync A[%a00, %a01, %a02, %a03] B[%b00, %b01] C[%s0, %s1, %s2, %s3] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %t0 = llvm.extractvalue %t[0] : !llvm.struct<(f32, f32, f32, f32)>
  %t1 = llvm.extractvalue %t[1] : !llvm.struct<(f32, f32, f32, f32)>
  %t2 = llvm.extractvalue %t[2] : !llvm.struct<(f32, f32, f32, f32)>
  %t3 = llvm.extractvalue %t[3] : !llvm.struct<(f32, f32, f32, f32)>
  %p1 = llvm.getelementptr %p[128] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f32
  %q1 = llvm.getelementptr %p[192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f32
  %l1 = nvvm.ldmatrix %p1 {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  %r1 = nvvm.ldmatrix %q1 {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
  %a10w = llvm.extractvalue %l1[0] : !llvm.struct<(i32, i32, i32, i32)>
  %a10 = llvm.bitcast %a10w : i32 to vector<2xf16>
  %a11w = llvm.extractvalue %l1[1] : !llvm.struct<(i32, i32, i32, i32)>
  %a11 = llvm.bitcast %a11w : i32 to vector<2xf16>
  %a12w = llvm.extractvalue %l1[2] : !llvm.struct<(i32, i32, i32, i32)>
  %a12 = llvm.bitcast %a12w : i32 to vector<2xf16>
  %a13w = llvm.extractvalue %l1[3] : !llvm.struct<(i32, i32, i32, i32)>
  %a13 = llvm.bitcast %a13w : i32 to vector<2xf16>
  %b10w = llvm.extractvalue %r1[0] : !llvm.struct<(i32, i32)>
  %b10 = llvm.bitcast %b10w : i32 to vector<2xf16>
  %b11w = llvm.extractvalue %r1[1] : !llvm.struct<(i32, i32)>
  %b11 = llvm.bitcast %b11w : i32 to vector<2xf16>
  %u = nvvm.mma.sync A[%a10, %a11, %a12, %a13] B[%b10, %b11] C[%t0, %t1, %t2, %t3] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %u0 = llvm.extractvalue %u[0] : !llvm.struct<(f32, f32, f32, f32)>
  %u1 = llvm.extractvalue %u[1] : !llvm.struct<(f32, f32, f32, f32)>
  %u2 = llvm.extractvalue %u[2] : !llvm.struct<(f32, f32, f32, f32)>
  %u3 = llvm.extractvalue %u[3] : !llvm.struct<(f32, f32, f32, f32)>
  nvvm.cp.async.shared.global %s, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  %j = llvm.add %i, %c1 : i32
  %n = llvm.add %slot, %c1 : i32
  %last = llvm.icmp "eq" %n, %c3 : i32
  %round = llvm.select %last, %c0, %n : i1, i32
  llvm.br ^header(%j, %round, %u0, %u1, %u2, %u3 : i32, i32, f32, f32, f32, f32)
^exit:
  llvm.store %s0, %out : f32, !llvm.ptr<1>
  llvm.return
}

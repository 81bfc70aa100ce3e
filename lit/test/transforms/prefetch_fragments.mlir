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

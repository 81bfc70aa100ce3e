// RUN: tile-opt %s --llvm-advance-addresses | filecheck %s

// The rows that a thread copies are 4 apart, the tiles 16. The first address is an argument of the loop; the others
// are that address and a constant.
// CHECK-LABEL: @rows
// CHECK: %[[FIRST:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f64
// CHECK-NEXT: llvm.br ^[[HEADER:bb[0-9]+]](%{{.*}}, %[[FIRST]] : i32, !llvm.ptr<1>)
// CHECK: ^[[HEADER]](%{{.*}}: i32, %[[ADDRESS:.*]]: !llvm.ptr<1>):
// CHECK: cp.async.shared.global %{{.*}}, %[[ADDRESS]], 16
// CHECK: %[[FOUR:.*]] = llvm.mlir.constant(131328 : i64)
// CHECK: %[[NEXT:.*]] = llvm.getelementptr %[[ADDRESS]][%[[FOUR]]]
// CHECK: cp.async.shared.global %{{.*}}, %[[NEXT]], 16
// CHECK: %[[SIXTEEN:.*]] = llvm.mlir.constant(525312 : i64)
// CHECK: %[[BEHIND:.*]] = llvm.getelementptr %[[ADDRESS]][%[[SIXTEEN]]]
// CHECK: llvm.br ^[[HEADER]](%{{.*}}, %[[BEHIND]] : i32, !llvm.ptr<1>)
llvm.func @rows(%x: !llvm.ptr<1>, %tile: !llvm.ptr<3>, %f: f64) {
  %0 = llvm.mlir.constant(0 : i32) : i32
  %1 = llvm.mlir.constant(1 : i32) : i32
  %4 = llvm.mlir.constant(4 : i32) : i32
  %5 = llvm.mlir.constant(5 : i32) : i32
  %16 = llvm.mlir.constant(16 : i64) : i64
  %257 = llvm.mlir.constant(257 : i32) : i32
  %4104 = llvm.mlir.constant(4104 : i32) : i32
  %wide = llvm.mlir.constant(4104 : i64) : i64
  %thread = nvvm.read.ptx.sreg.tid.x range <i32, 0, 128> : i32
  %warp = llvm.lshr %thread, %5 : i32
  %below = llvm.add %warp, %4 : i32
  llvm.br ^header(%0 : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %257 : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  %product = nvvm.mma.sync A[%f] B[%f] C[%f, %f] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
    shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %n = llvm.sext %i : i32 to i64
  %rows = llvm.mul %n, %16 : i64
  %elements = llvm.mul %rows, %wide : i64
  %p = llvm.getelementptr %x[%elements] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f64
  %a = llvm.mul %warp, %4104 : i32
  %b = llvm.mul %below, %4104 : i32
  %pa = llvm.getelementptr %p[%a] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f64
  %pb = llvm.getelementptr %p[%b] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f64
  nvvm.cp.async.shared.global %tile, %pa, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %tile, %pb, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  %j = llvm.add %i, %1 : i32
  llvm.br ^header(%j : i32)
^exit:
  llvm.return
}

// The same sum of a number without bounds may wrap around, so that the second row is not 131328 bytes behind the first.
// CHECK-LABEL: @may_wrap_around
// CHECK: llvm.br ^[[HEADER:bb[0-9]+]](%{{[0-9]+}} : i32)
// CHECK: %[[A:.*]] = llvm.mul %[[ROW:.*]], %[[SIZE:.*]] : i32
// CHECK: %[[PA:.*]] = llvm.getelementptr %arg0[%[[A]]]
// CHECK: %[[B:.*]] = llvm.mul %{{.*}}, %[[SIZE]] : i32
// CHECK: %[[PB:.*]] = llvm.getelementptr %arg0[%[[B]]]
// CHECK: cp.async.shared.global %{{.*}}, %[[PA]], 16
// CHECK: cp.async.shared.global %{{.*}}, %[[PB]], 16
llvm.func @may_wrap_around(%x: !llvm.ptr<1>, %tile: !llvm.ptr<3>, %first: i32, %count: i32, %f: f64) {
  %0 = llvm.mlir.constant(0 : i32) : i32
  %1 = llvm.mlir.constant(1 : i32) : i32
  %4 = llvm.mlir.constant(4 : i32) : i32
  %4104 = llvm.mlir.constant(4104 : i32) : i32
  llvm.br ^header(%0 : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %count : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  %product = nvvm.mma.sync A[%f] B[%f] C[%f, %f] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
    shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %row = llvm.add %first, %i : i32
  %below = llvm.add %row, %4 : i32
  %a = llvm.mul %row, %4104 : i32
  %pa = llvm.getelementptr %x[%a] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f64
  %b = llvm.mul %below, %4104 : i32
  %pb = llvm.getelementptr %x[%b] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f64
  nvvm.cp.async.shared.global %tile, %pa, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %tile, %pb, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  %j = llvm.add %i, %1 : i32
  llvm.br ^header(%j : i32)
^exit:
  llvm.return
}

// Tiles of two letters: the first row does not advance by a constant. The second one is the first one and a constant.
// CHECK-LABEL: @letters
// CHECK: llvm.br ^[[HEADER:bb[0-9]+]](%{{[0-9]+}} : i32)
// CHECK: %[[LETTER:.*]] = llvm.getelementptr %arg0[%{{.*}}]
// CHECK: %[[FIRST:.*]] = llvm.getelementptr %[[LETTER]][%{{.*}}] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f64
// CHECK: cp.async.shared.global %arg1, %[[FIRST]], 16
// CHECK: %[[SIZE:.*]] = llvm.mlir.constant(256 : i64)
// CHECK: %[[SECOND:.*]] = llvm.getelementptr %[[FIRST]][%[[SIZE]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
// CHECK: cp.async.shared.global %arg1, %[[SECOND]], 16
llvm.func @letters(%x: !llvm.ptr<1>, %tile: !llvm.ptr<3>, %f: f64) {
  %0 = llvm.mlir.constant(0 : i32) : i32
  %1 = llvm.mlir.constant(1 : i32) : i32
  %9 = llvm.mlir.constant(9 : i32) : i32
  %32 = llvm.mlir.constant(32 : i32) : i32
  %72 = llvm.mlir.constant(72 : i32) : i32
  %thread = nvvm.read.ptx.sreg.tid.x range <i32, 0, 128> : i32
  %below = llvm.add %thread, %32 : i32
  llvm.br ^header(%0 : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %72 : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  %product = nvvm.mma.sync A[%f] B[%f] C[%f, %f] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
    shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %letter = llvm.urem %i, %9 : i32
  %p = llvm.getelementptr %x[%letter] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f64
  %pa = llvm.getelementptr %p[%thread] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f64
  %pb = llvm.getelementptr %p[%below] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f64
  nvvm.cp.async.shared.global %tile, %pa, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %tile, %pb, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  %j = llvm.add %i, %1 : i32
  llvm.br ^header(%j : i32)
^exit:
  llvm.return
}

// A loop of three tiles stays as it is.
// CHECK-LABEL: @few_tiles
// CHECK: llvm.br ^[[HEADER:bb[0-9]+]](%{{[0-9]+}} : i32)
// CHECK: %[[P:.*]] = llvm.getelementptr %arg0[%{{.*}}] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f64
// CHECK-NEXT: cp.async.shared.global %arg1, %[[P]], 16
llvm.func @few_tiles(%x: !llvm.ptr<1>, %tile: !llvm.ptr<3>, %f: f64) {
  %0 = llvm.mlir.constant(0 : i32) : i32
  %1 = llvm.mlir.constant(1 : i32) : i32
  %3 = llvm.mlir.constant(3 : i32) : i32
  llvm.br ^header(%0 : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %3 : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  %product = nvvm.mma.sync A[%f] B[%f] C[%f, %f] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
    shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %p = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f64
  nvvm.cp.async.shared.global %tile, %p, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  %j = llvm.add %i, %1 : i32
  llvm.br ^header(%j : i32)
^exit:
  llvm.return
}

// Loops of multiply-adds stay as they are.
// CHECK-LABEL: @multiply_adds
// CHECK: llvm.br ^[[HEADER:bb[0-9]+]](%{{[0-9]+}} : i32)
// CHECK: %[[P:.*]] = llvm.getelementptr %arg0[%{{.*}}] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f64
// CHECK-NEXT: cp.async.shared.global %arg1, %[[P]], 16
llvm.func @multiply_adds(%x: !llvm.ptr<1>, %tile: !llvm.ptr<3>) {
  %0 = llvm.mlir.constant(0 : i32) : i32
  %1 = llvm.mlir.constant(1 : i32) : i32
  %9 = llvm.mlir.constant(9 : i32) : i32
  llvm.br ^header(%0 : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %9 : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  %p = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f64
  nvvm.cp.async.shared.global %tile, %p, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  %j = llvm.add %i, %1 : i32
  llvm.br ^header(%j : i32)
^exit:
  llvm.return
}

// RUN: tile-translate --mlir-to-llvmir --split-input-file %s | filecheck %s

// In a kernel that multiplies matrices, a load in a block of its own becomes one instruction with a predicate.

// CHECK-LABEL: @multiplies
// CHECK: %[[IS:.*]] = zext i1 %{{.*}} to i32
// CHECK-NEXT: %[[BOTH:.*]] = call { i32, i32 } asm sideeffect "{ .reg .pred p; setp.ne.b32 p, $3, 0; @p ld.global.v2.b32 {$0, $1}, [$2]; }", "=r,=r,l,r,0,1,~{memory}"(ptr addrspace(1) %p0, i32 %[[IS]], i32 7, i32 %p2)
// CHECK-NEXT: %[[X:.*]] = extractvalue { i32, i32 } %[[BOTH]], 0
// CHECK-NEXT: %[[Y:.*]] = extractvalue { i32, i32 } %[[BOTH]], 1
// CHECK-NEXT: br label %[[NEXT:.*]]
// CHECK: [[NEXT]]:
// CHECK-NEXT: add i32 %[[Y]], %[[X]]
// CHECK: call i16 asm sideeffect "{ .reg .pred p; setp.ne.b32 p, $2, 0; @p ld.global.b16 $0, [$1]; }", "=h,l,r,0,~{memory}"(ptr addrspace(1) %p1
// CHECK-NOT: load
// CHECK: ret void
llvm.func @multiplies(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i32, %h: f16, %z: f32) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %seven = llvm.mlir.constant(7 : i32) : i32
  %in = llvm.icmp "slt" %n, %seven : i32
  llvm.cond_br %in, ^load, ^next(%n, %seven : i32, i32)
^load:
  %v = llvm.load %p {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xi32>
  %x = llvm.extractelement %v[%c0 : i32] : vector<2xi32>
  %y = llvm.extractelement %v[%c1 : i32] : vector<2xi32>
  llvm.br ^next(%y, %x : i32, i32)
^next(%a: i32, %b: i32):
  %sum = llvm.add %a, %b : i32
  llvm.cond_br %in, ^half, ^last(%h : f16)
^half:
  %w = llvm.load %q {alignment = 2 : i64} : !llvm.ptr<1> -> f16
  llvm.br ^last(%w : f16)
^last(%u: f16):
  %zero = llvm.bitcast %sum : i32 to vector<2xf16>
  %d = nvvm.mma.sync A[%zero, %zero] B[%zero] C[%z, %z, %z, %z]
      {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 8>}
      : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %s = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
  llvm.store %s, %p {alignment = 4 : i64} : f32, !llvm.ptr<1>
  llvm.store %u, %q {alignment = 2 : i64} : f16, !llvm.ptr<1>
  llvm.return
}

// -----

// In other kernels, compilers see the load, and may move it.

// CHECK-LABEL: @adds
// CHECK: br i1
// CHECK: load i32
// CHECK: phi i32
llvm.func @adds(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %seven = llvm.mlir.constant(7 : i32) : i32
  %in = llvm.icmp "slt" %n, %seven : i32
  llvm.cond_br %in, ^load, ^next(%n : i32)
^load:
  %v = llvm.load %p {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  llvm.br ^next(%v : i32)
^next(%a: i32):
  llvm.store %a, %p {alignment = 4 : i64} : i32, !llvm.ptr<1>
  llvm.return
}

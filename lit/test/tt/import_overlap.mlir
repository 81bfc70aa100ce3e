// REQUIRES: llvm-opt
// RUN: tile-translate --import-ttir %s | filecheck %s
// RUN: tile-translate --import-ttir --pointers-apart %s | filecheck %s --check-prefix=APART
// RUN: tile-translate --import-ttir %s | tile-compile --target=sm_80 --emit=llvm-opaque | opt-22 -O3 -S | filecheck %s --check-prefix=LLVM
// RUN: tile-translate --import-ttir --pointers-apart %s | tile-compile --target=sm_80 --emit=llvm-opaque | opt-22 -O3 -S | filecheck %s --check-prefix=FREE

// Triton promises nothing about where a kernel's arguments point. If %o and %x are one array, the loaded value is what
// the first store wrote. So LLVM must keep both in this order. An option, or an attribute of an argument, promises more.
// (From sm_90 on, the load has hints, and LLVM does not know what it reads.)

// CHECK: tile.kernel @overwritten(%{{.*}}: !tile.ptr<i32> {tile.may_overlap}, %{{.*}}: !tile.ptr<i32> {tile.divisibility = 16 : i32, tile.may_overlap}) {
// APART: tile.kernel @overwritten(%{{.*}}: !tile.ptr<i32>, %{{.*}}: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
// LLVM-LABEL: define {{.*}}@overwritten(
// LLVM: store i32 7
// LLVM: load i32
// LLVM: store i32
// FREE-LABEL: define {{.*}}@overwritten(
// FREE-SAME: noalias {{.*}}noalias
// FREE-NOT: store i32 7
// FREE: ret void
tt.func public @overwritten(%o: !tt.ptr<i32>, %x: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
  %seven = arith.constant dense<7> : tensor<128xi32>
  %i = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %os = tt.splat %o : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  %to = tt.addptr %os, %i : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  %xs = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  %from = tt.addptr %xs, %i : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  tt.store %to, %seven : tensor<128x!tt.ptr<i32>>
  %v = tt.load %from : tensor<128x!tt.ptr<i32>>
  tt.store %to, %v : tensor<128x!tt.ptr<i32>>
  tt.return
}

// CHECK: tile.kernel @promised(%{{.*}}: !tile.ptr<i32>, %{{.*}}: !tile.ptr<i32> {tile.may_overlap}) {
// LLVM-LABEL: define {{.*}}@promised(
// LLVM-SAME: noalias
// LLVM-NOT: store i32 7
// LLVM: ret void
tt.func public @promised(%o: !tt.ptr<i32> {tt.noalias}, %x: !tt.ptr<i32>) {
  %seven = arith.constant dense<7> : tensor<128xi32>
  %i = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %os = tt.splat %o : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  %to = tt.addptr %os, %i : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  %xs = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  %from = tt.addptr %xs, %i : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  tt.store %to, %seven : tensor<128x!tt.ptr<i32>>
  %v = tt.load %from : tensor<128x!tt.ptr<i32>>
  tt.store %to, %v : tensor<128x!tt.ptr<i32>>
  tt.return
}

// CHECK: func.func private @helper(%{{.*}}: !tile.ptr<i32>)
tt.func private @helper(%p: !tt.ptr<i32>) {
  tt.return
}

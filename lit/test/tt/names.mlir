// RUN: tile-opt %s --mlir-use-nameloc-as-prefix | filecheck %s
// RUN: tile-opt %s --keep-names --mlir-use-nameloc-as-prefix | filecheck %s --check-prefix=KEEP
// RUN: tile-opt %s | filecheck %s --check-prefix=PLAIN

// Names in locations name values. With --keep-names so do the names in the text, without the numbers added by printing.

// CHECK: tt.func public @f(%x: i32, %arg1: i32)
// CHECK: %[[ACC:.*]] = scf.for %arg2 = %x to %arg1 step %x iter_args(%arg3 = %x) -> (i32){{ +}}: i32 {
// CHECK-NEXT: %offset = arith.addi %arg3, %arg2 : i32
// CHECK-NEXT: %offset_0 = arith.muli %offset, %x : i32
// CHECK: %1 = arith.addi %[[ACC]], %x : i32

// KEEP: tt.func public @f(%x: i32, %limit: i32)
// KEEP: %acc = scf.for %i = %x to %limit step %x iter_args(%acc_0 = %x) -> (i32){{ +}}: i32 {
// KEEP-NEXT: %offset = arith.addi %acc_0, %i : i32
// KEEP-NEXT: %offset_1 = arith.muli %offset, %x : i32
// KEEP: %0 = arith.addi %acc, %x : i32

// PLAIN: tt.func public @f(%arg0: i32, %arg1: i32)
// PLAIN: %[[ACC:.*]] = scf.for %arg2 = %arg0 to %arg1 step %arg0 iter_args(%arg3 = %arg0) -> (i32){{ +}}: i32 {
tt.func public @f(%a: i32 loc("x"), %limit: i32) {
  %acc = scf.for %i = %a to %limit step %a iter_args(%acc_7 = %a) -> (i32) : i32 {
    %0 = arith.addi %acc_7, %i : i32 loc("offset"("f.py":1:2))
    %1 = arith.muli %0, %a : i32 loc(callsite("offset"("f.py":1:3) at "g.py":4:5))
    scf.yield %1 : i32
  }
  %0 = arith.addi %acc, %a : i32
  tt.return
}

// RUN: tile-opt %s --inline | filecheck %s

// Calls are replaced by bodies, even by several blocks, unless something forbids it or the linker may choose another body.

// CHECK-LABEL: llvm.func @caller(
// CHECK-SAME: %[[A:.*]]: i32, %[[C:.*]]: i1,
// CHECK-NEXT: %[[S:.*]] = llvm.add %[[A]], %[[A]]
// CHECK-NEXT: llvm.cond_br %[[C]], ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: llvm.br ^bb3(%[[S]] : i32)
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: llvm.br ^bb3(%[[A]] : i32)
// CHECK-NEXT: ^bb3(%[[R:.*]]: i32):
// CHECK-NEXT: llvm.call @kept(
// CHECK-NEXT: llvm.call @replaceable(
// CHECK-NEXT: llvm.call @copied(
// CHECK-NEXT: llvm.return %[[R]]
llvm.func internal @twice(%a: i32) -> i32 {
  %0 = llvm.add %a, %a : i32
  llvm.return %0 : i32
}
llvm.func internal @choose(%c: i1, %a: i32, %b: i32) -> i32 {
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  llvm.return %a : i32
^bb2:
  llvm.return %b : i32
}
llvm.func @kept() attributes {no_inline} {
  llvm.return
}
llvm.func weak @replaceable() {
  llvm.return
}
llvm.func @copied(%p: !llvm.ptr {llvm.byval = i32}) {
  llvm.return
}
llvm.func @nothing() {
  llvm.return
}
llvm.func @caller(%a: i32, %c: i1, %p: !llvm.ptr) -> i32 {
  %0 = llvm.call @twice(%a) : (i32) -> i32
  %1 = llvm.call @choose(%c, %0, %a) : (i1, i32, i32) -> i32
  llvm.call @kept() : () -> ()
  llvm.call @replaceable() : () -> ()
  llvm.call @copied(%p) : (!llvm.ptr) -> ()
  llvm.call @nothing() : () -> ()
  llvm.return %1 : i32
}

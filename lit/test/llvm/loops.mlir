// RUN: tile-opt %s | tile-opt | filecheck %s
// RUN: tile-translate --mlir-to-llvmir %s | filecheck %s --check-prefix=LLVM

// CHECK-DAG: #[[OFF:.*]] = #llvm.loop_unroll<disable = true>
// CHECK-DAG: #[[ON:.*]] = #llvm.loop_unroll<disable = false, count = 4 : i32, runtimeDisable = true, full = true>
// CHECK-DAG: #[[FIRST:.*]] = #llvm.loop_annotation<unroll = #[[OFF]]>
// CHECK-DAG: #[[SECOND:.*]] = #llvm.loop_annotation<disableNonforced = true, unroll = #[[ON]], mustProgress = true>

// LLVM: br i1 %{{.*}}, label %b1, label %b2, !llvm.loop ![[A:[0-9]+]]
// LLVM: br label %b2, !llvm.loop ![[B:[0-9]+]]
// LLVM: ![[A]] = distinct !{![[A]], ![[OFF:[0-9]+]]}
// LLVM-NEXT: ![[OFF]] = !{!"llvm.loop.unroll.disable"}
// LLVM-NEXT: ![[B]] = distinct !{![[B]],
// LLVM-NEXT: !{!"llvm.loop.disable_nonforced"}
// LLVM-NEXT: !{!"llvm.loop.mustprogress"}
// LLVM-NEXT: !{!"llvm.loop.unroll.enable"}
// LLVM-NEXT: !{!"llvm.loop.unroll.count", i32 4}
// LLVM-NEXT: !{!"llvm.loop.unroll.runtime.disable", i1 true}
// LLVM-NEXT: !{!"llvm.loop.unroll.full"}

// CHECK-LABEL: llvm.func @loops
llvm.func @loops(%more: i1) {
  llvm.br ^bb1
^bb1:
  // CHECK: llvm.cond_br %{{.*}}, ^bb1, ^bb2 {loop_annotation = #[[FIRST]]}
  llvm.cond_br %more, ^bb1, ^bb2 {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
^bb2:
  // CHECK: llvm.br ^bb2 {loop_annotation = #[[SECOND]]}
  llvm.br ^bb2 {loop_annotation = #llvm.loop_annotation<mustProgress = true, disableNonforced = true,
    unroll = #llvm.loop_unroll<full = true, disable = false, count = 4 : i32, runtimeDisable = true>>}
}

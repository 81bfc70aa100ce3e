// The flags that trace, count and check canonicalization also work for conversions.

// RUN: tile-opt %s --convert-arith-to-llvm --debug-rewrites --debug-check-rewrites -o %t 2>&1 | filecheck %s --check-prefix=TRACE
// RUN: filecheck %s --input-file=%t --check-prefix=ALL
// RUN: tile-opt %s --convert-arith-to-llvm --debug-counter=apply-pattern-skip=1,apply-pattern-count=1 --print-debug-counter -o %t 2>&1 | filecheck %s --check-prefix=REPORT
// RUN: filecheck %s --input-file=%t --check-prefix=ONE

// TRACE: arith.addi-to-llvm: loc({{.*}}conversion_debug.mlir":[[#]]:8)
// TRACE-NEXT: - %0 = "arith.addi"(%arg0, %arg1)
// TRACE-NEXT: + %0 = "llvm.add"(%arg0, %arg1)
// TRACE: arith.muli-to-llvm: loc(
// TRACE-NEXT: - %1 = "arith.muli"(%0, %arg1)
// TRACE-NEXT: + %1 = "llvm.mul"(%0, %arg1)
// TRACE-NEXT: + "func.return"(%1)

// ALL: llvm.add
// ALL: llvm.mul

// REPORT: apply-pattern {{ *}}: {{.}}2,1,1}

// ONE: arith.addi
// ONE: llvm.mul
func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.muli %0, %b : i32
  return %1 : i32
}

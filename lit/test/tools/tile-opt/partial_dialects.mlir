// RUN: tile-opt %s --allow-unregistered-dialect --canonicalize | filecheck %s
// RUN: not tile-opt %s 2>&1 | filecheck %s --check-prefix=REFUSED
// If a dialect is only partly implemented, its other operations are accepted like operations of unknown dialects.
// REFUSED: error: unregistered operation 'llvm.va_arg' found in dialect ('llvm')
module {
  // CHECK: "llvm.va_arg"() : () -> ()
  "llvm.va_arg"() : () -> ()
  // CHECK-NEXT: %{{.*}} = "memref.rank"() : () -> index
  %0 = "memref.rank"() : () -> index
  // CHECK-NEXT: "gpu.terminator"() : () -> ()
  "gpu.terminator"() : () -> ()
}

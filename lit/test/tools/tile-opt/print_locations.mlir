// RUN: tile-opt %s --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s
// CHECK: func.func @f() {
// CHECK-NEXT: return loc("{{.*}}print_locations.mlir":6:3)
// CHECK-NEXT: } loc("{{.*}}print_locations.mlir":5:1)
func.func @f() {
  return
}

// RUN: tile-opt %s --allow-unregistered-dialect --mlir-print-debuginfo --mlir-pretty-debuginfo --mlir-print-local-scope | filecheck %s
// Locations in the short form are the same as in mlir-opt: names have quotes, files do not.
func.func @f() {
  // CHECK: "a.b"() : () -> () "foo"
  "a.b"() : () -> () loc("foo")
  // CHECK: "a.b"() : () -> () "fo\22o"(a.mlir:1:2)
  "a.b"() : () -> () loc("fo\22o"("a.mlir":1:2))
  // CHECK: "a.b"() : () -> () "foo" at x.mlir:3:4
  "a.b"() : () -> () loc(callsite("foo" at "x.mlir":3:4))
  // CHECK: "a.b"() : () -> () "foo"{{$}}
  // CHECK-NEXT: {{^}} at "bar"
  "a.b"() : () -> () loc(callsite("foo" at "bar"))
  // CHECK: "a.b"() : () -> () <"m">["foo", x.mlir:3:4]
  "a.b"() : () -> () loc(fused<"m">["foo", "x.mlir":3:4])
  // CHECK: "a.b"() : () -> () [unknown]
  "a.b"() : () -> () loc(fused[])
  // CHECK: "a.b"() : () -> () x.mlir:3:4 to 5:6
  "a.b"() : () -> () loc("x.mlir":3:4 to 5:6)
  return
}

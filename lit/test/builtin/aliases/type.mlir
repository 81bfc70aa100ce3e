// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Type aliases.

!t = i32
!u = tensor<4x!t>
!f = (!t, !u) -> !t
%0 = "u.v"() : () -> !u
"u.a"() {t = !f} : () -> ()

// -----

!opaque = !u.box<"body">
%0 = "u.v"() : () -> !opaque
%1 = "u.w"(%0) : (!opaque) -> tuple<!opaque, !opaque>

// -----

!vec = vector<[4]xf32>
func.func @f(%a: !vec) -> !vec {
  %0 = arith.addf %a, %a : !vec
  return %0 : !vec
}

// -----

#s = 3 : i32
!m = memref<4xf32, #s>
%0 = "u.v"() : () -> !m

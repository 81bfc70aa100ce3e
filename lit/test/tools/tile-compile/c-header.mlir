// RUN: tile-compile %s --emit=c-header --num-warps=2 | filecheck %s
// CHECK: #ifndef GIRIH_C_HEADER_H
// CHECK: #define SCALE_ENTRY "scale"
// CHECK: typedef struct scale_args {
// CHECK-NEXT: CUdeviceptr x; /* array of f16, shape [? 8], strides [? 1], a multiple of 16 bytes */
// CHECK-NEXT: int32_t x_size0;
// CHECK-NEXT: int32_t x_stride0;
// CHECK-NEXT: int32_t n;
// CHECK-NEXT: float alpha;
// CHECK-NEXT: uint16_t beta;
// CHECK-NEXT: } scale_args;
// CHECK: cuLaunchKernel(function, grid_x, grid_y, grid_z, 64, 1, 1,
// RUN: tile-compile %s --emit=manifest | filecheck %s --check-prefix=MANIFEST
// MANIFEST: "name": "x",
// MANIFEST-NEXT: "kind": "array",
// MANIFEST-NEXT: "type": "f16",
// MANIFEST-NEXT: "first": 0,
// MANIFEST: "name": "beta",
// MANIFEST-NEXT: "kind": "float",
// MANIFEST-NEXT: "type": "bf16",
// MANIFEST-NEXT: "first": 5
// Several kinds of output go to a directory. If one cannot be written, none is.
// RUN: tile-compile %s --emit=llvm,manifest,c-header,mlir --num-warps=2 -o %t.d
// RUN: filecheck %s --check-prefix=LLVM < %t.d/c-header.ll
// RUN: filecheck %s < %t.d/c-header.h
// LLVM: define ptx_kernel void @scale(
// RUN: not tile-compile %s --emit=llvm,manifest 2>&1 | filecheck %s --check-prefix=NOWHERE
// NOWHERE: --emit=llvm,manifest writes several files: name their directory with -o

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @scale(%x: !tile.array<?x8xf16, strides = [?, 1]> {tile.divisibility = 16 : i32}, %n: i32, %alpha: f32, %beta: bf16) {
  tile.return
}
}

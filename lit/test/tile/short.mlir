// RUN: tile-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Types that follow from operands may be left out: all types, or only those of the results. The printed text has them.
module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL: tile.kernel @loose
tile.kernel @loose(%x: !tile.ptr<f16>, %n: i32, %a: !tile.array<?xf32, strides = [1]>) {
  %c = tile.iota : tensor<128xi32>
  // CHECK: tile.cmp lt, %0, %arg1 : tensor<128xi32>, i32 -> tensor<128xi1>
  %m = tile.cmp lt, %c, %n
  // CHECK: tile.addptr %arg0, %0 : !tile.ptr<f16>, tensor<128xi32> -> tensor<128x!tile.ptr<f16>>
  %p = tile.addptr %x, %c
  // CHECK: %[[L:.*]] = tile.literal -inf
  %l = tile.literal -inf
  // CHECK: tile.literal nan
  %nan = tile.literal nan
  // CHECK: tile.literal 0x7FF8000000000001 : f64
  %other = tile.literal 0x7FF8000000000001 : f64
  // CHECK: %[[V:.*]] = tile.load %{{.*}}, %{{.*}}, %[[L]] cache cg : tensor<128x!tile.ptr<f16>>, tensor<128xi1>, !tile.literal<float>
  %v = tile.load %p, %m, %l cache cg
  // CHECK: %[[M:.*]] = tile.reduce max %[[V]] axis = 0 : tensor<128xf16> -> f16
  %max = tile.reduce max %v axis 0
  // CHECK: tile.scan add %[[V]] axis = 0 reverse : tensor<128xf16> -> tensor<128xf16>
  %s = tile.scan add %v axis = 0 reverse : tensor<128xf16>
  // A region with a single operation is written as its name, unless the operation has an attribute or other operands.
  // CHECK: tile.reduce mul %[[V]] axis = 0 : tensor<128xf16> -> f16
  %r = tile.reduce %v axis = 0 {
  ^bb0(%i: f16, %j: f16):
    %k = tile.mul %i, %j
    tile.yield %k : f16
  }
  // CHECK: tile.reduce %[[V]] axis = 0 {
  // CHECK: propagate_nan
  %q = tile.reduce %v axis = 0 {
  ^bb0(%i: f16, %j: f16):
    %k = tile.max %i, %j propagate_nan
    tile.yield %k : f16
  }
  // CHECK: tile.reduce %[[V]] axis = 0 {
  // CHECK: tile.add %{{.*}}, %{{.*}} {a} : f16, f16 -> f16
  %w = tile.reduce %v axis = 0 {
  ^bb0(%i: f16, %j: f16):
    %k = tile.add %i, %j {a}
    tile.yield %k : f16
  }
  // CHECK: tile.sub %[[V]], %[[M]] : tensor<128xf16>, f16 -> tensor<128xf16>
  %d = tile.sub %v, %max : tensor<128xf16>, f16
  // CHECK: tile.fma %{{.*}}, %{{.*}}, %{{.*}} : tensor<128xf16>, f16, tensor<128xi32> -> tensor<128xf16>
  %f = tile.fma %d, %max, %c
  // CHECK: tile.where %{{.*}}, %{{.*}}, %{{.*}} : tensor<128xi1>, tensor<128xf16>, !tile.literal<float> -> tensor<128xf16>
  %e = tile.where %m, %d, %l
  // CHECK: tile.isnan %{{.*}} : tensor<128xf16> -> tensor<128xi1>
  %o = tile.isnan %e
  // CHECK: tile.dim %arg2, 0 : !tile.array<?xf32, strides = [1]>
  %z = tile.dim %a, 0
  // CHECK: tile.element_ptr %arg2[%{{.*}}] : !tile.array<?xf32, strides = [1]>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %g = tile.element_ptr %a[%c]
  // CHECK: tile.atomic_rmw add relaxed device %{{.*}}, %{{.*}}, %{{.*}} : tensor<128x!tile.ptr<f32>>, tensor<128xf16>, tensor<128xi1>
  %h = tile.atomic_rmw add relaxed device %g, %e, %m
  // CHECK: tile.sort %{{.*}} axis = 0 : tensor<128xf16> -> tensor<128xf16>
  %t = tile.sort %e axis = 0
  // CHECK: tile.store_view %{{.*}}, %arg2[%{{.*}}] : tensor<128xf16>, !tile.array<?xf32, strides = [1]>
  tile.store_view %e, %a[%n]
  // CHECK: tile.store %{{.*}}, %{{.*}} : tensor<128x!tile.ptr<f32>>, tensor<128xf16>
  tile.store %g, %t
  tile.return
}
}

// -----

// A single kernel may have its own semantics, which are then used.
module {
// CHECK-LABEL: tile.kernel @torch
// CHECK: tile.div %arg0, %arg0 : i32, i32 -> f32
tile.kernel @torch(%n: i32) attributes {tile.semantics = #tile.semantics<torch>} {
  %d = tile.div %n, %n
  tile.return
}
}

// -----

module {
tile.kernel @none(%n: i32) {
  // expected-error @below {{'tile.add' op no semantics are in force: set 'tile.semantics' on the module}}
  // expected-note @below {{syntax: tile.add $lhs, $rhs}}
  %d = tile.add %n, %n
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @later(%n: i32) {
  // expected-error @+2 {{the type of '%y' is not known here: write the types of the operands}}
  // expected-note @below {{syntax: tile.add}}
  %x = tile.add %n, %y
  %y = tile.add %n, %n
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @names(%n: tensor<8xf32>) {
  // expected-error @+2 {{expected an operand, or one of add, mul, min, max, and, or, xor, but got 'sum'}}
  // expected-note @below {{syntax: tile.reduce (add|mul|min|max|and|or|xor)? $inputs axis = $axis}}
  %x = tile.reduce sum %n axis 0
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @two(%n: tensor<8xf32>) {
  // expected-error @+2 {{'add' combines the elements of one tensor, but there are 2}}
  // expected-note @below {{syntax: tile.scan}}
  %x:2 = tile.scan add %n, %n axis 0
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @axis(%f: f32) {
  %n = tile.splat %f : f32 -> tensor<8xf32>
  // expected-error @below {{axis must be less than 1}}
  %x = tile.reduce add %n axis 5
  tile.return
}
}

// -----

// The types of tensors in other shapes follow, too, and those of the tiles of views.
module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL: tile.kernel @shapes
tile.kernel @shapes(%a: !tile.array<?x64xf32, strides = [64, 1]>, %i: i32) {
  // CHECK: tile.base %arg0 : !tile.array<?x64xf32, strides = [64, 1]>
  %base = tile.base %a
  // CHECK: tile.slice %arg0 axis = 0 from %arg1 to %arg1 : !tile.array<?x64xf32, strides = [64, 1]> -> !tile.array<?x64xf32, strides = [64, 1]>
  %part = tile.slice %a axis = 0 from %i to %i
  %view = tile.view %part : !tile.view<tile = [8, 4], padding = zero, !tile.array<?x64xf32, strides = [64, 1]>>
  // CHECK: tile.load_view %{{.*}}[%arg1, %arg1] anywhere : !tile.view<{{.*}}> -> tensor<8x4xf32>
  %v = tile.load_view %view[%i, %i] anywhere
  // CHECK: tile.permute %{{.*}} [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
  %t = tile.permute %v [1, 0]
  // CHECK: tile.cat %{{.*}}, %{{.*}} axis = 1 : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x16xf32>
  %c = tile.cat %t, %t axis = 1
  // CHECK: tile.join %{{.*}}, %{{.*}} : tensor<4x16xf32> -> tensor<4x16x2xf32>
  %j = tile.join %c, %c
  // CHECK: %{{.*}}:2 = tile.split %{{.*}} : tensor<4x16x2xf32> -> tensor<4x16xf32>
  %x, %y = tile.split %j
  // CHECK: tile.expand_dims %{{.*}} axis = 1 : tensor<4x16xf32> -> tensor<4x1x16xf32>
  %e = tile.expand_dims %x axis = 1
  // CHECK: tile.insert %{{.*}}, %{{.*}}[%arg1, %arg1] : tensor<4x8xf32>, tensor<4x16xf32>
  %n = tile.insert %t, %y[%i, %i]
  %at = tile.splat %i : i32 -> tensor<4x8xi32>
  // CHECK: tile.gather %{{.*}}[%{{.*}}] axis = 1 : tensor<4x16xf32>, tensor<4x8xi32> -> tensor<4x8xf32>
  %g = tile.gather %n[%at] axis = 1
  tile.return
}
}

// -----

module {
tile.kernel @whole(%a: !tile.array<?xf32>, %i: i32) {
  // expected-error @below {{'tile.load_view' op result types cannot be inferred: write them, or load from a tile.view, whose type has the shape of its tiles}}
  // expected-note @below {{syntax: tile.load_view}}
  %v = tile.load_view %a[%i]
  tile.return
}
}

// -----

module {
tile.kernel @wrong(%f: f32) {
  %a = tile.splat %f : f32 -> tensor<8xf32>
  // expected-error @below {{axis must be between 0 and 1, but got 5}}
  %v = tile.expand_dims %a axis = 5
  tile.return
}
}

// RUN: tile-opt %s | tile-opt | filecheck %s
// RUN: tile-opt %s --mlir-print-op-generic | tile-opt | filecheck %s

// CHECK: module attributes {tile.semantics = #tile.semantics<triton>}
module attributes {tile.semantics = #tile.semantics<triton>} {

// CHECK-LABEL: tile.kernel @program(%arg0: !tile.array<?x16xf16>, %arg1: !tile.ptr<ui8> {tile.name = "p"}, %arg2: i32)
tile.kernel @program(%a: !tile.array<?x16xf16>, %p: !tile.ptr<ui8> {tile.name = "p"}, %n: i32) {
  // CHECK: %[[I:.*]] = tile.program_id 0
  %i = tile.program_id 0
  // CHECK: tile.num_programs 2
  %k = tile.num_programs 2
  // CHECK: tile.return
  tile.return
}

// CHECK-LABEL: tile.kernel private @shapes
tile.kernel private @shapes(%s: f32) {
  // CHECK: tile.iota : tensor<16xui8>
  %0 = tile.iota : tensor<16xui8>
  // CHECK: tile.splat %arg0 : f32 -> tensor<4x8xf32>
  %1 = tile.splat %s : f32 -> tensor<4x8xf32>
  // CHECK: tile.expand_dims %{{.*}} axis = 2 : tensor<4x8xf32> -> tensor<4x8x1xf32>
  %2 = tile.expand_dims %1 axis = 2 : tensor<4x8xf32> -> tensor<4x8x1xf32>
  // CHECK: tile.broadcast %{{.*}} : tensor<4x8x1xf32> -> tensor<2x4x8x16xf32>
  %3 = tile.broadcast %2 : tensor<4x8x1xf32> -> tensor<2x4x8x16xf32>
  // CHECK: tile.reshape %{{.*}} : tensor<4x8xf32> -> tensor<32xf32>
  %4 = tile.reshape %1 : tensor<4x8xf32> -> tensor<32xf32>
  tile.return
}

// CHECK-LABEL: @memory
tile.kernel @memory(%p: !tile.ptr<f32>, %offset: i64, %mask: i1) {
  // CHECK: %[[P:.*]] = tile.addptr %arg0, %arg1 : !tile.ptr<f32>, i64 -> !tile.ptr<f32>
  %q = tile.addptr %p, %offset : !tile.ptr<f32>, i64 -> !tile.ptr<f32>
  // CHECK: %[[V:.*]] = tile.load %[[P]] : !tile.ptr<f32>
  %v = tile.load %q : !tile.ptr<f32>
  // CHECK: tile.load %[[P]], %arg2 : !tile.ptr<f32>, i1
  %w = tile.load %q, %mask : !tile.ptr<f32>, i1
  // CHECK: tile.load %[[P]], %arg2, %[[V]] {cached} : !tile.ptr<f32>, i1, f32
  %x = tile.load %q, %mask, %v {cached} : !tile.ptr<f32>, i1, f32
  // CHECK: tile.store %[[P]], %[[V]] : !tile.ptr<f32>, f32
  tile.store %q, %v : !tile.ptr<f32>, f32
  // CHECK: tile.store %[[P]], %[[V]], %arg2 : !tile.ptr<f32>, f32, i1
  tile.store %q, %v, %mask : !tile.ptr<f32>, f32, i1
  tile.return
}

// CHECK-LABEL: @views(%arg0: !tile.array<?x128xf16, strides = [?, 1]>, %arg1: !tile.array<?xf16>)
tile.kernel @views(%a: !tile.array<?x128xf16, strides = [?, 1]>, %b: !tile.array<?xf16, strides = [?]>) {
  %i = tile.program_id 0
  // CHECK: %[[T:.*]] = tile.load_view %arg0[%[[I:.*]], %[[I]]] padding neg_inf : !tile.array<?x128xf16, strides = [?, 1]> -> tensor<8x8xf16>
  %t = tile.load_view %a[%i, %i] padding neg_inf : !tile.array<?x128xf16, strides = [?, 1]> -> tensor<8x8xf16>
  // CHECK: tile.store_view %[[T]], %arg0[%[[I]], %[[I]]] : tensor<8x8xf16>, !tile.array<?x128xf16, strides = [?, 1]>
  tile.store_view %t, %a[%i, %i] : tensor<8x8xf16>, !tile.array<?x128xf16, strides = [?, 1]>
  // CHECK: tile.load_view %arg1[%[[I]]] : !tile.array<?xf16> -> tensor<8xf16>
  %u = tile.load_view %b[%i] : !tile.array<?xf16> -> tensor<8xf16>
  // CHECK: tile.dim %arg0, 1 : !tile.array<?x128xf16, strides = [?, 1]>
  %d = tile.dim %a, 1 : !tile.array<?x128xf16, strides = [?, 1]>
  // CHECK: tile.stride %arg0, 0
  %s = tile.stride %a, 0 : !tile.array<?x128xf16, strides = [?, 1]>
  // CHECK: tile.base %arg1 : !tile.array<?xf16>
  %p = tile.base %b : !tile.array<?xf16>
  tile.return
}

// CHECK-LABEL: @reduction
tile.kernel @reduction(%p: !tile.ptr<f32>) {
  %0 = tile.load %p : !tile.ptr<f32>
  %1 = tile.splat %0 : f32 -> tensor<4x8xf32>
  %2 = tile.iota : tensor<32xi32>
  %3 = tile.reshape %2 : tensor<32xi32> -> tensor<4x8xi32>
  // CHECK: tile.reduce %{{.*}}, %{{.*}} axis = 1 {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[I:.*]]: i32, %[[B:.*]]: f32, %[[J:.*]]: i32):
  // CHECK: tile.yield %{{.*}}, %{{.*}} : f32, i32
  // CHECK-NEXT: } : tensor<4x8xf32>, tensor<4x8xi32> -> tensor<4xf32>, tensor<4xi32>
  %m:2 = tile.reduce %1, %3 axis = 1 {
  ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
    %less = tile.cmp lt, %a, %b : f32, f32 -> i1
    %x = tile.where %less, %b, %a : i1, f32, f32 -> f32
    %y = tile.where %less, %j, %i : i1, i32, i32 -> i32
    tile.yield %x, %y : f32, i32
  } : tensor<4x8xf32>, tensor<4x8xi32> -> tensor<4xf32>, tensor<4xi32>
  tile.return
}

// CHECK-LABEL: @literals
tile.kernel @literals(%x: f64) {
  // CHECK: tile.literal -7{{$}}
  %0 = tile.literal -7
  // CHECK: tile.literal 18446744073709551615 : ui64
  %1 = tile.literal 18446744073709551615 : ui64
  // CHECK: tile.literal 2.500000e+00{{$}}
  %2 = tile.literal 2.5
  // CHECK: tile.literal inf
  %3 = tile.literal 0x7FF0000000000000 : f64
  // CHECK: tile.literal true
  %4 = tile.literal true
  // CHECK: tile.add %arg0, %{{.*}} : f64, !tile.literal<int> -> f64
  %5 = tile.add %x, %0 : f64, !tile.literal<int> -> f64
  // CHECK: tile.cast %{{.*}} : !tile.literal<bool> -> i1
  %6 = tile.cast %4 : !tile.literal<bool> -> i1
  tile.return
}

// CHECK-LABEL: @elementwise
tile.kernel @elementwise(%x: i32, %y: f16) {
  // CHECK: tile.max %arg0, %arg1 propagate_nan : i32, f16 -> f16
  %0 = tile.max %x, %y propagate_nan : i32, f16 -> f16
  // CHECK: tile.exp %arg1 : f16 -> f16
  %1 = tile.exp %y : f16 -> f16
  // CHECK: tile.shr %arg0, %arg0 : i32, i32 -> i32
  %2 = tile.shr %x, %x : i32, i32 -> i32
  // The semantics of this kernel allow something that the semantics of the module do not.
  // CHECK: tile.exp %arg0 {tile.semantics = #tile.semantics<cutile>} : i32 -> f32
  %3 = tile.exp %x {tile.semantics = #tile.semantics<cutile>} : i32 -> f32
  tile.return
}

}

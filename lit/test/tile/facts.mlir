// RUN: tile-opt --tile-lower-views %s | filecheck %s
// RUN: not tile-run %s --arg zeros:24x7xf32 2>&1 | filecheck %s --check-prefix=SHAPE

// The host's promises about an array become promises about the pointer, the sizes and the strides that replace it.
// CHECK-LABEL: tile.kernel @facts(
// CHECK-SAME: %arg0: !tile.ptr<f32> {tile.divisibility = 16 : i32},
// CHECK-SAME: %arg1: i32 {tile.divisibility = 8 : i32}, %arg2: i32,
// CHECK-SAME: %arg3: i32 {tile.divisibility = 4 : i32})
// SHAPE: argument #0 of @facts: {{.*}}: its stride along dimension 0 is 7, but the kernel relies on a multiple of 4
tile.kernel @facts(%a: !tile.array<?x?xf32, strides = [?, 1]> {tile.divisibility = 16 : i32,
    tile.shape_divisibility = array<i64: 8, 1>, tile.stride_divisibility = array<i64: 4, 1>}) {
  %i = tile.program_id 0
  %t = tile.load_view %a[%i, %i] padding zero : !tile.array<?x?xf32, strides = [?, 1]> -> tensor<8x8xf32>
  tile.store_view %t, %a[%i, %i] : tensor<8x8xf32>, !tile.array<?x?xf32, strides = [?, 1]>
  tile.return
}

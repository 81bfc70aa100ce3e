// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @no_map(%f: !tile.ptr<i8>, %x: i32, %n: i32, %acc: tensor<128x64xf32>) {
  // expected-error @+1 {{expected a pointer to a tensor map, but got 'i32'}}
  %0 = tilegpu.window_dot %f[%n] by %x[%n, %n] from %n to %n, %acc {lhs_tile = tensor<64x128xf16>, starts = array<i64: 0, 96>,
    offsets = array<i64: 0, 4>, shifts = 3 : i32, step = 1 : i32, stages = 4 : i32} : !tile.ptr<i8>, i32 -> tensor<128x64xf32>
  return
}

// -----

func.func @few_channels(%f: !tile.ptr<i8>, %x: !tile.ptr<i8>, %n: i32, %acc: tensor<128x64xf32>) {
  // expected-error @+1 {{a tile of the filter must have 64 rows, one for each channel of a block, and a column of 16 bits for each row of the result, whose numbers of rows and columns must be multiples of 64 and 8, but the tile is 'tensor<32x128xf16>' and the result 'tensor<128x64xf32>'}}
  %0 = tilegpu.window_dot %f[%n] by %x[%n, %n] from %n to %n, %acc {lhs_tile = tensor<32x128xf16>, starts = array<i64: 0, 96>,
    offsets = array<i64: 0, 4>, shifts = 3 : i32, step = 1 : i32, stages = 4 : i32} : !tile.ptr<i8>, !tile.ptr<i8> -> tensor<128x64xf32>
  return
}

// -----

func.func @three_rows(%f: !tile.ptr<i8>, %x: !tile.ptr<i8>, %n: i32, %acc: tensor<128x64xf32>) {
  // expected-error @+1 {{a line must have 1, 2, 4 or 8 rows of the image, each with a start and an offset, but there are 3 starts and 3 offsets}}
  %0 = tilegpu.window_dot %f[%n] by %x[%n, %n] from %n to %n, %acc {lhs_tile = tensor<64x128xf16>, starts = array<i64: 0, 96, 192>,
    offsets = array<i64: 0, 4, 0>, shifts = 3 : i32, step = 1 : i32, stages = 4 : i32} : !tile.ptr<i8>, !tile.ptr<i8> -> tensor<128x64xf32>
  return
}

// -----

func.func @unaligned_start(%f: !tile.ptr<i8>, %x: !tile.ptr<i8>, %n: i32, %acc: tensor<128x64xf32>) {
  // expected-error @+1 {{row 1 of a line starts at column 100 with offset 0: starts must be multiples of 8, and offsets less than that}}
  %0 = tilegpu.window_dot %f[%n] by %x[%n, %n] from %n to %n, %acc {lhs_tile = tensor<64x128xf16>, starts = array<i64: 0, 100>,
    offsets = array<i64: 0, 0>, shifts = 3 : i32, step = 1 : i32, stages = 4 : i32} : !tile.ptr<i8>, !tile.ptr<i8> -> tensor<128x64xf32>
  return
}

// -----

func.func @one_stage(%f: !tile.ptr<i8>, %x: !tile.ptr<i8>, %n: i32, %acc: tensor<128x64xf32>) {
  // expected-error @+1 {{needs at least 1 shift, a step of 1, and 2 stages, but has 3, 1 and 1}}
  %0 = tilegpu.window_dot %f[%n] by %x[%n, %n] from %n to %n, %acc {lhs_tile = tensor<64x128xf16>, starts = array<i64: 0, 96>,
    offsets = array<i64: 0, 4>, shifts = 3 : i32, step = 1 : i32, stages = 1 : i32} : !tile.ptr<i8>, !tile.ptr<i8> -> tensor<128x64xf32>
  return
}

// -----

func.func @wide(%f: !tile.ptr<i8>, %x: !tile.ptr<i8>, %n: i32, %acc: tensor<128x64xf32>) {
  // expected-error @+1 {{windows of a block take more than the 256 columns that a bulk copy can move}}
  %0 = tilegpu.window_dot %f[%n] by %x[%n, %n] from %n to %n, %acc {lhs_tile = tensor<64x128xf16>, starts = array<i64: 0, 96>,
    offsets = array<i64: 0, 4>, shifts = 3 : i32, step = 120 : i32, stages = 4 : i32} : !tile.ptr<i8>, !tile.ptr<i8> -> tensor<128x64xf32>
  return
}

// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @matrix(%a: !tile.array<32x64xf16>, %i: i32) {
  // expected-error @+1 {{the array must have images, one to three dimensions of pixels, and channels, but has 2 dimensions}}
  %0 = tile.load_pixels %a[%i, %i] offsets[] {after = 0 : i64, counts = array<i64>,
    lower = array<i64>, steps = array<i64>} : !tile.array<32x64xf16> -> tensor<128x64xf16>
  return
}

// -----

func.func @indices(%a: !tile.array<8x32x32x64xf16>, %i: i32) {
  // expected-error @+1 {{expected 4 indices and 2 offsets, but got 3 and 2}}
  %0 = tile.load_pixels %a[%i, %i, %i] offsets[%i, %i] {after = 0 : i64, counts = array<i64: 30, 30>,
    lower = array<i64: 0, 0>, steps = array<i64: 1, 1>} : !tile.array<8x32x32x64xf16> -> tensor<128x64xf16>
  return
}

// -----

func.func @window(%a: !tile.array<8x32x32x64xf16>, %i: i32) {
  // expected-error @+1 {{counts, lower and steps must have 2 numbers each, one for each dimension of pixels}}
  %0 = tile.load_pixels %a[%i, %i, %i, %i] offsets[%i, %i] {after = 0 : i64, counts = array<i64: 30, 30>,
    lower = array<i64: 0, 0>, steps = array<i64: 1>} : !tile.array<8x32x32x64xf16> -> tensor<128x64xf16>
  return
}

// -----

func.func @no_pixels(%a: !tile.array<8x32x32x64xf16>, %i: i32) {
  // expected-error @+1 {{counts and steps must be at least 1, and after at least 0}}
  %0 = tile.load_pixels %a[%i, %i, %i, %i] offsets[%i, %i] {after = 0 : i64, counts = array<i64: 30, 0>,
    lower = array<i64: 0, 0>, steps = array<i64: 1, 1>} : !tile.array<8x32x32x64xf16> -> tensor<128x64xf16>
  return
}

// -----

func.func @before(%a: !tile.array<8x32x32x64xf16>, %i: i32) {
  // expected-error @+1 {{counts and steps must be at least 1, and after at least 0}}
  %0 = tile.load_pixels %a[%i, %i, %i, %i] offsets[%i, %i] {after = -1 : i64, counts = array<i64: 30, 30>,
    lower = array<i64: 0, 0>, steps = array<i64: 1, 1>} : !tile.array<8x32x32x64xf16> -> tensor<128x64xf16>
  return
}

// -----

func.func @result(%a: !tile.array<8x32x32x64xf16>, %i: i32) {
  // expected-error @+1 {{the result must be a tensor of pixels and channels of type 'f16', but got 'tensor<128x64xf32>'}}
  %0 = tile.load_pixels %a[%i, %i, %i, %i] offsets[%i, %i] {after = 0 : i64, counts = array<i64: 30, 30>,
    lower = array<i64: 0, 0>, steps = array<i64: 1, 1>} : !tile.array<8x32x32x64xf16> -> tensor<128x64xf32>
  return
}

// RUN: tile-opt %s --split-input-file --verify-diagnostics

// Paddings must be numbers of the type of the elements.

tile.kernel @k(%a: !tile.array<?xf4E2M1FN>) {
  %i = tile.program_id 0
  // expected-error @below {{padding nan needs a type with NaN, but the elements are of type 'f4E2M1FN'}}
  %0 = tile.load_view %a[%i] padding nan : !tile.array<?xf4E2M1FN> -> tensor<4xf4E2M1FN>
  tile.return
}

// -----

tile.kernel @k(%a: !tile.array<?xf8E8M0FNU>) {
  %i = tile.program_id 0
  // expected-error @below {{padding zero needs a type with zero, but the elements are of type 'f8E8M0FNU'}}
  %0 = tile.load_view %a[%i] padding zero : !tile.array<?xf8E8M0FNU> -> tensor<4xf8E8M0FNU>
  tile.return
}

// -----

tile.kernel @k(%a: !tile.array<?xf8E8M0FNU>) {
  %i = tile.program_id 0
  %nan = tile.load_view %a[%i] padding nan : !tile.array<?xf8E8M0FNU> -> tensor<4xf8E8M0FNU>
  // expected-error @below {{padding neg_zero needs a type with negative zero, but the elements are of type 'f8E8M0FNU'}}
  %0 = tile.load_view %a[%i] padding neg_zero : !tile.array<?xf8E8M0FNU> -> tensor<4xf8E8M0FNU>
  tile.return
}

// -----

// expected-error @below {{padding pos_inf needs a type with infinities, but the array has 'f8E4M3FN'}}
func.func @view(%a: !tile.view<tile = [4], padding = pos_inf, !tile.array<?xf8E4M3FN>>) {
  return
}

// -----

// Functions round to the nearest number. No instruction computes them with another rounding.

module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @k(%x: f32) {
    // expected-error @below {{'tile.erf' op rounding zero is not allowed for this operation: expected nearest_even, approx}}
    %0 = tile.erf %x rounding zero : f32 -> f32
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @k(%x: f32) {
    %root = tile.sqrt %x rounding negative_inf : f32 -> f32
    // expected-error @below {{'tile.exp' op rounding positive_inf is not allowed for this operation: expected nearest_even, approx, full}}
    %0 = tile.exp %x rounding positive_inf : f32 -> f32
    tile.return
  }
}

// -----

// Narrow floats can be stored, converted, selected and multiplied as matrices.

module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @k(%p: !tile.ptr<tf32>, %c: i1, %array: !tile.array<f32>, %again: !tile.array<f32, strides = []>) {
    %one = tile.load %p : !tile.ptr<tf32>
    %x = tile.splat %one : tf32 -> tensor<4xtf32>
    %0 = tile.where %c, %x, %x : i1, tensor<4xtf32>, tensor<4xtf32> -> tensor<4xtf32>
    // expected-error @below {{cutile semantics have no arithmetic on 'tf32' except matrix products; convert it with tile.cast, to f32 for instance}}
    %1 = tile.add %x, %x : tensor<4xtf32>, tensor<4xtf32> -> tensor<4xtf32>
    tile.return
  }
}

// -----

// Floats in the notation of other languages.

tile.kernel @k() {
  // expected-error @+2 {{a float needs a point before its exponent, as in 1.0e300}}
  // expected-note @below {{syntax: tile.literal}}
  %0 = tile.literal 1e300
  tile.return
}

// -----

tile.kernel @k() {
  // expected-error @+2 {{expected a number, true, false, inf, -inf or nan, but got 'NaN'}}
  // expected-note @below {{syntax: tile.literal}}
  %0 = tile.literal NaN
  tile.return
}

// RUN: tile-opt %s --split-input-file --verify-diagnostics

// Equations, tables, sizes and types of contractions.

!m = !tile.array<?x?xf16>
tile.kernel @k(%a: !m, %b: !m, %c: !m) {
  // expected-error @below {{equation "m(h*k),kn->mhn" at character 2: axis 1 of operand A does not split into a part of letters of the output and a part of those summed over: 'h*k' has letters of both}}
  tile.contract "m(h*k),kn->mhn" %a, %b into %c : !m, !m, !m
  tile.return
}

// -----

!m = !tile.array<?x?xf16>
tile.kernel @k(%a: !m, %b: !m, %c: !m) {
  // expected-error @below {{equation "mk,xn->mn" at character 2: letter 'k' is only in operand A: a letter must be in both operands or in the output}}
  tile.contract "mk,xn->mn" %a, %b into %c : !m, !m, !m
  tile.return
}

// -----

!m = !tile.array<?x?xf16>
tile.kernel @k(%a: !m, %b: !m, %c: !m) {
  // expected-error @below {{rhs has 2 dimensions, but 1 in the equation}}
  tile.contract "mk,k->m" %a, %b into %c : !m, !m, !m
  tile.return
}

// -----

!m = !tile.array<?x?xf16>
tile.kernel @k(%a: !m, %b: !m, %c: !m) {
  // expected-error @below {{table 't' is not defined: name a constant in 'constants', or an array in 'table_names'}}
  tile.contract "m(n+t[k]),kn->mn" %a, %b into %c : !m, !m, !m
  tile.return
}

// -----

!m = !tile.array<?x?xf16>
tile.kernel @k(%a: !m, %b: !m, %c: !m) {
  // expected-error @below {{table 't' has 2 dimensions, but 't[k]' has 1 indices}}
  tile.contract "m(n+t[k]),kn->mn" %a, %b into %c {constants = {t = dense<0> : tensor<2x3xi32>}} : !m, !m, !m
  tile.return
}

// -----

!m = !tile.array<?x?xf16>
tile.kernel @k(%a: !m, %b: !m, %c: !m) {
  // expected-error @below {{table 't' must be a tensor of integers of 8 to 64 bits, but got 1.000000e+00 : f32}}
  tile.contract "m(n+t[k]),kn->mn" %a, %b into %c {constants = {t = 1.0 : f32}} : !m, !m, !m
  tile.return
}

// -----

!m = !tile.array<?x?xf16>
tile.kernel @k(%a: !m, %b: !m, %c: !m, %t: !tile.array<?xf32>) {
  // expected-error @below {{table 't' must be an array of integers of 8 to 64 bits, but got '!tile.array<?xf32>'}}
  tile.contract "m(n+t[k]),kn->mn" %a, %b into %c tables %t {table_names = ["t"]} : !m, !m, !m tables !tile.array<?xf32>
  tile.return
}

// -----

!m = !tile.array<?x?xf16>
tile.kernel @k(%a: !m, %b: !m, %c: !m, %t: !tile.array<?xi32>) {
  // expected-error @below {{table_names must be a list of 1 texts, but got ["t", "u"]}}
  tile.contract "m(n+t[k]),kn->mn" %a, %b into %c tables %t {table_names = ["t", "u"]} : !m, !m, !m tables !tile.array<?xi32>
  tile.return
}

// -----

tile.kernel @k(%a: !tile.array<2x3xf16>, %b: !tile.array<4x5xf16>, %c: !tile.array<2x5xf16>) {
  // expected-error @below {{letter 'k' has extent 3 by dimension 1 of lhs, but 4 by dimension 0 of rhs}}
  tile.contract "mk,kn->mn" %a, %b into %c : !tile.array<2x3xf16>, !tile.array<4x5xf16>, !tile.array<2x5xf16>
  tile.return
}

// -----

tile.kernel @k(%a: !tile.array<4xf16>, %b: !tile.array<3xf16>, %c: !tile.array<4xf16>) {
  // expected-error @below {{index outside of an array: axis 0 of lhs is read at index -1, but its size is 4; use 'zero' in lhs_outside for padding}}
  tile.contract "(h+r-1),r->h" %a, %b into %c : !tile.array<4xf16>, !tile.array<3xf16>, !tile.array<4xf16>
  tile.return
}

// -----

!v = !tile.array<?xf16>
tile.kernel @k(%a: !v, %b: !v, %c: !v) {
  // expected-error @below {{'never' cannot be proved without the sizes of all arrays; use 'checked' instead}}
  tile.contract "(h+r),r->h" %a, %b into %c {lhs_outside = ["never"]} : !v, !v, !v
  tile.return
}

// -----

!v = !tile.array<?xf16>
tile.kernel @k(%a: !v, %b: !v, %c: !v) {
  // expected-error @below {{lhs_outside of axis 0 must be checked, zero or never, but got "wrap"}}
  tile.contract "(h+r),r->h" %a, %b into %c {lhs_outside = ["wrap"]} : !v, !v, !v
  tile.return
}

// -----

!v = !tile.array<?xf16>
tile.kernel @k(%a: !v, %b: !v, %c: !tile.array<4x5xf32, strides = [0, 1]>) {
  // expected-error @below {{elements of the output have the same address: its sizes are [4 5] and its strides [0 1]}}
  tile.contract "h,w->hw" %a, %b into %c : !v, !v, !tile.array<4x5xf32, strides = [0, 1]>
  tile.return
}

// -----

tile.kernel @k(%a: !tile.array<?xf16>, %b: !tile.array<?xf32>, %c: !tile.array<?xf32>) {
  // expected-error @below {{lhs and rhs must have the same elements, both 8-bit floats or both integers of one width, but got 'f16' and 'f32'}}
  tile.contract "h,h->h" %a, %b into %c : !tile.array<?xf16>, !tile.array<?xf32>, !tile.array<?xf32>
  tile.return
}

// -----

!v = !tile.array<?xbf16>
tile.kernel @k(%a: !v, %b: !v, %c: !v) {
  // expected-error @below {{products of 'bf16' are accumulated in f32, but the accumulator is 'f16'}}
  tile.contract "h,h->h" %a, %b into %c {accumulator = f16} : !v, !v, !v
  tile.return
}

// -----

!v = !tile.array<?xf16>
tile.kernel @k(%a: !v, %b: !v, %c: !v) {
  // expected-error @below {{there are operands of an epilogue, but no epilogue}}
  tile.contract "h,h->h" %a, %b into %c with %a {axes = ["h"]} : !v, !v, !v with !v
  tile.return
}

// -----

!v = !tile.array<?xf16>
tile.kernel @k(%a: !v, %b: !v, %c: !v) {
  // expected-error @below {{letter 'x' of operand 0 of the epilogue is not in the output}}
  tile.contract "h,h->h" %a, %b into %c with %a epilogue {
  ^bb0(%sum: f32, %x: f16):
    tile.yield %x : f16
  } {axes = ["x"]} : !v, !v, !v with !v
  tile.return
}

// -----

!v = !tile.array<?xf16>
tile.kernel @k(%a: !v, %b: !v, %c: !v) {
  // expected-error @below {{the epilogue must take 'f32', but it takes 'f16'}}
  tile.contract "h,h->h" %a, %b into %c epilogue {
  ^bb0(%sum: f16):
    tile.yield %sum : f16
  } : !v, !v, !v
  tile.return
}

// -----

!v = !tile.array<?xf16>
tile.kernel @k(%a: !v, %b: !v, %c: !v) {
  // expected-error @below {{shape must have three powers of two, or columns and products that are a sum of up to four of them and a multiple of 8, but got [16 16]}}
  tile.contract "h,h->h" %a, %b into %c {shape = array<i64: 16, 16>} : !v, !v, !v
  tile.return
}

// -----

!v = !tile.array<?xf16>
tile.kernel @k(%a: !v, %b: !v, %c: !v) {
  // expected-error @below {{but got [48 64 16]}}
  tile.contract "h,h->h" %a, %b into %c {shape = array<i64: 48, 64, 16>} : !v, !v, !v
  tile.return
}

// -----

!v = !tile.array<?xbf16>
tile.kernel @k(%a: !v, %b: !v, %c: !tile.array<?xi8>) {
  // expected-error @below {{sums are added to the output, but}}
  tile.contract "h,r->(h+r)" %a, %b into %c : !v, !v, !tile.array<?xi8>
  tile.return
}

// -----

tile.kernel @k(%a: !tile.array<?x3xf16>, %b: !tile.array<4x?xf16>, %c: !tile.array<?x?xf16>) {
  // expected-error @below {{letter 'k' has extent 3 by dimension 1 of lhs, but 4 by dimension 0 of rhs}}
  tile.contract "mk,kn->mn" %a, %b into %c : !tile.array<?x3xf16>, !tile.array<4x?xf16>, !tile.array<?x?xf16>
  tile.return
}

// -----

!a = !tile.array<65536x32768xf16>
tile.kernel @k(%a: !a, %b: !a, %c: !tile.array<f16>) {
  // expected-error @below {{wrong extents: each sum has 2147483648 products, and fewer than 2^31 are possible}}
  tile.contract "kl,kl->" %a, %b into %c : !a, !a, !tile.array<f16>
  tile.return
}

// -----

!m = !tile.array<?x?xf16>
tile.kernel @k(%a: !m, %b: !m, %c: !m) {
  // expected-error @below {{'t[3]' has index 3, but dimension 0 of the table has size 2}}
  tile.contract "m(k+t[3]),kn->mn" %a, %b into %c {constants = {t = dense<0> : tensor<2xi32>}} : !m, !m, !m
  tile.return
}

// -----

!m = !tile.array<?x?xf16>
tile.kernel @k(%a: !m, %b: !m, %c: !m) {
  // expected-error @below {{programs must be any, each or few, but got "two"}}
  tile.contract "mk,kn->mn" %a, %b into %c {programs = "two"} : !m, !m, !m
  tile.return
}

// -----

// expected-error @below {{tile.programs must be a positive number of type i64, but got 0 : i64}}
tile.kernel @k() attributes {tile.programs = 0 : i64} {
  tile.return
}

// -----

// A table that is shorter than the extent of its letter, and a table with a value outside the array.

!a = !tile.array<6x3xf16>
tile.kernel @k(%a: !a, %b: !tile.array<3x4xf16>, %c: !tile.array<4x4xf16>) {
  // expected-error @below {{wrong extents: axis 0 of A, (t[k]): wrong table: index 0 of 't[k]' is 2, but the dimension has size 2}}
  tile.contract "(h+t[k])k,kn->hn" %a, %b into %c {constants = {t = dense<[0, 1]> : tensor<2xi32>}} : !a, !tile.array<3x4xf16>, !tile.array<4x4xf16>
  tile.return
}

// -----

!a = !tile.array<6x3xf16>
tile.kernel @k(%a: !a, %b: !tile.array<3x4xf16>, %c: !tile.array<4x4xf16>) {
  // expected-error @below {{index outside of an array: axis 0 of lhs is read at index 10, but its size is 6; use 'zero' in lhs_outside for padding}}
  tile.contract "(h+t[k])k,kn->hn" %a, %b into %c {constants = {t = dense<[0, 1, 7]> : tensor<3xi32>}} : !a, !tile.array<3x4xf16>, !tile.array<4x4xf16>
  tile.return
}

// -----

!m = !tile.array<?x?xf16>
tile.kernel @k(%a: !m, %b: !m, %c: !tile.array<?x?x?xf16>) {
  // expected-error @below {{equation "mk,kn->mnz" at character 10: letter 'z' is only in the output}}
  tile.contract "mk,kn->mnz" %a, %b into %c : !m, !m, !tile.array<?x?x?xf16>
  tile.return
}

// -----

// Elements of a large output at the same address.

!y = !tile.array<512x512xf32, strides = [256, 1]>
tile.kernel @k(%a: !tile.array<512x64xf16>, %b: !tile.array<64x512xf16>, %c: !y) {
  // expected-error @below {{elements of the output have the same address: its sizes are [512 512] and its strides [256 1]}}
  tile.contract "mk,kn->mn" %a, %b into %c : !tile.array<512x64xf16>, !tile.array<64x512xf16>, !y
  tile.return
}

// -----

// Distances and indices that do not fit in 64 bits, and a number that does not.

!a = !tile.array<4611686018427387904x64xf16, strides = [64, 1]>
tile.kernel @k(%a: !a, %b: !tile.array<64x512xf16>, %c: !tile.array<4611686018427387904x512xf16, strides = [512, 1]>) {
  // expected-error @below {{axis 0 of lhs has size 4611686018427387904 and stride 64: distances of its elements do not fit in 64 bits}}
  tile.contract "mk,kn->mn" %a, %b into %c : !a, !tile.array<64x512xf16>, !tile.array<4611686018427387904x512xf16, strides = [512, 1]>
  tile.return
}

// -----

!a = !tile.array<6x3xf16>
tile.kernel @k(%a: !a, %b: !tile.array<3x4xf16>, %c: !tile.array<4x4xf16>) {
  // expected-error @below {{axis 0 of A, (9223372036854775807*h): the index does not fit in 64 bits}}
  tile.contract "(9223372036854775807*h+k)k,kn->hn" %a, %b into %c : !a, !tile.array<3x4xf16>, !tile.array<4x4xf16>
  tile.return
}

// -----

!m = !tile.array<?x?xf16>
tile.kernel @k(%a: !m, %b: !m, %c: !m) {
  // expected-error @below {{equation "(99999999999999999999*h+k)k,kn->hn" at character 2: 99999999999999999999 does not fit in 64 bits}}
  tile.contract "(99999999999999999999*h+k)k,kn->hn" %a, %b into %c : !m, !m, !m
  tile.return
}

// -----

!a = !tile.array<6x3xf16>
tile.kernel @k(%a: !a, %b: !tile.array<3x4xf16>, %c: !tile.array<4x4xf16>) {
  // expected-error @below {{wrong extents: axis 0 of A, (h//0): division by zero}}
  tile.contract "(h//0+k)k,kn->hn" %a, %b into %c : !a, !tile.array<3x4xf16>, !tile.array<4x4xf16>
  tile.return
}

// -----

!y = !tile.array<6x4xf16>
tile.kernel @k(%a: !tile.array<6x3xf16>, %b: !tile.array<3x4xf16>, %c: !y, %d: !tile.array<5xf32>) {
  // expected-error @below {{wrong extents: axis 0 of operand 0 of the epilogue has size 5, but 'n' has extent 4}}
  tile.contract "mk,kn->mn" %a, %b into %c with %d epilogue {
  ^bb0(%sum: f32, %x: f32):
    %half = tile.cast %sum : f32 -> f16
    tile.yield %half : f16
  } {axes = ["n"]} : !tile.array<6x3xf16>, !tile.array<3x4xf16>, !y with !tile.array<5xf32>
  tile.return
}

// -----

// expected-error @below {{tile.resident must be a positive number of type i32, but got 1 : i64}}
tile.kernel @k() attributes {tile.resident = 1 : i64} {
  tile.return
}

// -----

// expected-error @below {{tile.grid_size of argument #0 must be an axis, 0 to 2, of an i32 of a kernel with tile.resident}}
tile.kernel @k(%n: i32 {tile.grid_size = 3 : i32}) attributes {tile.resident = 1 : i32} {
  tile.return
}

// RUN: tile-opt %s --split-input-file --verify-diagnostics

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%x: tensor<8x4xf32>) {
  tile.return
}
}
// expected-error@-4 {{argument #0 must be an array, pointer or number}}

// -----

func.func @permute(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{order must name each of the 2 dimensions once, but got [0 0]}}
  %0 = tile.permute %x [0, 0] : tensor<8x4xf32> -> tensor<8x8xf32>
  return
}

// -----

func.func @permute(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{result must have shape [4 8], but got 'tensor<8x4xf32>'}}
  %0 = tile.permute %x [1, 0] : tensor<8x4xf32> -> tensor<8x4xf32>
  return
}

// -----

func.func @cat(%x: tensor<8x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error@+1 {{operands must have the same size along dimension 0}}
  %0 = tile.cat %x, %y axis = 1 : tensor<8x4xf32>, tensor<4x4xf32> -> tensor<8x8xf32>
  return
}

// -----

func.func @cat(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>) {
  // expected-error@+1 {{axis must be less than 2, the number of dimensions, but got 2}}
  %0 = tile.cat %x, %y axis = 2 : tensor<8x4xf32>, tensor<8x4xf32> -> tensor<8x8xf32>
  return
}

// -----

func.func @join(%x: tensor<8xf32>) {
  // expected-error@+1 {{the joined tensor must have shape [8 2], but got 'tensor<2x8xf32>'}}
  %0 = tile.join %x, %x : tensor<8xf32> -> tensor<2x8xf32>
  return
}

// -----

func.func @split(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{the joined tensor must have shape [8 2], but got 'tensor<8x4xf32>'}}
  %0:2 = tile.split %x : tensor<8x4xf32> -> tensor<8xf32>
  return
}

// -----

func.func @extract(%x: tensor<8x4xf32>, %i: i32) {
  // expected-error@+1 {{expected 2 indices, one for each dimension, but got 1}}
  %0 = tile.extract %x[%i] : tensor<8x4xf32> -> tensor<2x2xf32>
  return
}

// -----

func.func @extract(%x: tensor<8x4xf32>, %i: i32) {
  // expected-error@+1 {{a part must not be larger than the tensor}}
  %0 = tile.extract %x[%i, %i] : tensor<8x4xf32> -> tensor<2x8xf32>
  return
}

// -----

func.func @scan(%x: tensor<8xf32>) {
  // expected-error@+1 {{result #0 must be of type 'tensor<8xf32>', but got 'tensor<4xf32>'}}
  %0 = tile.scan %x axis = 0 {
  ^bb0(%a: f32, %b: f32):
    tile.yield %a : f32
  } : tensor<8xf32> -> tensor<4xf32>
  return
}

// -----

func.func @scan(%x: tensor<8xf32>) {
  // expected-error@+1 {{the combiner must yield 'f32', but it yields 'f32', 'f32'}}
  %0 = tile.scan %x axis = 0 {
  ^bb0(%a: f32, %b: f32):
    tile.yield %a, %b : f32, f32
  } : tensor<8xf32> -> tensor<8xf32>
  return
}

// -----

func.func @map(%x: tensor<8xf32>) {
  // expected-error@+1 {{the function must take 'f32', but it takes 'i32'}}
  %0 = tile.map %x {
  ^bb0(%a: i32):
    tile.yield %a : i32
  } : tensor<8xf32> -> tensor<8xi32>
  return
}

// -----

func.func @map(%x: tensor<8xf32>) {
  // expected-error@+1 {{the function must take 'f32', 'f32', but it takes 'f32'}}
  %0 = tile.map %x pack = 2 {
  ^bb0(%a: f32):
    tile.yield %a : f32
  } : tensor<8xf32> -> tensor<8xf32>
  return
}

// -----

func.func @map(%x: tensor<8xf32>) {
  // expected-error@+1 {{the function must yield 'i32', 'i32', but it yields 'i32'}}
  %0 = tile.map %x pack = 2 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.constant 1 : i32
    tile.yield %c : i32
  } : tensor<8xf32> -> tensor<8xi32>
  return
}

// -----

func.func @map(%x: tensor<8xf32>) {
  // expected-error@+1 {{pack must be a power of two of at most 8, the number of elements or the limit of 1024, but is 3}}
  %0 = tile.map %x pack = 3 {
  ^bb0(%a: f32, %b: f32, %c: f32):
    tile.yield %a, %b, %c : f32, f32, f32
  } : tensor<8xf32> -> tensor<8xf32>
  return
}

// -----

func.func @inline_asm(%x: tensor<8xi32>) {
  // expected-error@+1 {{there are 2 constraints of operands, but they have 1 registers}}
  %0 = tile.inline_asm "brev.b32 $0, $1;", "=r,r,r" pure %x : tensor<8xi32> -> tensor<8xi32>
  return
}

// -----

func.func @inline_asm(%x: tensor<8xi16>) {
  // expected-error@+1 {{there are 1 constraints of results, but they have 2 registers}}
  %0 = tile.inline_asm "brev.b32 $0, $1;", "=r,r" pack = 2 %x : tensor<8xi16> -> tensor<8xi32>
  return
}

// -----

func.func @inline_asm(%x: tensor<8xi64>) {
  // expected-error@+1 {{register 0 of the operands has 32 bits, but 1 elements of 'tensor<8xi64>' have 64}}
  %0 = tile.inline_asm "brev.b32 $0, $1;", "=r,r" %x : tensor<8xi64> -> tensor<8xi32>
  return
}

// -----

func.func @inline_asm(%x: tensor<8xi32>) {
  // expected-error@+1 {{constraint 'v' is none of b, h, r, l, f and d}}
  %0 = tile.inline_asm "brev.b32 $0, $1;", "=r,v" %x : tensor<8xi32> -> tensor<8xi32>
  return
}

// -----

func.func @inline_asm(%x: tensor<8xi32>, %y: tensor<4xi32>) {
  // expected-error@+1 {{operands and results must have the same shape}}
  %0 = tile.inline_asm "add.s32 $0, $1, $2;", "=r,r,r" %x, %y : tensor<8xi32>, tensor<4xi32> -> tensor<8xi32>
  return
}

// -----

func.func @histogram(%x: tensor<8x2xi32>) {
  // expected-error@+1 {{operand and result must have one dimension}}
  %0 = tile.histogram %x : tensor<8x2xi32> -> tensor<4xi32>
  return
}

// -----

func.func @gather(%x: tensor<8x2xf32>, %i: tensor<4x4xi32>) {
  // expected-error@+1 {{indices must have the operand's size 2 along dimension 1}}
  %0 = tile.gather %x[%i] axis = 0 : tensor<8x2xf32>, tensor<4x4xi32> -> tensor<4x4xf32>
  return
}

// -----

func.func @dot(%a: tensor<8x4xf16>, %b: tensor<8x4xf16>, %c: tensor<8x4xf32>) {
  // expected-error@+1 {{the contracted dimension has size 4 on the left and 8 on the right}}
  %0 = tile.dot %a, %b, %c : tensor<8x4xf16>, tensor<8x4xf16> -> tensor<8x4xf32>
  return
}

// -----

func.func @dot(%a: tensor<8x4xf16>, %b: tensor<4x4xbf16>, %c: tensor<8x4xf32>) {
  // expected-error@+1 {{but got 'f16' and 'bf16'; convert one of them with tile.cast}}
  %0 = tile.dot %a, %b, %c : tensor<8x4xf16>, tensor<4x4xbf16> -> tensor<8x4xf32>
  return
}

// -----

func.func @dot(%a: tensor<8x4xbf16>, %b: tensor<4x4xbf16>, %c: tensor<8x4xf16>) {
  // expected-error@+1 {{products of 'bf16' are accumulated in f32, but the accumulator has 'f16'}}
  %0 = tile.dot %a, %b, %c : tensor<8x4xbf16>, tensor<4x4xbf16> -> tensor<8x4xf16>
  return
}

// -----

func.func @dot(%a: tensor<8x4xf16>, %b: tensor<4x4xf16>, %c: tensor<8x8xf32>) {
  // expected-error@+1 {{the accumulator must have shape [8 4], but got 'tensor<8x8xf32>'}}
  %0 = tile.dot %a, %b, %c : tensor<8x4xf16>, tensor<4x4xf16> -> tensor<8x8xf32>
  return
}

// -----

func.func @dot(%a: tensor<8x4xf16>, %b: tensor<4x4xf16>, %c: tensor<8x4xf32>) {
  // expected-error@+1 {{precision tf32 needs operands of f32, but got 'f16'}}
  %0 = tile.dot %a, %b, %c precision tf32 : tensor<8x4xf16>, tensor<4x4xf16> -> tensor<8x4xf32>
  return
}

// -----

func.func @dot_scaled(%a: tensor<8x32xi8>, %b: tensor<32x4xi8>, %c: tensor<8x4xf32>) {
  // expected-error@+1 {{the contracted dimension has size 64 on the left and 32 on the right}}
  %0 = tile.dot_scaled %a as e2m1, %b as e5m2, %c : tensor<8x32xi8> by tensor<32x4xi8> -> tensor<8x4xf32>
  return
}

// -----

func.func @dot_scaled(%a: tensor<8x32xi8>, %b: tensor<32x4xi8>, %c: tensor<8x4xf32>) {
  // expected-error@+1 {{the accumulator must have shape [16 4], but got 'tensor<8x4xf32>'}}
  %0 = tile.dot_scaled %a as e2m1, %b as e5m2, %c lhs_outer_packed : tensor<8x32xi8> by tensor<32x4xi8> -> tensor<8x4xf32>
  return
}

// -----

func.func @dot_scaled(%a: tensor<8x32xi8>, %b: tensor<32x4xi8>, %c: tensor<8x4xf32>) {
  // expected-error@+1 {{rhs_outer_packed is about bytes that hold two numbers: operand #1 must be of format e2m1}}
  %0 = tile.dot_scaled %a as e5m2, %b as e5m2, %c rhs_outer_packed : tensor<8x32xi8> by tensor<32x4xi8> -> tensor<8x4xf32>
  return
}

// -----

func.func @dot_scaled(%a: tensor<8x32xi8>, %b: tensor<32x4xi8>, %c: tensor<8x8xf32>, %s: tensor<4x1xi8>) {
  // expected-error@+1 {{the scales of operand #1 must have a row for each of 8 rows or columns}}
  %0 = tile.dot_scaled %a as e5m2, %b as e2m1 scale %s, %c rhs_outer_packed : tensor<8x32xi8> by tensor<32x4xi8>, tensor<4x1xi8> -> tensor<8x8xf32>
  return
}

// -----

func.func @atomic(%p: !tile.ptr<i8>, %v: i8) {
  // expected-error@+1 {{add takes integers of 32 or 64 bits and f16, bf16, f32 or f64, but the elements are of 'i8'}}
  %0 = tile.atomic_rmw add relaxed device %p, %v : !tile.ptr<i8>, i8
  return
}

// -----

func.func @gather(%t: tensor<192xi32>) {
  // expected-error@+1 {{operand #0 must be tensor of numbers or pointers whose dimensions are powers of two, but got 'tensor<192xi32>'}}
  %0 = tile.gather %t[%t] axis = 0 : tensor<192xi32>, tensor<192xi32> -> tensor<192xi32>
  return
}

// -----

func.func @atomic_view(%a: !tile.array<?xi32>, %t: tensor<8xi32>, %i: i32) {
  // expected-error@+1 {{xchg returns the old elements, but this operation has no result; use tile.store_view}}
  tile.atomic_rmw_view xchg %t, %a[%i] : tensor<8xi32>, !tile.array<?xi32>
  return
}

// -----

func.func @atomic_view(%a: !tile.array<?xf8E5M2>, %t: tensor<8xf8E5M2>, %i: i32) {
  // expected-error@+1 {{add takes integers of 32 or 64 bits and f16, bf16, f32 or f64, but the elements are of 'f8E5M2'}}
  tile.atomic_rmw_view add %t, %a[%i] : tensor<8xf8E5M2>, !tile.array<?xf8E5M2>
  return
}

// -----

func.func @atomic_view(%a: !tile.array<?x?xi32>, %t: tensor<8xi32>, %i: i32) {
  // expected-error@+1 {{the tile must have 2 dimensions as the array has}}
  tile.atomic_rmw_view add %t, %a[%i, %i] : tensor<8xi32>, !tile.array<?x?xi32>
  return
}

// -----

func.func @atomic(%p: !tile.ptr<f32>, %v: f32) {
  // expected-error@+1 {{xor takes integers of 32 or 64 bits, but the elements are of 'f32'}}
  %0 = tile.atomic_rmw xor relaxed device %p, %v : !tile.ptr<f32>, f32
  return
}

// -----

func.func @atomic(%p: !tile.ptr<f32>, %v: f32) {
  // expected-error@+2 {{one of the following enum values for attribute 'order' [relaxed, acquire, release, acq_rel]}}
  // expected-note @below {{syntax: tile.atomic_rmw}}
  %0 = tile.atomic_rmw add weak device %p, %v : !tile.ptr<f32>, f32
  return
}

// -----

func.func @array(%p: !tile.ptr<f32>, %n: i32) {
  // expected-error@+1 {{expected 1 strides, as many as '!tile.array<?x4xf32, strides = [?, 1]>' leaves open, but got 0}}
  %0 = tile.make_array %p shape[%n] strides[] : !tile.ptr<f32> -> !tile.array<?x4xf32, strides = [?, 1]>
  return
}

// -----

func.func @slice(%a: !tile.array<4xf32>, %n: i32) {
  // expected-error@+1 {{result must be of type '!tile.array<?xf32>', but got '!tile.array<4xf32>'}}
  %0 = tile.slice %a axis = 0 from %n to %n : !tile.array<4xf32> -> !tile.array<4xf32>
  return
}

// -----

// expected-error@+1 {{a tile must have the array's 2 dimensions, but got 1}}
func.func @view(%a: !tile.view<tile = [4], !tile.array<?x?xf32>>) {
  return
}

// -----

// expected-error@+1 {{expected the size of a tile of at most 16777216 elements, in powers of two or sums of up to four of them that are at least 8, but got [3]}}
func.func @view(%a: !tile.view<tile = [3], !tile.array<?xf32>>) {
  return
}

// -----

// expected-error@+1 {{padding nan needs floats, but the array has 'i32'}}
func.func @view(%a: !tile.view<tile = [4], padding = nan, !tile.array<?xi32>>) {
  return
}

// -----

// expected-error@+1 {{expected 1 steps that are at least 1, but got [0]}}
func.func @view(%a: !tile.view<tile = [4], steps = [0], !tile.array<?xi32>>) {
  return
}

// -----

func.func @view(%v: !tile.view<tile = [4], !tile.array<?xi32>>, %i: i32) {
  // expected-error@+1 {{the tile must have the view's shape [4], but got 'tensor<8xi32>'}}
  %0 = tile.load_view %v[%i] : !tile.view<tile = [4], !tile.array<?xi32>> -> tensor<8xi32>
  return
}

// -----

func.func @hint(%i: i32) {
  // expected-error@+1 {{divisibility must be powers of two, but got 3}}
  %0 = tile.hint %i divisibility [3] : i32
  return
}

// -----

func.func @hint(%i: tensor<4x4xi32>) {
  // expected-error@+1 {{contiguity must have 2 numbers, one for each dimension, but got 1}}
  %0 = tile.hint %i contiguity [4] : tensor<4x4xi32>
  return
}

// -----

func.func @bitcast(%x: f32) {
  // expected-error@+1 {{elements of the same width, but got 'f32' and 'i16'; use tile.cast to convert by value}}
  %0 = tile.bitcast %x : f32 -> i16
  return
}

// -----

func.func @cast(%x: f32) {
  // expected-error@+1 {{rounding zero needs floats, but the result is 'i16'}}
  %0 = tile.cast %x rounding zero : f32 -> i16
  return
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
func.func @rounding(%x: f16) {
  // expected-error@+1 {{rounding approx needs f32, but the result is 'f16'}}
  %0 = tile.div %x, %x rounding approx : f16, f16 -> f16
  return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
func.func @rounding(%x: f32) {
  // expected-error@+1 {{rounding full is not allowed for this operation: expected nearest_even, zero, negative_inf, positive_inf}}
  %0 = tile.add %x, %x rounding full : f32, f32 -> f32
  return
}
}

// -----

// expected-error@+1 {{tile.divisibility of argument #0 must be a power of two, but got 12 : i32}}
tile.kernel @k(%n: i32 {tile.divisibility = 12 : i32}) {
  tile.return
}

// -----

// expected-error@+1 {{tile.divisibility is only allowed on integers, pointers and arrays, but argument #0 is 'f32'}}
tile.kernel @k(%n: f32 {tile.divisibility = 16 : i32}) {
  tile.return
}

// -----

// expected-error@+1 {{tile.shape_divisibility is only allowed on arrays, but argument #0 is '!tile.ptr<f32>'}}
tile.kernel @k(%n: !tile.ptr<f32> {tile.shape_divisibility = array<i64: 16>}) {
  tile.return
}

// -----

// expected-error@+1 {{tile.stride_divisibility of argument #0 must be 2 numbers array<i64: ...>, one for each dimension}}
tile.kernel @k(%n: !tile.array<?x?xf32> {tile.stride_divisibility = array<i64: 16>}) {
  tile.return
}

// -----

tile.kernel @k(%n: i32) {
  %v = tile.splat %n : i32 -> tensor<4x4xi32>
  // expected-error@+1 {{values must have a dimension for each of 1 offsets, but got 'tensor<4x4xi32>'}}
  tile.print "part" %v : tensor<4x4xi32> at [%n]
  tile.return
}

tt.func @f(%d: !tt.tensordesc<tensor<1x32xf16>>, %i: tensor<32xi32>, %y: i32) {
  %0 = tt.descriptor_gather %d[%i, %y] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<32xi32>, i32) -> tensor<32x32xf16>
  tt.descriptor_scatter %d[%i, %y], %0 : !tt.tensordesc<tensor<1x32xf16>>, tensor<32xi32>, i32, tensor<32x32xf16>
  tt.return
}
// accepted
module {
  tt.func @f(%arg0: !tt.tensordesc<tensor<1x32xf16>>, %arg1: tensor<32xi32>, %arg2: i32) {
    %0 = tt.descriptor_gather %arg0[%arg1, %arg2] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<32xi32>, i32) -> tensor<32x32xf16>
    tt.descriptor_scatter %arg0[%arg1, %arg2], %0 : !tt.tensordesc<tensor<1x32xf16>>, tensor<32xi32>, i32, tensor<32x32xf16>
    tt.return
  }
}
// -----
tt.func @f(%a: tensor<1xf32>) -> f32 { %0 = tt.unsplat %a : tensor<1xf32>  tt.return %0 : f32 }
// accepted
module {
  tt.func @f(%arg0: tensor<1xf32>) -> f32 {
    %0 = tt.unsplat %arg0 : tensor<1xf32>
    tt.return %0 : f32
  }
}
// -----
tt.func @f(%a: tensor<32x64xi8>, %b: tensor<64x32xi8>, %c: tensor<32x32xf32>, %s: tensor<32x4xi8>) -> tensor<32x32xf32> {
  %0 = tt.dot_scaled %a scale %s, %b scale %s, %c lhs = e2m1 rhs = e2m1 {fastMath = true} : tensor<32x64xi8>, tensor<32x4xi8> * tensor<64x32xi8>, tensor<32x4xi8> -> tensor<32x32xf32>
  tt.return %0 : tensor<32x32xf32>
}
// accepted
module {
  tt.func @f(%arg0: tensor<32x64xi8>, %arg1: tensor<64x32xi8>, %arg2: tensor<32x32xf32>, %arg3: tensor<32x4xi8>) -> tensor<32x32xf32> {
    %0 = tt.dot_scaled %arg0 scale %arg3, %arg1 scale %arg3, %arg2 lhs = e2m1 rhs = e2m1 {fastMath = true} : tensor<32x64xi8>, tensor<32x4xi8> * tensor<64x32xi8>, tensor<32x4xi8> -> tensor<32x32xf32>
    tt.return %0 : tensor<32x32xf32>
  }
}
// -----
tt.func @f(%a: tensor<32x64xi8>, %b: tensor<64x32xbf16>, %c: tensor<32x32xf32>, %s: tensor<32x4xi8>) -> tensor<32x32xf32> {
  %0 = tt.dot_scaled %a scale %s, %b, %c lhs = e2m1 rhs = bf16 {fastMath = false, lhs_k_pack = false} : tensor<32x64xi8>, tensor<32x4xi8> * tensor<64x32xbf16> -> tensor<32x32xf32>
  tt.return %0 : tensor<32x32xf32>
}
// error: 2:8: 'tt.dot_scaled' op expected the output shape to be the concatenation of the last dimension of the first operand and the last dimension of the second 
// -----
tt.func @f(%p: !tt.ptr<f32>) { %0 = tt.reinterpret_tensor_descriptor %p : !tt.ptr<f32> to !tt.tensordesc<tensor<8xf32>> tt.return }
// error: 1:37: custom op 'tt.reinterpret_tensor_descriptor' is unknown
// -----
tt.func @f(%p: !tt.ptr<f32>, %n: i32, %s: i64, %d: !tt.tensordesc<tensor<8xsi32>>, %u: !tt.tensordesc<tensor<8xui8>>) { %0 = tt.make_tensor_descriptor %p, [%n], [%s] : !tt.ptr<f32>, !tt.tensordesc<tensor<8xf32>> 
%1 = tt.make_tensor_descriptor %p, [%n, %n], [%s, %s] {padding = 2 : i32} : <f32>, <tensor<8x8xf32>> 
%2 = tt.descriptor_load %1[%n, %n] cacheModifier = ca evictionPolicy = evict_first : !tt.tensordesc<tensor<8x8xf32>> -> tensor<8x8xf32>
%3 = tt.descriptor_load %d[%n] : !tt.tensordesc<tensor<8xsi32>> -> tensor<8xi32>
tt.return }
// accepted
module {
  tt.func @f(%arg0: !tt.ptr<f32>, %arg1: i32, %arg2: i64, %arg3: !tt.tensordesc<tensor<8xsi32>>, %arg4: !tt.tensordesc<tensor<8xui8>>) {
    %0 = tt.make_tensor_descriptor %arg0, [%arg1], [%arg2] : <f32>, <tensor<8xf32>>
    %1 = tt.make_tensor_descriptor %arg0, [%arg1, %arg1], [%arg2, %arg2] {padding = 2 : i32} : <f32>, <tensor<8x8xf32>>
    %2 = tt.descriptor_load %1[%arg1, %arg1] cacheModifier = ca evictionPolicy = evict_first : !tt.tensordesc<tensor<8x8xf32>> -> tensor<8x8xf32>
    %3 = tt.descriptor_load %arg3[%arg1] : !tt.tensordesc<tensor<8xsi32>> -> tensor<8xi32>
    tt.return
  }
}
// -----
tt.func @f(%p: !tt.ptr<f32>, %m: i1, %v: f32, %q: tensor<8x!tt.ptr<f32>>, %mm: tensor<8xi1>, %vv: tensor<8xf32>, %g: !tt.ptr<f16, 3>) {
  %0 = tt.load %p, %m, %v cacheModifier = cg evictionPolicy = evict_last {isVolatile = true} : !tt.ptr<f32>
  %1 = tt.load %q, %mm {boundaryCheck = array<i32>, padding = 1 : i32} : tensor<8x!tt.ptr<f32>>
  tt.store %q, %vv, %mm evictionPolicy = evict_first cacheModifier = wt : tensor<8x!tt.ptr<f32>>
  %2 = tt.atomic_rmw fadd, acq_rel, gpu, %q, %vv, %mm : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
  %3 = tt.atomic_cas acquire, cta, %p, %v, %v {x = 1} : (!tt.ptr<f32>, f32, f32) -> f32
  %4 = tt.clampf %v, %v, %v, propagateNan = all : f32
  %5 = tt.fp_to_fp %v, rounding = rtz : f32 -> f16
  %6 = tt.reshape %vv allow_reorder efficient_layout : tensor<8xf32> -> tensor<2x4xf32>
  tt.return
}
// accepted
module {
  tt.func @f(%arg0: !tt.ptr<f32>, %arg1: i1, %arg2: f32, %arg3: tensor<8x!tt.ptr<f32>>, %arg4: tensor<8xi1>, %arg5: tensor<8xf32>, %arg6: !tt.ptr<f16, 3>) {
    %0 = tt.load %arg0, %arg1, %arg2 cacheModifier = cg evictionPolicy = evict_last {isVolatile = true} : !tt.ptr<f32>
    %1 = tt.load %arg3, %arg4 {padding = 1 : i32} : tensor<8x!tt.ptr<f32>>
    tt.store %arg3, %arg5, %arg4 cacheModifier = wt evictionPolicy = evict_first : tensor<8x!tt.ptr<f32>>
    %2 = tt.atomic_rmw fadd, acq_rel, gpu, %arg3, %arg5, %arg4 : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
    %3 = tt.atomic_cas acquire, cta, %arg0, %arg2, %arg2 {x = 1 : i64} : (!tt.ptr<f32>, f32, f32) -> f32
    %4 = tt.clampf %arg2, %arg2, %arg2, propagateNan = all : f32
    %5 = tt.fp_to_fp %arg2, rounding = rtz : f32 -> f16
    %6 = tt.reshape %arg5 allow_reorder efficient_layout : tensor<8xf32> -> tensor<2x4xf32>
    tt.return
  }
}
// -----
tt.func @f(%v: tensor<8xf32>) -> f32 {
  %0 = "tt.reduce"(%v) <{axis = 0 : i32}> ({ ^bb0(%a: f32, %b: f32): %1 = arith.addf %a, %b : f32 tt.reduce.return %1 : f32 }) {reduction_ordering = "x"} : (tensor<8xf32>) -> f32
  tt.return %0 : f32
}
// accepted
module {
  tt.func @f(%arg0: tensor<8xf32>) -> f32 {
    %0 = "tt.reduce"(%arg0) <{axis = 0 : i32}> ({
    ^bb0(%arg1: f32, %arg2: f32):
      %1 = arith.addf %arg1, %arg2 : f32
      tt.reduce.return %1 : f32
    }) {reduction_ordering = "x"} : (tensor<8xf32>) -> f32
    tt.return %0 : f32
  }
}
// -----
tt.func private @f(%v: tensor<8xf32>, f32) -> (tensor<8xf32> {tt.foo = 1 : i32}, i32)
// error: 1:39: custom op 'tt.func' expected SSA identifier
// -----
tt.func @f(%v: tensor<8xf32>) { tt.print " x: " {hex = false, isSigned = array<i32: 0>} : %v : tensor<8xf32>
tt.print "none" {hex = false, isSigned = array<i32>}
tt.return }
// accepted
module {
  tt.func @f(%arg0: tensor<8xf32>) {
    tt.print " x: " {hex = false, isSigned = array<i32: 0>} : %arg0 : tensor<8xf32>
    tt.print "none" {hex = false, isSigned = array<i32>}
    tt.return
  }
}
// -----
tt.func @f(%v: tensor<6xf32>) { %0 = tt.expand_dims %v {axis = 0 : i32} : tensor<6xf32> -> tensor<1x6xf32> tt.return }
// error: 1:38: Number of elements must be power-of-two, but %0 = "tt.expand_dims"(%arg0) <{axis = 0 : i32}> : (tensor<6xf32>) -> tensor<1x6xf32> doesn't follow the rule (6) elements
// -----
tt.func @f() { %0 = tt.make_range {end = 6 : i32, start = 0 : i32} : tensor<6xi32> tt.return }
// error: 1:21: Number of elements must be power-of-two, but %0 = "tt.make_range"() <{end = 6 : i32, start = 0 : i32}> : () -> tensor<6xi32> doesn't follow the rule (6) elements
// -----
tt.func @f() { %0 = tt.make_range {end = 8 : i32, start = 4 : i32} : tensor<8xi32> tt.return }
// error: 1:21: 'tt.make_range' op number of elements in returned tensor, 8, must match size of range [4, 8), which has 4 elements
// -----
tt.func @f() { %0 = tt.make_range {end = 4 : i32, start = 4 : i32} : tensor<8xi32> tt.return }
// error: 1:21: 'tt.make_range' op start must be less than end
// -----
tt.func @f() { %0 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi64> tt.return }
// error: 1:21: 'tt.make_range' op returned tensor must have i32 elements
// -----
tt.func @f() { %0 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<2x4xi32> tt.return }
// error: 1:21: 'tt.make_range' op return type must be a 1D tensor
// -----
tt.func @f(%p: tensor<8x!tt.ptr<f32>>, %m: tensor<4xi1>) { %0 = tt.load %p, %m : tensor<8x!tt.ptr<f32>> tt.return }
// error: 1:77: use of value '%m' expects different type than prior uses: 'tensor<8xi1>' vs 'tensor<4xi1>'
// -----
tt.func @f(%p: f32) { %0 = tt.load %p : f32 tt.return }
// error: 1:28: custom op 'tt.load' 'ptr' must be ptr or ranked tensor of ptr values or ptr, but got 'f32'
// -----
tt.func @f(%p: !tt.ptr<f32>, %v: f32) { %0 = "tt.load"(%p, %v) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!tt.ptr<f32>, f32) -> f32 tt.return }
// error: 1:46: 'tt.load' op failed to verify that mask type matches ptr type
// -----
tt.func @f(%p: tensor<8x!tt.ptr<f32>>, %v: tensor<8xf16>) { "tt.store"(%p, %v) : (tensor<8x!tt.ptr<f32>>, tensor<8xf16>) -> () tt.return }
// error: 1:61: 'tt.store' op failed to verify that value type matches ptr type
// -----
tt.func @f(%a: tensor<8xf32>) { %0 = tt.reshape %a : tensor<8xf32> -> tensor<4xf32> tt.return }
// error: 1:38: number of src and dst elements of reshape must be the same
// -----
tt.func @f(%a: tensor<8xf32>) { %0 = tt.broadcast %a : tensor<8xf32> -> tensor<16xf32> tt.return }
// error: 1:38: Different dimensions at index 0 between source and result.  Broadcast requires the source dimension to be 1.
// -----
tt.func @f(%a: tensor<8xf32>) { %0 = tt.broadcast %a : tensor<8xf32> -> tensor<8x8xf32> tt.return }
// error: 1:38: rank of source must be same as rank of result
// -----
tt.func @f(%a: tensor<8x1xf32>) { %0 = tt.broadcast %a : tensor<8x1xf32> -> tensor<8x8xf16> tt.return }
// error: 1:40: 'tt.broadcast' op requires the same element type for all operands and results
// -----
tt.func @f(%a: tensor<8x4xf32>) { %0 = tt.trans %a {order = array<i32: 0, 0>} : tensor<8x4xf32> -> tensor<8x4xf32> tt.return }
// error: 1:40: order must be a permutation of [0, ..., rank - 1]
// -----
tt.func @f(%a: tensor<8x4xf32>) { %0 = tt.trans %a {order = array<i32: 1, 0>} : tensor<8x4xf32> -> tensor<8x4xf32> tt.return }
// error: 1:40: result shape must match the permutation of the source shape
// -----
tt.func @f(%a: tensor<8x4xf32>) { %0 = tt.trans %a {order = array<i32: 1>} : tensor<8x4xf32> -> tensor<4x8xf32> tt.return }
// error: 1:40: order must have the same size as the rank of the operand and result
// -----
tt.func @f(%a: tensor<8x4xf32>) { %0, %1 = tt.split %a : tensor<8x4xf32> -> tensor<8xf32> tt.return }
// error: 1:44: last dimension of input tensor must be 2
// error: 1:44: 'tt.split' op failed to infer returned types
// -----
tt.func @f(%a: tensor<8x2xf32>) { %0, %1 = tt.split %a : tensor<8x2xf32> -> tensor<4xf32> tt.return }
// error: 1:44: 'tt.split' op inferred type(s) 'tensor<8xf32>', 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>', 'tensor<4xf32>'
// error: 1:44: 'tt.split' op failed to infer returned types
// -----
tt.func @f(%a: tensor<8xf32>) { %0 = tt.join %a, %a : tensor<8xf32> -> tensor<8xf32> tt.return }
// error: 1:38: 'tt.join' op result shape must be (8, 2), but got 8
// -----
tt.func @f(%a: tensor<8xf32>) { %0 = tt.expand_dims %a {axis = 3 : i32} : tensor<8xf32> -> tensor<1x8xf32> tt.return }
// error: 1:38: 'tt.expand_dims' op inferred type(s) 'tensor<8x0xf32>' are incompatible with return type(s) of operation 'tensor<1x8xf32>'
// error: 1:38: 'tt.expand_dims' op failed to infer returned types
// -----
tt.func @f(%a: tensor<16x32xf16>, %b: tensor<16x32xf16>, %c: tensor<16x32xf32>) { %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<16x32xf16> -> tensor<16x32xf32> tt.return }
// error: 1:88: 'tt.dot' op expected the last dimension of the first operand to be equal to the second-to-last dimension of the second operand
// -----
tt.func @f(%a: tensor<16x32xf16>, %b: tensor<32x32xf32>, %c: tensor<16x32xf32>) { %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x32xf32> -> tensor<16x32xf32> tt.return }
// error: 1:88: element types of operands A and B must have same bit width
// -----
tt.func @f(%a: tensor<16x32xf16>, %b: tensor<32x32xf16>, %c: tensor<16x16xf32>) { %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x32xf16> -> tensor<16x16xf32> tt.return }
// error: 1:88: 'tt.dot' op expected the output shape to be the concatenation of the last dimension of the first operand and the last dimension of the second 
// -----
tt.func @f(%a: tensor<16xf16>, %b: tensor<16xf16>, %c: tensor<16xf32>) { %0 = tt.dot %a, %b, %c : tensor<16xf16> * tensor<16xf16> -> tensor<16xf32> tt.return }
// error: 1:79: 'tt.dot' op expected operands to be 2d or 3d
// -----
tt.func @f(%v: tensor<8xf32>) { %0 = "tt.reduce"(%v) <{axis = 2 : i32}> ({ ^bb0(%a: f32, %b: f32): tt.reduce.return %a : f32 }) : (tensor<8xf32>) -> f32 tt.return }
// accepted
module {
  tt.func @f(%arg0: tensor<8xf32>) {
    %0 = "tt.reduce"(%arg0) <{axis = 2 : i32}> ({
    ^bb0(%arg1: f32, %arg2: f32):
      tt.reduce.return %arg1 : f32
    }) : (tensor<8xf32>) -> f32
    tt.return
  }
}
// -----
tt.func @f(%v: tensor<8xf32>) { %0 = "tt.reduce"(%v) <{axis = 0 : i32}> ({ ^bb0(%a: f32, %b: i32): tt.reduce.return %a : f32 }) : (tensor<8xf32>) -> f32 tt.return }
// error: 1:38: 'tt.reduce' op type mismatch on combine operation. Expected argument 1 to have type 'f32' but got 'i32'
// -----
tt.func @f(%v: tensor<8xf32>) { %0 = "tt.reduce"(%v) <{axis = 0 : i32}> ({ ^bb0(%a: f32, %b: f32): tt.reduce.return %a, %b : f32, f32 }) : (tensor<8xf32>) -> f32 tt.return }
// error: 1:38: 'tt.reduce' op expected combine operation to return 1 values but got 2
// -----
tt.func @f(%v: tensor<8xf32>, %i: i32) { %0 = "tt.reduce"(%v) <{axis = 0 : i32}> ({ ^bb0(%a: f32, %b: f32): tt.reduce.return %i : i32 }) : (tensor<8xf32>) -> f32 tt.return }
// error: 1:47: 'tt.reduce' op type mismatch on combine operation. Expected argument 0 to have type 'f32' but got 'i32'
// -----
tt.func @f(%v: tensor<8xf32>) { %0 = "tt.reduce"(%v) <{axis = 0 : i32}> ({ ^bb0(%a: f32): tt.reduce.return %a : f32 }) : (tensor<8xf32>) -> f32 tt.return }
// error: 1:38: 'tt.reduce' op nested block must take 2 arguments, but given block with 1 arguments
// -----
tt.func @f(%v: tensor<8xf32>) { %0 = "tt.reduce"(%v) <{axis = 0 : i32}> ({ ^bb0(%a: f32, %b: f32): tt.reduce.return %a : f32 }) : (tensor<8xf32>) -> tensor<8xf32> tt.return }
// error: 1:38: 'tt.reduce' op inferred type(s) 'f32' are incompatible with return type(s) of operation 'tensor<8xf32>'
// error: 1:38: 'tt.reduce' op failed to infer returned types
// -----
tt.func @f(%v: tensor<8xf32>) { %0 = "tt.reduce"(%v) <{axis = 0 : i32}> ({ ^bb0(%a: f32, %b: f32): tt.scan.return %a : f32 }) : (tensor<8xf32>) -> f32 tt.return }
// error: 1:100: 'tt.scan.return' op expects parent op 'tt.scan'
// -----
tt.func @f(%v: tensor<8xf32>, %w: tensor<4xf32>) { %0:2 = "tt.reduce"(%v, %w) <{axis = 0 : i32}> ({ ^bb0(%a: f32, %b: f32, %c: f32, %d: f32): tt.reduce.return %a, %b : f32, f32 }) : (tensor<8xf32>, tensor<4xf32>) -> (f32, f32) tt.return }
// error: 1:59: 'tt.reduce' op requires the same shape for all operands
// -----
tt.func @f() { %0:1 = "tt.reduce"() <{axis = 0 : i32}> ({ ^bb0(%a: f32, %b: f32): tt.reduce.return %a, %b : f32, f32 }) : () -> (f32) tt.return }
// error: 1:23: 'tt.reduce' op expected 1 or more operands, but found 0
// -----
tt.func @f(%v: tensor<8xf32>) { %0 = "tt.scan"(%v) <{axis = 2 : i32, reverse = false}> ({ ^bb0(%a: f32, %b: f32): tt.scan.return %a : f32 }) : (tensor<8xf32>) -> tensor<8xf32> tt.return }
// accepted
module {
  tt.func @f(%arg0: tensor<8xf32>) {
    %0 = "tt.scan"(%arg0) <{axis = 2 : i32, reverse = false}> ({
    ^bb0(%arg1: f32, %arg2: f32):
      tt.scan.return %arg1 : f32
    }) : (tensor<8xf32>) -> tensor<8xf32>
    tt.return
  }
}
// -----
tt.func @f(%v: tensor<8xf32>) { %0 = "tt.scan"(%v) <{axis = 0 : i32, reverse = false}> ({ ^bb0(%a: f32, %b: f32): tt.scan.return %a : f32 }) : (tensor<8xf32>) -> tensor<4xf32> tt.return }
// error: 1:38: 'tt.scan' op requires the same shape for all operands and results
// -----
tt.func @f(%v: tensor<8xf32>, %i: tensor<16x2xi32>) { %0 = tt.gather %v[%i] {axis = 0 : i32} : (tensor<8xf32>, tensor<16x2xi32>) -> tensor<16x2xf32> tt.return }
// error: 1:60: 'tt.gather' op input and indices ranks must match
// -----
tt.func @f(%v: tensor<8x2xf32>, %i: tensor<16x4xi32>) { %0 = tt.gather %v[%i] {axis = 0 : i32} : (tensor<8x2xf32>, tensor<16x4xi32>) -> tensor<16x4xf32> tt.return }
// error: 1:62: 'tt.gather' op indices dimension 1 must match the corresponding input dimension
// -----
tt.func @f(%v: tensor<8x2xf32>, %i: tensor<16x2xi32>) { %0 = tt.gather %v[%i] {axis = 2 : i32} : (tensor<8x2xf32>, tensor<16x2xi32>) -> tensor<16x2xf32> tt.return }
// error: 1:62: 'tt.gather' op gather dimension must be less than the input rank
// -----
tt.func @f(%v: tensor<8x2xf32>, %i: tensor<16x2xi32>) { %0 = tt.gather %v[%i] {axis = 0 : i32} : (tensor<8x2xf32>, tensor<16x2xi32>) -> tensor<8x2xf32> tt.return }
// error: 1:62: 'tt.gather' op indices and output shapes must match
// -----
tt.func @f(%v: f32) { %0 = tt.bitcast %v : f32 -> i64 tt.return }
// error: 1:28: Cannot bitcast data-type of size 32 to data-type of size 64
// -----
tt.func @f(%v: !tt.ptr<f32>) { %0 = tt.bitcast %v : !tt.ptr<f32> -> i32 tt.return }
// error: 1:37: Cannot bitcast pointer to non-pointer type
// -----
tt.func @f(%v: f32) { %0 = tt.fp_to_fp %v : f32 -> f16 tt.return }
// error: 1:28: Rounding mode is required for FP downcast
// -----
tt.func @f(%v: f16) { %0 = tt.fp_to_fp %v, rounding = rtne : f16 -> f32 tt.return }
// accepted
module {
  tt.func @f(%arg0: f16) {
    %0 = tt.fp_to_fp %arg0, rounding = rtne : f16 -> f32
    tt.return
  }
}
// -----
tt.func @f(%v: f32) { %0 = tt.fp_to_fp %v : f32 -> f8E5M2 tt.return }
// error: 1:28: Rounding mode is required for FP downcast
// -----
tt.func @f(%p: tensor<8x!tt.ptr<f32>>, %o: tensor<4xi32>) { %0 = "tt.addptr"(%p, %o) : (tensor<8x!tt.ptr<f32>>, tensor<4xi32>) -> tensor<8x!tt.ptr<f32>> tt.return }
// error: 1:66: 'tt.addptr' op all non-scalar operands/results must have the same shape and base type
// -----
tt.func @f(%p: !tt.ptr<f32>, %o: f32) { %0 = tt.addptr %p, %o : !tt.ptr<f32>, f32 tt.return }
// error: 1:46: 'tt.addptr' op operand #1 must be integer or ranked tensor of integer values, but got 'f32'
// -----
tt.func @f(%p: !tt.ptr<f32>, %o: i32) -> i32 { tt.return }
// error: 1:48: 'tt.return' op has 0 operands, but enclosing function (@f) returns 1
// -----
tt.func @f(%p: !tt.ptr<f32>, %o: i32) -> i32 { tt.return %p : !tt.ptr<f32> }
// error: 1:48: type of return operand 0 ('!tt.ptr<f32>') doesn't match function result type ('i32') in function @f
// -----
tt.func @f(%o: i32) { tt.call @g(%o) : (i32) -> () tt.return }
// error: 1:23: 'tt.call' op 'g' does not reference a valid function
// -----
tt.func @f(%o: i32) { tt.call @f() : () -> () tt.return }
// error: 1:23: 'tt.call' op incorrect number of operands for callee
// -----
tt.func @f(%o: i32) { %0 = tt.call @f(%o) : (i32) -> i32 tt.return }
// error: 1:28: 'tt.call' op incorrect number of results for callee
// -----
tt.func @f(%o: i64) { tt.call @g(%o) : (i64) -> () tt.return }
tt.func @g(%o: i32) { tt.return }
// error: 1:23: 'tt.call' op operand type mismatch: expected operand type 'i32', but provided 'i64' for operand number 0
// -----
tt.func @f(%a: f32) { %0 = tt.splat %a : f32 -> tensor<8xf16> tt.return }
// error: 1:28: 'tt.splat' op requires the same element type for all operands and results
// -----
tt.func @f(%a: tensor<2xf32>) { %0 = tt.splat %a : tensor<2xf32> -> tensor<8xf32> tt.return }
// accepted
module {
  tt.func @f(%arg0: tensor<2xf32>) {
    %0 = tt.splat %arg0 : tensor<2xf32> -> tensor<8xf32>
    tt.return
  }
}
// -----
tt.func @f(%a: tensor<2xf32>) { %0 = tt.unsplat %a : tensor<2xf32> tt.return }
// error: 1:38: source tensor must have exactly one element
// -----
tt.func @f(%a: tensor<8xf32>) { %0 = tt.cat %a, %a : tensor<8xf32> -> tensor<8xf32> tt.return }
// accepted
module {
  tt.func @f(%arg0: tensor<8xf32>) {
    %0 = tt.cat %arg0, %arg0 : tensor<8xf32> -> tensor<8xf32>
    tt.return
  }
}
// -----
tt.func @f(%a: tensor<8xf32>) { %0 = tt.histogram %a : tensor<8xf32> -> tensor<8xi32> tt.return }
// error: 1:38: custom op 'tt.histogram' 'src' must be ranked tensor of integer values, but got 'tensor<8xf32>'
// -----
tt.func @f(%p: !tt.ptr<f32>, %v: f16) { %0 = tt.atomic_rmw fadd, acq_rel, gpu, %p, %v : (!tt.ptr<f32>, f16) -> f16 tt.return }
// error: 1:46: 'tt.atomic_rmw' op failed to verify that ptr type matches value type
// -----
tt.func @f(%p: !tt.ptr<f32>, %v: f32) { %0 = tt.atomic_rmw foo, acq_rel, gpu, %p, %v : (!tt.ptr<f32>, f32) -> f32 tt.return }
// error: 1:60: custom op 'tt.atomic_rmw' expected string or keyword containing one of the following enum values for attribute 'atomic_rmw_op' [and, or, xor, add, fadd, max, min, umax, umin, exch]
// -----
tt.func @f(%p: !tt.ptr<i32>, %v: i32, %w: i64) { %0 = tt.atomic_cas acq_rel, gpu, %p, %v, %w : (!tt.ptr<i32>, i32, i64) -> i32 tt.return }
// error: 1:55: 'tt.atomic_cas' op failed to verify that ptr type matches value type
// -----
tt.func @f(%p: !tt.ptr<i32>) { %0 = tt.load %p cacheModifier = foo : !tt.ptr<i32> tt.return }
// error: 1:64: custom op 'tt.load' expected string or keyword containing one of the following enum values for attribute 'cache' [none, ca, cg, wb, cs, wt, cv]
// -----
tt.func @f(%x: f32) { %0 = tt.get_program_id w : i32 tt.return }
// error: 1:46: custom op 'tt.get_program_id' expected string or keyword containing one of the following enum values for attribute 'axis' [x, y, z]
// -----
tt.func @f(%d: !tt.tensordesc<tensor<8x8xf32>>, %i: i32) { %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<8x8xf32>> -> tensor<8x4xf32> tt.return }
// error: 1:65: 'tt.descriptor_load' op tensor descriptor block and tensor types must match
// -----
tt.func @f(%d: !tt.tensordesc<tensor<8x8xf32>>, %i: i32) { %0 = tt.descriptor_load %d[%i] : !tt.tensordesc<tensor<8x8xf32>> -> tensor<8x8xf32> tt.return }
// accepted
module {
  tt.func @f(%arg0: !tt.tensordesc<tensor<8x8xf32>>, %arg1: i32) {
    %0 = tt.descriptor_load %arg0[%arg1] : !tt.tensordesc<tensor<8x8xf32>> -> tensor<8x8xf32>
    tt.return
  }
}
// -----
tt.func @f(%d: !tt.tensordesc<tensor<8x8xf32>>, %i: i32) { %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<8x8xf32>> -> tensor<8x8xf16> tt.return }
// error: 1:65: 'tt.descriptor_load' op tensor descriptor block and tensor types must match
// -----
tt.func @f(%d: !tt.tensordesc<tensor<8x8xf32>>, %i: i32, %v: tensor<4x8xf32>) { tt.descriptor_store %d[%i, %i], %v : !tt.tensordesc<tensor<8x8xf32>>, tensor<4x8xf32> tt.return }
// error: 1:81: 'tt.descriptor_store' op tensor descriptor block and tensor types must match
// -----
tt.func @f(%d: !tt.tensordesc<tensor<8x8xf32>>, %i: i32, %v: tensor<8x8xf32>) { tt.descriptor_reduce add, %d[%i, %i], %v : !tt.tensordesc<tensor<8x8xf32>>, tensor<8x8xf32> tt.return }
// accepted
module {
  tt.func @f(%arg0: !tt.tensordesc<tensor<8x8xf32>>, %arg1: i32, %arg2: tensor<8x8xf32>) {
    tt.descriptor_reduce add, %arg0[%arg1, %arg1], %arg2 : !tt.tensordesc<tensor<8x8xf32>>, tensor<8x8xf32>
    tt.return
  }
}
// -----
tt.func @f(%d: !tt.tensordesc<tensor<2x32xf16>>, %i: tensor<32xi32>, %y: i32) { %0 = tt.descriptor_gather %d[%i, %y] : (!tt.tensordesc<tensor<2x32xf16>>, tensor<32xi32>, i32) -> tensor<32x32xf16> tt.return }
// error: 1:86: 'tt.descriptor_gather' op block must have exactly 1 row, but got 'tensor<2x32xf16>'
// -----
tt.func @f(%d: !tt.tensordesc<tensor<1x32xf16>>, %i: tensor<8x4xi32>, %y: i32) { %0 = tt.descriptor_gather %d[%i, %y] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<8x4xi32>, i32) -> tensor<32x32xf16> tt.return }
// error: 1:87: 'tt.descriptor_gather' op x offsets must be a 1D tensor, but got 'tensor<8x4xi32>'
// -----
tt.func @f(%d: !tt.tensordesc<tensor<1x32xf16>>, %i: tensor<8xi32>, %y: i32) { %0 = tt.descriptor_gather %d[%i, %y] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<8xi32>, i32) -> tensor<16x32xf16> tt.return }
// error: 1:85: 'tt.descriptor_gather' op result tensor must have as many rows as indices (8), but got 'tensor<16x32xf16>'
// -----
tt.func @f(%d: !tt.tensordesc<tensor<1x32xf16>>, %i: tensor<8xi32>, %y: i32) { %0 = tt.descriptor_gather %d[%i, %y] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<8xi32>, i32) -> tensor<8x32xf32> tt.return }
// error: 1:85: 'tt.descriptor_gather' op result tensor element type must match block ('f16'), but got 'tensor<8x32xf32>'
// -----
tt.func @f(%p: !tt.ptr<f32>, %s: i64, %o: i32) { %0 = tt.make_tensor_ptr %p, [%s, %s], [%s, %s], [%o, %o] {order = array<i32: 1, 0>} : <tensor<8x8xf32>> 
%1 = tt.advance %0, [%o, %o] : <tensor<8x8xf32>>
%2 = tt.load %1 {boundaryCheck = array<i32: 0, 1>, padding = 2 : i32} : !tt.ptr<tensor<8x8xf32>>
tt.return }
// accepted
module {
  tt.func @f(%arg0: !tt.ptr<f32>, %arg1: i64, %arg2: i32) {
    %0 = tt.make_tensor_ptr %arg0, [%arg1, %arg1], [%arg1, %arg1], [%arg2, %arg2] {order = array<i32: 1, 0>} : <tensor<8x8xf32>>
    %1 = tt.advance %0, [%arg2, %arg2] : <tensor<8x8xf32>>
    %2 = tt.load %1 {boundaryCheck = array<i32: 0, 1>, padding = 2 : i32} : !tt.ptr<tensor<8x8xf32>>
    tt.return
  }
}
// -----
tt.func @f(%p: !tt.ptr<f16>, %s: i64, %o: i32) { %0 = "tt.make_tensor_ptr"(%p, %s, %s, %o) <{order = array<i32: 0>}> : (!tt.ptr<f16>, i64, i64, i32) -> !tt.ptr<tensor<8xf32>> tt.return }
// error: 1:55: 'tt.make_tensor_ptr' op failed to verify that infer pointer type from the result type
// -----
tt.func @f(%v: tensor<2097152xf32>) { %0 = arith.addf %v, %v : tensor<2097152xf32> %1 = tt.expand_dims %v {axis = 0 : i32} : tensor<2097152xf32> -> tensor<1x2097152xf32> tt.return }
// error: 1:89: Maximum allowed number of elements is 1048576, but %1 = "tt.expand_dims"(%arg0) <{axis = 0 : i32}> : (tensor<2097152xf32>) -> tensor<1x2097152xf32> has more than that
// -----
tt.func @f(%v: tensor<8xf32>) { %0 = tt.elementwise_inline_asm "foo" {constraints = "=r,r", packed_element = 3 : i32, pure = true} %v : tensor<8xf32> -> tensor<8xf32> tt.return }
// error: 1:38: number of input elements 8 must be a multiple of the op's packed_element attribute, 3
// -----
tt.func @f(%v: tensor<8xf32>, %w: tensor<4xf32>) { %0 = tt.elementwise_inline_asm "foo" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %v, %w : tensor<8xf32>, tensor<4xf32> -> tensor<8xf32> tt.return }
// error: 1:57: 'tt.elementwise_inline_asm' op all non-scalar operands/results must have the same shape and base type
// -----
tt.func @f(%v: tensor<8xf32>) { %0 = "tt.map_elementwise"(%v) <{pack = 2 : i32}> ({ ^bb0(%a: f32, %b: f32): tt.map_elementwise.return %a, %b : f32, f32 }) : (tensor<8xf32>) -> tensor<8xf32> tt.return }
// accepted
module {
  tt.func @f(%arg0: tensor<8xf32>) {
    %0 = "tt.map_elementwise"(%arg0) <{pack = 2 : i32}> ({
    ^bb0(%arg1: f32, %arg2: f32):
      tt.map_elementwise.return %arg1, %arg2 : f32, f32
    }) : (tensor<8xf32>) -> tensor<8xf32>
    tt.return
  }
}
// -----
tt.func @f(%v: tensor<8xf32>) { %0 = "tt.map_elementwise"(%v) <{pack = 2 : i32}> ({ ^bb0(%a: f32): tt.map_elementwise.return %a : f32 }) : (tensor<8xf32>) -> tensor<8xf32> tt.return }
// error: 1:38: 'tt.map_elementwise' op region has wrong number of arguments
// -----
tt.func @f(%v: tensor<8xf32>) { %0 = "tt.map_elementwise"(%v) <{pack = 3 : i32}> ({ ^bb0(%a: f32, %b: f32, %c: f32): tt.map_elementwise.return %a, %b, %c : f32, f32, f32 }) : (tensor<8xf32>) -> tensor<8xf32> tt.return }
// error: 1:38: 'tt.map_elementwise' op Pack must be a power of 2
// -----
tt.func @f(%v: tensor<8xf32>, %o: tensor<8xf16>) { %0 = tt.extern_elementwise %v, %o {libname = "", libpath = "", pure = true, symbol = "__nv_x"} : (tensor<8xf32>, tensor<8xf16>) -> tensor<8xf32> tt.return }
// accepted
module {
  tt.func @f(%arg0: tensor<8xf32>, %arg1: tensor<8xf16>) {
    %0 = tt.extern_elementwise %arg0, %arg1 {libname = "", libpath = "", pure = true, symbol = "__nv_x"} : (tensor<8xf32>, tensor<8xf16>) -> tensor<8xf32>
    tt.return
  }
}
// -----
tt.func @f(%a: i64) { %0 = tt.int_to_ptr %a : i64 -> !tt.ptr<f32> %1 = tt.ptr_to_int %0 : !tt.ptr<f32> -> i64 %2 = tt.mulhiui %a, %a : i64 tt.return }
// accepted
module {
  tt.func @f(%arg0: i64) {
    %0 = tt.int_to_ptr %arg0 : i64 -> !tt.ptr<f32>
    %1 = tt.ptr_to_int %0 : !tt.ptr<f32> -> i64
    %2 = tt.mulhiui %arg0, %arg0 : i64
    tt.return
  }
}
// -----
tt.func @f(%a: i32) { %0 = tt.int_to_ptr %a : i32 -> !tt.ptr<f32> tt.return }
// error: 1:28: 'tt.int_to_ptr' op operand #0 must be 64-bit signless integer or tensor of 64-bit signless integer values, but got 'i32'
// -----
tt.func @f(%a: tensor<8xi1>, %b: i1) { tt.assert %a, "msg" : tensor<8xi1>  tt.assert %b, "m" : i1 tt.return }
// accepted
module {
  tt.func @f(%arg0: tensor<8xi1>, %arg1: i1) {
    tt.assert %arg0, "msg" : tensor<8xi1>
    tt.assert %arg1, "m" : i1
    tt.return
  }
}
// -----
tt.func @f(%a: tensor<8x8xf32>) attributes {noinline = false, tt.foo = 1 : i32} { tt.return }
// accepted
module {
  tt.func @f(%arg0: tensor<8x8xf32>) attributes {noinline = false, tt.foo = 1 : i32} {
    tt.return
  }
}
// -----
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} { tt.func @f(%a: tensor<8x8xf32> {tt.divisibility = 16 : i32, tt.constancy = 4 : i32, tt.contiguity = 8 : i32}) { tt.return } }
// accepted
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  tt.func @f(%arg0: tensor<8x8xf32> {tt.constancy = 4 : i32, tt.contiguity = 8 : i32, tt.divisibility = 16 : i32}) {
    tt.return
  }
}
// -----
tt.func @f(%a: tensor<8xi32>, %m: tensor<4xi1>) { %0 = tt.histogram %a, %m : tensor<8xi32> -> tensor<8xi32> tt.return }
// error: 1:73: use of value '%m' expects different type than prior uses: 'tensor<8xi1>' vs 'tensor<4xi1>'
// -----
tt.func @f(%v: tensor<8x!tt.ptr<f32>>, %w: tensor<8xf32>) { tt.reduce.return %w : tensor<8xf32> }
// error: 1:61: 'tt.reduce.return' op expects parent op 'tt.reduce'
// -----
tt.func @f(%x: !tt.ptr<f32>) { %0 = "tt.experimental_tensormap_create"(%x) : (!tt.ptr<f32>) -> f32 tt.return }
// error: 1:37: unregistered operation 'tt.experimental_tensormap_create' found in dialect ('tt') that does not allow unknown operations
// -----
tt.func @f(%x: !tt.nothing) { tt.return }
// error: 1:20: unknown  type `nothing` in dialect `tt`
// -----
tt.func @f(%x: i32) { tt.nothing tt.return }
// error: 1:23: custom op 'tt.nothing' is unknown
// -----
tt.func @f(%x: !tt.tensordesc<f32>) { tt.return }
// error: 1:31: invalid kind of type specified: expected builtin.tensor, but found 'f32'
// error: 1:34: failed to parse TT_TensorDescType parameter 'blockType' which is to be a `RankedTensorType`
// -----
tt.func @f(%x: !tt.ptr) { tt.return }
// error: 1:23: expected '<'

// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.constant of every typed attribute, and the names that the op suggests for its results.

func.func @integers() {
  %a0 = arith.constant 0 : i32
  %a1 = arith.constant 1 : i32
  %a2 = arith.constant -1 : i32
  %a3 = arith.constant 42 : i32
  %a4 = arith.constant -128 : i8
  %a5 = arith.constant 255 : i8
  %a6 = arith.constant 7 : i4
  %a7 = arith.constant -8 : i4
  %a8 = arith.constant 0 : i64
  %a9 = arith.constant 9223372036854775807 : i64
  %a10 = arith.constant -9223372036854775808 : i64
  %a11 = arith.constant 18446744073709551615 : i64
  %a12 = arith.constant 170141183460469231731687303715884105727 : i128
  %a13 = arith.constant 0x1F : i16
  %a14 = arith.constant 3 : i3
  %a15 = arith.constant 0 : i0
  return
}

// -----

func.func @booleans() {
  %0 = arith.constant true
  %1 = arith.constant false
  %2 = arith.constant 1 : i1
  %3 = arith.constant 0 : i1
  %4 = arith.constant -1 : i1
  %5 = arith.constant {u.tag} true
  return
}

// -----

func.func @indices() {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant -1 : index
  %3 = arith.constant 4096 : index
  %4 = arith.constant -9223372036854775808 : index
  return
}

// -----

func.func @floats() {
  %f16 = arith.constant 1.0 : f16
  %bf16 = arith.constant 1.0 : bf16
  %tf32 = arith.constant 1.0 : tf32
  %f32 = arith.constant 1.0 : f32
  %f64 = arith.constant 1.0 : f64
  %f80 = arith.constant 1.0 : f80
  %f128 = arith.constant 1.0 : f128
  %f8E5M2 = arith.constant 1.0 : f8E5M2
  %f8E4M3 = arith.constant 1.0 : f8E4M3
  %f8E4M3FN = arith.constant 1.0 : f8E4M3FN
  %f8E5M2FNUZ = arith.constant 1.0 : f8E5M2FNUZ
  %f8E4M3FNUZ = arith.constant 1.0 : f8E4M3FNUZ
  %f8E4M3B11FNUZ = arith.constant 1.0 : f8E4M3B11FNUZ
  %f8E3M4 = arith.constant 1.0 : f8E3M4
  %f8E8M0FNU = arith.constant 1.0 : f8E8M0FNU
  %f6E3M2FN = arith.constant 1.0 : f6E3M2FN
  %f6E2M3FN = arith.constant 1.0 : f6E2M3FN
  %f4E2M1FN = arith.constant 1.0 : f4E2M1FN
  return
}

// -----

func.func @default_types() {
  %0 = arith.constant 5
  %1 = arith.constant 2.5
  %2 = arith.constant -7
  %3 = arith.constant -0.0
  %4 = arith.constant dense<1> : tensor<2xi32>
  return
}

// -----

func.func @special_floats() {
  %0 = arith.constant 0x7FC00000 : f32
  %1 = arith.constant 0x7F800000 : f32
  %2 = arith.constant 0xFF800000 : f32
  %3 = arith.constant 0x7FF0000000000000 : f64
  %4 = arith.constant -0.0 : f32
  %5 = arith.constant 0x7E00 : f16
  %6 = arith.constant 0x7F80 : bf16
  %7 = arith.constant 0x7FC1 : bf16
  %8 = arith.constant 1.0e-45 : f32
  %9 = arith.constant 3.40282347E+38 : f32
  %10 = arith.constant 16777216.0 : f32
  %11 = arith.constant 0x7F : f8E4M3FN
  %12 = arith.constant 0x80 : f8E5M2FNUZ
  %13 = arith.constant 0xFF : f8E8M0FNU
  return
}

// -----

func.func @result_names() {
  %a = arith.constant 1 : i32
  %b = arith.constant 1 : i32
  %c = arith.constant -1 : i32
  %d = arith.constant 1 : index
  %e = arith.constant 1 : index
  %f = arith.constant true
  %g = arith.constant true
  %h = arith.constant 1.0 : f32
  %i = arith.constant 1.0 : f32
  %j = arith.constant dense<1> : vector<2xi32>
  %l = arith.constant 1 : i64
  %m = arith.constant false
  return
}

// -----

func.func @dense_vectors() {
  %0 = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %1 = arith.constant dense<0.0> : vector<2x2xf32>
  %2 = arith.constant dense<true> : vector<8xi1>
  %3 = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xindex>
  %4 = arith.constant dense<1.5> : vector<[4]xf16>
  %5 = arith.constant dense<9> : vector<i8>
  return
}

// -----

func.func @dense_tensors() {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi64>
  %1 = arith.constant dense<> : tensor<0xf32>
  %2 = arith.constant dense<"0x0000803F00000040"> : tensor<2xf32>
  %3 = arith.constant dense<["a", "b"]> : tensor<2x!u.str>
  %4 = arith.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>
  %5 = arith.constant dense<3> : tensor<2xi32, "e">
  %6 = arith.constant dense<[1, 2]> : tensor<2xui8>
  return
}

// -----

func.func @sparse_and_resource() {
  %0 = arith.constant sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>
  %1 = arith.constant sparse<0, 2.0> : tensor<8xf32>
  %2 = arith.constant dense_resource<missing> : tensor<4xi32>
  return
}

// -----

func.func @discardable_attributes() {
  %0 = arith.constant {u.tag, u.val = 3 : i8} 7 : i32
  %1 = arith.constant {} 7 : i32
  return
}

// -----

func.func @generic_form() {
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %1 = "arith.constant"() {value = 1.0 : f32} : () -> f32
  %2 = "arith.constant"() {u.tag, value = dense<0> : tensor<2xi8>} : () -> tensor<2xi8>
  %3 = "arith.constant"() <{value = true}> : () -> i1
  return
}

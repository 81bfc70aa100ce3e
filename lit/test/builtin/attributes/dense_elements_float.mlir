// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// dense attributes of floats: every type, splats, special values as hex.

"u.a"() {a = dense<0.0> : tensor<4xf32>} : () -> ()
"u.a"() {a = dense<[1.0, -0.0, 2.5]> : tensor<3xf32>} : () -> ()
"u.a"() {a = dense<[[1.0], [0.1]]> : tensor<2x1xf64>} : () -> ()
"u.a"() {a = dense<1.0> : vector<[4]xf16>} : () -> ()
"u.a"() {a = dense<[0.1, 1.0]> : tensor<2xbf16>} : () -> ()

// -----

"u.a"() {a = dense<[1.0, 0.5]> : tensor<2xf16>} : () -> ()
"u.a"() {a = dense<[1.0, 0.5]> : tensor<2xbf16>} : () -> ()
"u.a"() {a = dense<[1.0, 0.5]> : tensor<2xtf32>} : () -> ()
"u.a"() {a = dense<[1.0, 0.5]> : tensor<2xf32>} : () -> ()
"u.a"() {a = dense<[1.0, 0.5]> : tensor<2xf64>} : () -> ()
"u.a"() {a = dense<[1.0, 0.5]> : tensor<2xf128>} : () -> ()
"u.a"() {a = dense<[1.0, 0.5]> : tensor<2xf8E5M2>} : () -> ()
"u.a"() {a = dense<[1.0, 0.5]> : tensor<2xf8E4M3>} : () -> ()
"u.a"() {a = dense<[1.0, 0.5]> : tensor<2xf8E4M3FN>} : () -> ()
"u.a"() {a = dense<[1.0, 0.5]> : tensor<2xf8E5M2FNUZ>} : () -> ()
"u.a"() {a = dense<[1.0, 0.5]> : tensor<2xf8E4M3FNUZ>} : () -> ()
"u.a"() {a = dense<[1.0, 0.5]> : tensor<2xf8E4M3B11FNUZ>} : () -> ()
"u.a"() {a = dense<[1.0, 0.5]> : tensor<2xf8E3M4>} : () -> ()
"u.a"() {a = dense<[1.0, 0.5]> : tensor<2xf8E8M0FNU>} : () -> ()
"u.a"() {a = dense<[1.0, 0.5]> : tensor<2xf6E3M2FN>} : () -> ()
"u.a"() {a = dense<[1.0, 0.5]> : tensor<2xf6E2M3FN>} : () -> ()
"u.a"() {a = dense<[1.0, 0.5]> : tensor<2xf4E2M1FN>} : () -> ()

// -----

"u.a"() {a = dense<2.0> : vector<4xf16>} : () -> ()
"u.a"() {a = dense<2.0> : vector<4xbf16>} : () -> ()
"u.a"() {a = dense<2.0> : vector<4xtf32>} : () -> ()
"u.a"() {a = dense<2.0> : vector<4xf32>} : () -> ()
"u.a"() {a = dense<2.0> : vector<4xf64>} : () -> ()
"u.a"() {a = dense<2.0> : vector<4xf128>} : () -> ()
"u.a"() {a = dense<2.0> : vector<4xf8E5M2>} : () -> ()
"u.a"() {a = dense<2.0> : vector<4xf8E4M3>} : () -> ()
"u.a"() {a = dense<2.0> : vector<4xf8E4M3FN>} : () -> ()
"u.a"() {a = dense<2.0> : vector<4xf8E5M2FNUZ>} : () -> ()
"u.a"() {a = dense<2.0> : vector<4xf8E4M3FNUZ>} : () -> ()
"u.a"() {a = dense<2.0> : vector<4xf8E4M3B11FNUZ>} : () -> ()
"u.a"() {a = dense<2.0> : vector<4xf8E3M4>} : () -> ()
"u.a"() {a = dense<2.0> : vector<4xf8E8M0FNU>} : () -> ()
"u.a"() {a = dense<2.0> : vector<4xf6E3M2FN>} : () -> ()
"u.a"() {a = dense<2.0> : vector<4xf6E2M3FN>} : () -> ()
"u.a"() {a = dense<2.0> : vector<4xf4E2M1FN>} : () -> ()

// -----

"u.a"() {a = dense<0x7FC00000> : tensor<2xf32>} : () -> ()
"u.a"() {a = dense<[0x7F800000, 0xFF800000, 1.0]> : tensor<3xf32>} : () -> ()
"u.a"() {a = dense<[0x7E00, 0x0001]> : tensor<2xf16>} : () -> ()
"u.a"() {a = dense<[0x7FF0000000000000, 0x0]> : tensor<2xf64>} : () -> ()

// -----

"u.a"() {a = dense<[1.0, 1.0]> : tensor<2xf32>} : () -> ()
"u.a"() {a = dense<[0.0, -0.0]> : tensor<2xf32>} : () -> ()
"u.a"() {a = dense<16777216.0> : tensor<1xf32>} : () -> ()
"u.a"() {a = dense<[123456.789, 1234567.0]> : tensor<2xf64>} : () -> ()
"u.a"() {a = dense<> : tensor<0xf16>} : () -> ()

// -----

"u.a"() {a = dense<[1.0, 2.0]> : tensor<2xf80>} : () -> ()
"u.a"() {a = dense<3.0> : tensor<3xf80>} : () -> ()

// -----

"u.a"() {a = dense<[-0.0, 0.0]> : tensor<2xf8E8M0FNU>, b = -0.0 : f8E8M0FNU} : () -> ()

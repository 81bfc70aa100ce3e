// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// dense attributes of integers: splats, nesting, every width, booleans, index, signedness, shapes with zeros.

"u.a"() {a = dense<0> : tensor<4xi32>} : () -> ()
"u.a"() {a = dense<1> : tensor<i32>} : () -> ()
"u.a"() {a = dense<-1> : vector<4xi8>} : () -> ()
"u.a"() {a = dense<[1, 2, 3]> : tensor<3xi32>} : () -> ()
"u.a"() {a = dense<[[1, 2], [3, 4]]> : tensor<2x2xi16>} : () -> ()
"u.a"() {a = dense<[[[1], [2]], [[3], [4]]]> : tensor<2x2x1xi64>} : () -> ()

// -----

"u.a"() {a = dense<true> : tensor<2xi1>} : () -> ()
"u.a"() {a = dense<false> : tensor<i1>} : () -> ()
"u.a"() {a = dense<[true, false, true]> : tensor<3xi1>} : () -> ()
"u.a"() {a = dense<[1, 0]> : tensor<2xi1>} : () -> ()

// -----

"u.a"() {a = dense<[1, 1, 1]> : tensor<3xi32>} : () -> ()
"u.a"() {a = dense<[[5, 5], [5, 5]]> : tensor<2x2xi8>} : () -> ()
"u.a"() {a = dense<[true, true]> : tensor<2xi1>} : () -> ()

// -----

"u.a"() {a = dense<> : tensor<0xi32>} : () -> ()
"u.a"() {a = dense<1> : tensor<0xi32>} : () -> ()
"u.a"() {a = dense<[[], []]> : tensor<2x0xi32>} : () -> ()
"u.a"() {a = dense<> : tensor<0x2xi32>} : () -> ()
"u.a"() {a = dense<> : tensor<2x0x3xf32>} : () -> ()

// -----

"u.a"() {a = dense<[1, -1]> : tensor<2xi3>} : () -> ()
"u.a"() {a = dense<[255, 128]> : tensor<2xi8>} : () -> ()
"u.a"() {a = dense<[255, 0]> : tensor<2xui8>} : () -> ()
"u.a"() {a = dense<[-128, 127]> : tensor<2xsi8>} : () -> ()
"u.a"() {a = dense<[0, -1]> : tensor<2xindex>} : () -> ()
"u.a"() {a = dense<18446744073709551615> : tensor<1xi64>} : () -> ()
"u.a"() {a = dense<[1, 170141183460469231731687303715884105727]> : tensor<2xi128>} : () -> ()
"u.a"() {a = dense<[0x10, 0xFF]> : tensor<2xi16>} : () -> ()

// -----

"u.a"() {a = dense<1> : vector<[4]xi32>} : () -> ()
"u.a"() {a = dense<[1, 2]> : vector<2xi7>} : () -> ()
"u.a"() {a = dense<3> : vector<i8>} : () -> ()
"u.a"() {a = dense<[1, 2]> : tensor<2xi32, "encoding">} : () -> ()
"u.a"() {a = dense<3> : tensor<4xi32, #u.enc>} : () -> ()

// -----

"u.a"() {a = dense<[- 1, 2]> : tensor<2xi32>} : () -> ()
"u.a"() {a = dense< [ 1 , 2 ] > : tensor<2xi32>} : () -> ()

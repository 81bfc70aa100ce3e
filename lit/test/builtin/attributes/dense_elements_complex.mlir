// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// dense attributes of complex numbers.

"u.a"() {a = dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>} : () -> ()
"u.a"() {a = dense<[(1.0, 2.0), (3.0, -4.0)]> : tensor<2xcomplex<f64>>} : () -> ()
"u.a"() {a = dense<(1, 2)> : tensor<2xcomplex<i32>>} : () -> ()
"u.a"() {a = dense<[(1, -1), (0, 7)]> : tensor<2xcomplex<i8>>} : () -> ()
"u.a"() {a = dense<[[(0.0, 1.0)], [(1.0, 0.0)]]> : tensor<2x1xcomplex<f16>>} : () -> ()

// -----

"u.a"() {a = dense<(true, false)> : tensor<1xcomplex<i1>>} : () -> ()
"u.a"() {a = dense<(1, 2)> : tensor<complex<si16>>} : () -> ()
"u.a"() {a = dense<> : tensor<0xcomplex<f32>>} : () -> ()
"u.a"() {a = dense<[(1.0, 2.0), (1.0, 2.0)]> : tensor<2xcomplex<f32>>} : () -> ()
"u.a"() {a = dense<(0x7FC00000, 1.0)> : tensor<1xcomplex<f32>>} : () -> ()

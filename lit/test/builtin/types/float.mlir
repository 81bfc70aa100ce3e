// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Every floating-point type.

%0 = "u.v"() : () -> f16
%1 = "u.v"() : () -> bf16
%2 = "u.v"() : () -> tf32
%3 = "u.v"() : () -> f32
%4 = "u.v"() : () -> f64
%5 = "u.v"() : () -> f80
%6 = "u.v"() : () -> f128
%7 = "u.v"() : () -> f8E5M2
%8 = "u.v"() : () -> f8E4M3
%9 = "u.v"() : () -> f8E4M3FN
%10 = "u.v"() : () -> f8E5M2FNUZ
%11 = "u.v"() : () -> f8E4M3FNUZ
%12 = "u.v"() : () -> f8E4M3B11FNUZ
%13 = "u.v"() : () -> f8E3M4
%14 = "u.v"() : () -> f8E8M0FNU
%15 = "u.v"() : () -> f6E3M2FN
%16 = "u.v"() : () -> f6E2M3FN
%17 = "u.v"() : () -> f4E2M1FN

// -----

"u.t"() {t = f16} : () -> ()
"u.t"() {t = bf16} : () -> ()
"u.t"() {t = tf32} : () -> ()
"u.t"() {t = f32} : () -> ()
"u.t"() {t = f64} : () -> ()
"u.t"() {t = f80} : () -> ()
"u.t"() {t = f128} : () -> ()
"u.t"() {t = f8E5M2} : () -> ()
"u.t"() {t = f8E4M3} : () -> ()
"u.t"() {t = f8E4M3FN} : () -> ()
"u.t"() {t = f8E5M2FNUZ} : () -> ()
"u.t"() {t = f8E4M3FNUZ} : () -> ()
"u.t"() {t = f8E4M3B11FNUZ} : () -> ()
"u.t"() {t = f8E3M4} : () -> ()
"u.t"() {t = f8E8M0FNU} : () -> ()
"u.t"() {t = f6E3M2FN} : () -> ()
"u.t"() {t = f6E2M3FN} : () -> ()
"u.t"() {t = f4E2M1FN} : () -> ()

// -----

%0 = "u.v"() : () -> vector<2xf16>
%1 = "u.v"() : () -> vector<2xbf16>
%2 = "u.v"() : () -> vector<2xtf32>
%3 = "u.v"() : () -> vector<2xf32>
%4 = "u.v"() : () -> vector<2xf64>
%5 = "u.v"() : () -> vector<2xf80>
%6 = "u.v"() : () -> vector<2xf128>
%7 = "u.v"() : () -> vector<2xf8E5M2>
%8 = "u.v"() : () -> vector<2xf8E4M3>
%9 = "u.v"() : () -> vector<2xf8E4M3FN>
%10 = "u.v"() : () -> vector<2xf8E5M2FNUZ>
%11 = "u.v"() : () -> vector<2xf8E4M3FNUZ>
%12 = "u.v"() : () -> vector<2xf8E4M3B11FNUZ>
%13 = "u.v"() : () -> vector<2xf8E3M4>
%14 = "u.v"() : () -> vector<2xf8E8M0FNU>
%15 = "u.v"() : () -> vector<2xf6E3M2FN>
%16 = "u.v"() : () -> vector<2xf6E2M3FN>
%17 = "u.v"() : () -> vector<2xf4E2M1FN>

// -----

%0 = "u.v"() : () -> tensor<?xf16>
%1 = "u.v"() : () -> tensor<?xbf16>
%2 = "u.v"() : () -> tensor<?xtf32>
%3 = "u.v"() : () -> tensor<?xf32>
%4 = "u.v"() : () -> tensor<?xf64>
%5 = "u.v"() : () -> tensor<?xf80>
%6 = "u.v"() : () -> tensor<?xf128>
%7 = "u.v"() : () -> tensor<?xf8E5M2>
%8 = "u.v"() : () -> tensor<?xf8E4M3>
%9 = "u.v"() : () -> tensor<?xf8E4M3FN>
%10 = "u.v"() : () -> tensor<?xf8E5M2FNUZ>
%11 = "u.v"() : () -> tensor<?xf8E4M3FNUZ>
%12 = "u.v"() : () -> tensor<?xf8E4M3B11FNUZ>
%13 = "u.v"() : () -> tensor<?xf8E3M4>
%14 = "u.v"() : () -> tensor<?xf8E8M0FNU>
%15 = "u.v"() : () -> tensor<?xf6E3M2FN>
%16 = "u.v"() : () -> tensor<?xf6E2M3FN>
%17 = "u.v"() : () -> tensor<?xf4E2M1FN>

// -----

%0 = "u.v"() : () -> memref<3xf16>
%1 = "u.v"() : () -> memref<3xbf16>
%2 = "u.v"() : () -> memref<3xtf32>
%3 = "u.v"() : () -> memref<3xf32>
%4 = "u.v"() : () -> memref<3xf64>
%5 = "u.v"() : () -> memref<3xf80>
%6 = "u.v"() : () -> memref<3xf128>
%7 = "u.v"() : () -> memref<3xf8E5M2>
%8 = "u.v"() : () -> memref<3xf8E4M3>
%9 = "u.v"() : () -> memref<3xf8E4M3FN>
%10 = "u.v"() : () -> memref<3xf8E5M2FNUZ>
%11 = "u.v"() : () -> memref<3xf8E4M3FNUZ>
%12 = "u.v"() : () -> memref<3xf8E4M3B11FNUZ>
%13 = "u.v"() : () -> memref<3xf8E3M4>
%14 = "u.v"() : () -> memref<3xf8E8M0FNU>
%15 = "u.v"() : () -> memref<3xf6E3M2FN>
%16 = "u.v"() : () -> memref<3xf6E2M3FN>
%17 = "u.v"() : () -> memref<3xf4E2M1FN>

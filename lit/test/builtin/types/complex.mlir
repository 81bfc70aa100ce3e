// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// complex of floats and integers.

%0 = "u.v"() : () -> complex<f16>
%1 = "u.v"() : () -> complex<bf16>
%2 = "u.v"() : () -> complex<tf32>
%3 = "u.v"() : () -> complex<f32>
%4 = "u.v"() : () -> complex<f64>
%5 = "u.v"() : () -> complex<f80>
%6 = "u.v"() : () -> complex<f128>
%7 = "u.v"() : () -> complex<f8E5M2>
%8 = "u.v"() : () -> complex<f8E4M3>
%9 = "u.v"() : () -> complex<f8E4M3FN>
%10 = "u.v"() : () -> complex<f8E5M2FNUZ>
%11 = "u.v"() : () -> complex<f8E4M3FNUZ>
%12 = "u.v"() : () -> complex<f8E4M3B11FNUZ>
%13 = "u.v"() : () -> complex<f8E3M4>
%14 = "u.v"() : () -> complex<f8E8M0FNU>
%15 = "u.v"() : () -> complex<f6E3M2FN>
%16 = "u.v"() : () -> complex<f6E2M3FN>
%17 = "u.v"() : () -> complex<f4E2M1FN>

// -----

%0 = "u.v"() : () -> complex<i1>
%1 = "u.v"() : () -> complex<i32>
%2 = "u.v"() : () -> complex<si8>
%3 = "u.v"() : () -> complex<ui64>

// -----

%0 = "u.v"() : () -> tensor<4xcomplex<f32>>
%1 = "u.v"() : () -> memref<?xcomplex<i8>>
%2 = "u.v"() : () -> complex< f32 >

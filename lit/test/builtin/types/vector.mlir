// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// vector types: ranks from zero, scalable dimensions in any position, element types.

%0 = "u.v"() : () -> vector<f32>
%1 = "u.v"() : () -> vector<4xf32>
%2 = "u.v"() : () -> vector<4x8xf32>
%3 = "u.v"() : () -> vector<1x2x3x4x5xi1>
%4 = "u.v"() : () -> vector<i1>

// -----

%0 = "u.v"() : () -> vector<[4]xf32>
%1 = "u.v"() : () -> vector<[1]xi8>
%2 = "u.v"() : () -> vector<[2]x4xf32>
%3 = "u.v"() : () -> vector<2x[4]xf32>
%4 = "u.v"() : () -> vector<[2]x[4]xf32>
%5 = "u.v"() : () -> vector<2x[4]x8xf32>
%6 = "u.v"() : () -> vector<[8]x[8]x[8]xi1>

// -----

%0 = "u.v"() : () -> vector<4xindex>
%1 = "u.v"() : () -> vector<4xsi32>
%2 = "u.v"() : () -> vector<4xui8>
%3 = "u.v"() : () -> vector<2xi7>
%4 = "u.v"() : () -> vector<3xbf16>
%5 = "u.v"() : () -> vector<1000000xi8>

// -----

%0 = "u.v"() : () -> vector< 4 x f32>
%1 = "u.v"() : () -> vector<4 x [2] x f32>
%2 = "u.v"() : () -> vector<4x 8xf32>
%3 = "u.v"() : () -> vector<[ 4 ]xf32>

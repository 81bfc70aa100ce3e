// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Integer types: widths, the three kinds of signedness, and the widest width.

%0 = "u.v"() : () -> i1
%1 = "u.v"() : () -> i2
%2 = "u.v"() : () -> i3
%3 = "u.v"() : () -> i7
%4 = "u.v"() : () -> i8
%5 = "u.v"() : () -> i16
%6 = "u.v"() : () -> i32
%7 = "u.v"() : () -> i64
%8 = "u.v"() : () -> i128
%9 = "u.v"() : () -> i1024

// -----

%0 = "u.v"() : () -> si1
%1 = "u.v"() : () -> si4
%2 = "u.v"() : () -> si8
%3 = "u.v"() : () -> si16
%4 = "u.v"() : () -> si32
%5 = "u.v"() : () -> si64
%6 = "u.v"() : () -> si128

// -----

%0 = "u.v"() : () -> ui1
%1 = "u.v"() : () -> ui4
%2 = "u.v"() : () -> ui8
%3 = "u.v"() : () -> ui16
%4 = "u.v"() : () -> ui32
%5 = "u.v"() : () -> ui64
%6 = "u.v"() : () -> ui128

// -----

%0 = "u.v"() : () -> i0
%1 = "u.v"() : () -> i16777215
%2 = "u.v"() : () -> si16777215
%3 = "u.v"() : () -> ui16777215

// -----

"u.t"() {t = i32} : () -> ()
"u.t"() {t = si8} : () -> ()
"u.t"() {t = ui8} : () -> ()

// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// builtin.unrealized_conversion_cast between any numbers of values.

%a, %b = "u.v"() : () -> (i32, f32)
%0 = builtin.unrealized_conversion_cast %a : i32 to i64
%1:2 = builtin.unrealized_conversion_cast %a, %b : i32, f32 to tensor<2xi8>, index
%2 = builtin.unrealized_conversion_cast %a, %b : i32, f32 to tuple<i32, f32>
%3 = unrealized_conversion_cast %a : i32 to !u.t

// -----

%0 = builtin.unrealized_conversion_cast to i32
%1:3 = builtin.unrealized_conversion_cast to i32, f32, i1

// -----

%a = "u.v"() : () -> i32
%0 = builtin.unrealized_conversion_cast %a : i32 to f32 {u.tag, n = 1 : i8}

// -----

%a = "u.v"() : () -> i32
%0:2 = "builtin.unrealized_conversion_cast"(%a, %a) {u.tag} : (i32, i32) -> (f32, f32)
func.func @f(%x: i32) -> f32 {
  %y = builtin.unrealized_conversion_cast %x : i32 to f32
  return %y : f32
}

// -----

%f = "u.v"() : () -> (() -> ())
%0 = builtin.unrealized_conversion_cast %f : () -> () to (i32) -> i32

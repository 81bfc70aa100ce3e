// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Types of unregistered dialects: bare, with bodies that are kept byte for byte, quoted and nested.

%0 = "u.v"() : () -> !u.a
%1 = "u.v"() : () -> !u.a.b
%2 = "u.v"() : () -> !u.a_b$
%3 = "u.v"() : () -> !u.with1digit2
%4 = "u.v"() : () -> !other_dialect.t

// -----

%0 = "u.v"() : () -> !u.a<b>
%1 = "u.v"() : () -> !u.a<>
%2 = "u.v"() : () -> !u.a<1, 2.0, "s", [x], {y}, (z)>
%3 = "u.v"() : () -> !u.a<b -> c>
%4 = "u.v"() : () -> !u.a<nested<<>>>
%5 = "u.v"() : () -> !u.a<!u.b<c>, i32, #u.d>

// -----

%0 = "u.v"() : () -> !u.a<  blanks   kept  >
%1 = "u.v"() : () -> !u.a<"quoted > bracket">
%2 = "u.v"() : () -> !u.a<a:b;c?d*e+f-g/h|i&j^k%l~m=n@o!p#q$r>
%3 = "u.v"() : () -> !u.a<[{(<>)}]>

// -----

%0 = "u.v"() : () -> !u<foo>
%1 = "u.v"() : () -> !u<foo<bar>>
%2 = "u.v"() : () -> !u<"quoted">
%3 = "u.v"() : () -> !u<foo bar>
%4 = "u.v"() : () -> !u<[1, 2]>
%5 = "u.v"() : () -> !u<foo.bar>
%6 = "u.v"() : () -> !u<1>
%7 = "u.v"() : () -> !u<foo<a> b>

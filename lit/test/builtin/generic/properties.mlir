// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Properties of unregistered operations are opaque attributes; those of registered ones are split from the dictionary.

"u.a"() <{a = 1 : i32}> : () -> ()
"u.a"() <{}> : () -> ()
"u.a"() <{b, a = "x"}> {c} : () -> ()
"u.a"() <{nested = {x = [1, 2]}}> {} : () -> ()

// -----

%0 = "arith.constant"() <{value = 1 : i32}> {u.d} : () -> i32
%1 = "arith.constant"() {value = 1 : i32, u.d} : () -> i32

// -----

"u.r"() <{p = 1 : i8}> ({
  "u.e"() <{q}> : () -> ()
}) {d} : () -> ()

// -----

"u.a"() <{m = affine_map<() -> (1)>}> : () -> ()

// -----

"builtin.module"() <{sym_name = "m", sym_visibility = "private"}> ({
^bb0:
}) {u.x} : () -> ()

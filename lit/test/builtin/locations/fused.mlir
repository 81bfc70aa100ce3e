// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic --mlir-print-debuginfo < %s | diff %s.generic-debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo --mlir-print-local-scope < %s | diff %s.localscope -

// Fused locations: flattened, without duplicates and unknowns, with and without metadata.

"u.l"() : () -> () loc(fused["a", "b"])
"u.l"() : () -> () loc(fused["f":1:1, "g":2:2, "n"])
"u.l"() : () -> () loc(fused["a"])
"u.l"() : () -> () loc(fused["a", "a"])
"u.l"() : () -> () loc(fused["a", unknown, "b"])
"u.l"() : () -> () loc(fused[unknown])

// -----

"u.l"() : () -> () loc(fused[fused["a", "b"], "c"])
"u.l"() : () -> () loc(fused["a", fused["b", fused["c", "d"]], "a"])

// -----

"u.l"() : () -> () loc(fused<"meta">["a", "b"])
"u.l"() : () -> () loc(fused<"meta">["a"])
"u.l"() : () -> () loc(fused<42 : i32>["a"])
"u.l"() : () -> () loc(fused<{k = 1 : i8}>["a", "b"])
"u.l"() : () -> () loc(fused<#u.m<x>>["a"])
"u.l"() : () -> () loc(fused<i32>["a"])
"u.l"() : () -> () loc(fused<@sym>["a"])
"u.l"() : () -> () loc(fused<unit>["a"])

// -----

"u.l"() : () -> () loc(fused[fused<"m">["a", "b"], "c"])
"u.l"() : () -> () loc(fused<"n">[fused<"m">["a"], "b"])
"u.l"() : () -> () loc(fused<"m">[unknown])
"u.l"() : () -> () loc(fused<"m">[fused<"m">["a"]])

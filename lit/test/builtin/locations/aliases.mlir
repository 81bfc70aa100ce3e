// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic --mlir-print-debuginfo < %s | diff %s.generic-debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo --mlir-print-local-scope < %s | diff %s.localscope -

// Location aliases: defined before and after use, shared, nested in one another.

#before = loc("before")
"u.l"() : () -> () loc(#before)
"u.l"() : () -> () loc(#before)

// -----

"u.l"() : () -> () loc(#after)
"u.m"() : () -> () loc(#other)
#after = loc("after":1:2)
#other = loc("other")

// -----

"u.l"() : () -> () loc(#fused)
#a = loc("a")
#b = loc("b":1:1)
#fused = loc(fused[#a, #b])

// -----

#f = loc("file":10:20)
#n = loc("name"(#f))
#c = loc(callsite(#n at #f))
"u.l"() : () -> () loc(#c)
"u.l"() : () -> () loc(#n)
"u.l"() : () -> () loc(#f)

// -----

func.func @f(%a: i32 loc(#arg)) {
  return loc(#ret)
} loc(#fn)
#arg = loc("arg")
#ret = loc("ret")
#fn = loc("fn")

// -----

#meta = "shared"
#l = loc(fused<#meta>["a"])
"u.l"() {l = #l, m = #meta} : () -> () loc(#l)

// -----

module {
  "u.l"() : () -> () loc(#x)
} loc(#y)
#x = loc("x")
#y = loc("y")

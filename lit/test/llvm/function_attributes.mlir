// RUN: tile-opt %s --split-input-file --verify-diagnostics | tile-opt --split-input-file | filecheck %s
// Attributes for the features of a function's target, and for the function's effects on memory.
// CHECK: llvm.func @all() attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = write, errnoMem = readwrite, targetMem0 = none, targetMem1 = none>, target_cpu = "sm_80", target_features = #llvm.target_features<["+a", "-b"]>}
llvm.func @all() attributes {
  memory_effects = #llvm.memory_effects<argMem = read, other = none, inaccessibleMem = write, errnoMem = readwrite,
                                        targetMem0 = none, targetMem1 = none>,
  target_cpu = "sm_80", target_features = #llvm.target_features<["+a", "-b"]>}

// CHECK: llvm.func @calls
llvm.func @calls(%p: !llvm.ptr, %a: i32) {
  // CHECK: llvm.call %{{.*}}(%{{.*}}) : !llvm.ptr, (i32) -> i32
  %0 = llvm.call %p(%a) : !llvm.ptr, (i32) -> i32
  // CHECK: llvm.call %{{.*}}(%{{.*}}) vararg(!llvm.func<void (i32, ...)>) : !llvm.ptr, (i32) -> ()
  llvm.call %p(%a) vararg(!llvm.func<void (i32, ...)>) : !llvm.ptr, (i32) -> ()
  llvm.return
}

// -----

// expected-error @+1 {{target features must start with '+' or '-'}}
llvm.func @a() attributes {target_features = #llvm.target_features<["sme"]>}

// -----

// expected-error @+1 {{target features can not contain ','}}
llvm.func @a() attributes {target_features = #llvm.target_features<["+a,b"]>}

// -----

// expected-error @+1 {{expected one of [none, read, write, readwrite] for LLVM ModRefInfo, got: nope}}
llvm.func @a() attributes {memory_effects = #llvm.memory_effects<other = nope>}

// -----

// expected-error @+1 {{duplicate or unknown struct parameter name: foo}}
llvm.func @a() attributes {memory_effects = #llvm.memory_effects<foo = none>}

// -----

// expected-error @+1 {{expected ','}}
llvm.func @a() attributes {memory_effects = #llvm.memory_effects<other = none>}

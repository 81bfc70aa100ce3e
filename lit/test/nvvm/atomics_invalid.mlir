// RUN: tile-opt %s --split-input-file --verify-diagnostics

llvm.func @f(%p: !llvm.ptr<1>, %v: i32, %f: f32, %i1: i1, %c: vector<2xf32>, %vf: vector<2xf16>, %vi : vector<2xi32>) {
  // expected-error@+1 {{'llvm.atomicrmw' op expected LLVM IR floating point type}}
  %0 = llvm.atomicrmw fadd %p, %v monotonic : !llvm.ptr<1>, i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<1>, %v: i32, %f: f32) {
  // expected-error@+1 {{'llvm.atomicrmw' op expected LLVM IR integer type}}
  %0 = llvm.atomicrmw add %p, %f monotonic : !llvm.ptr<1>, f32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<1>, %v: i1, %f: f32) {
  // expected-error@+1 {{'llvm.atomicrmw' op expected LLVM IR integer type}}
  %0 = llvm.atomicrmw add %p, %v monotonic : !llvm.ptr<1>, i1
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<1>, %v: i1, %f: f32) {
  // expected-error@+1 {{'llvm.atomicrmw' op unexpected LLVM IR type for 'xchg' bin_op}}
  %0 = llvm.atomicrmw xchg %p, %v monotonic : !llvm.ptr<1>, i1
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<1>, %v: i32, %f: f32) {
  // expected-error@+1 {{'llvm.atomicrmw' op expected at least 'monotonic' ordering}}
  %0 = llvm.atomicrmw add %p, %v unordered : !llvm.ptr<1>, i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<1>, %v: vector<2xi32>, %f: f32) {
  // expected-error@+1 {{'llvm.atomicrmw' op expected LLVM IR integer type}}
  %0 = llvm.atomicrmw add %p, %v monotonic : !llvm.ptr<1>, vector<2xi32>
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<1>, %v: i32, %f: f32) {
  // expected-error@+1 {{'llvm.cmpxchg' op ordering must be at least 'monotonic'}}
  %0 = llvm.cmpxchg %p, %v, %v unordered monotonic : !llvm.ptr<1>, i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<1>, %v: i32, %f: f32) {
  // expected-error@+1 {{'llvm.cmpxchg' op failure ordering cannot be 'release' or 'acq_rel'}}
  %0 = llvm.cmpxchg %p, %v, %v monotonic release : !llvm.ptr<1>, i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<1>, %v: f32, %f: f32) {
  // expected-error@+1 {{custom op 'llvm.cmpxchg' 'val' must be signless integer or LLVM pointer type, but got 'f32'}}
  %0 = llvm.cmpxchg %p, %v, %v monotonic monotonic : !llvm.ptr<1>, f32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<1>, %v: i1, %f: f32) {
  // expected-error@+1 {{'llvm.cmpxchg' op unexpected LLVM IR type}}
  %0 = llvm.cmpxchg %p, %v, %v monotonic monotonic : !llvm.ptr<1>, i1
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<1>, %v: i32, %f: f32) {
  // expected-error@+1 {{'llvm.cmpxchg' op result #0 must be LLVM structure type, but got 'i32'}}
  %0 = "llvm.cmpxchg"(%p, %v, %v) <{failure_ordering = 2 : i64, success_ordering = 6 : i64}> : (!llvm.ptr<1>, i32, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<1>, %v: i32, %f: f32) {
  // expected-error@+1 {{'llvm.atomicrmw' op failed to verify that result #0 and operand #1 have the same type}}
  %0 = "llvm.atomicrmw"(%p, %v) <{bin_op = 1 : i64, ordering = 6 : i64}> : (!llvm.ptr<1>, i32) -> f32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<1>, %v: i32, %c: i1) {
  // expected-error@+1 {{'nvvm.vote.sync' op vote.sync 'ballot' returns an i32}}
  %4 = nvvm.vote.sync ballot %v, %c -> i1
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<1>, %v: i32, %c: i1) {
  // expected-error@+1 {{'nvvm.vote.sync' op vote.sync 'any', 'all' and 'uni' returns an i1}}
  %4 = nvvm.vote.sync all %v, %c -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@+1 {{'llvm.fence' op can be given only acquire, release, acq_rel, and seq_cst orderings}}
  llvm.fence syncscope("block") monotonic
  llvm.return
}

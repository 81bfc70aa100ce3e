// RUN: tile-opt %s --split-input-file --verify-diagnostics

llvm.func @absent() {
  // expected-error@+1 {{parameter vectorize of a loop is not supported: expected one of disableNonforced, unroll, mustProgress}}
  llvm.br ^bb0 {loop_annotation = #llvm.loop_annotation<vectorize = <disable = true>>}
^bb0:
  llvm.return
}

// -----

llvm.func @unknown() {
  // expected-error@+1 {{duplicate or unknown struct parameter name: unrol}}
  llvm.br ^bb0 {loop_annotation = #llvm.loop_annotation<unrol = <disable = true>>}
^bb0:
  llvm.return
}

// -----

llvm.func @count() {
  // expected-error@+1 {{invalid kind of attribute specified}}
  llvm.br ^bb0 {loop_annotation = #llvm.loop_annotation<unroll = <count = true>>}
^bb0:
  llvm.return
}

// -----

llvm.func @kind() {
  // expected-error@+1 {{attribute 'loop_annotation' failed to satisfy constraint}}
  llvm.br ^bb0 {loop_annotation = 1 : i32}
^bb0:
  llvm.return
}

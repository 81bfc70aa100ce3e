// RUN: tile-opt %s --split-input-file | filecheck %s

// The marker splits the input at any place. The second function is in a module of its own.
// CHECK: func.func @a
// CHECK: // {{[-]+}}
// CHECK: func.func @a
func.func @a() { return } // ----- func.func @a() { return }

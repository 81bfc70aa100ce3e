// Each part is a module of its own, and an error in one does not keep the others from being checked.
// RUN: tile-opt %s --split-input-file | filecheck %s
// CHECK: func.func @a()
// CHECK: // -----
// CHECK: func.func @a()
func.func @a() { return }

// -----

func.func @a() { return }

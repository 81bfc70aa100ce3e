// Each part is a module of its own. After an error in one part, the others are still checked.
// RUN: tile-opt %s --split-input-file | filecheck %s
// CHECK: func.func @a()
// CHECK: // -----
// CHECK: func.func @a()
func.func @a() { return }

// -----

func.func @a() { return }

// RUN: tile-opt %s --split-input-file='// +''+' --output-split-marker='// ==' | filecheck %s
// CHECK: func.func @a()
// CHECK: // =={{$}}
// CHECK: func.func @b()
func.func @a() { return }
// ++
func.func @b() { return }

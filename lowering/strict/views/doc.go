// Package views is the pass tile-lower-views: it replaces the arrays of strict tile kernels by pointers. An array
// argument becomes its base pointer, followed by an i32 for every dynamic size and then an i32 for every dynamic
// stride, each in the order of the dimensions; that is the kernel's calling convention from there on. Loads and stores
// of tiles
// become loads and stores at computed addresses, with a mask for what lies beyond the bounds.
//
// It runs after tile-to-arith (package tilearith). Start at [Pass]; access.go computes addresses.
package views

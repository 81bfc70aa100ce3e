// Package hosted is a test of the LLVM IR of generated kernels, which it runs on this machine: LLVM's opt optimizes it
// with -O3 as code for x86-64, and lli executes it. The threads of a block are coroutines, which take turns at barriers
// and warp operations. So LLVM's own passes and code generator, which rely on every flag and attribute in the text,
// check what the text says; package simt reads the same operations with code of this project.
//
// A call of an intrinsic of NVPTX, or a line of PTX, becomes a call of a function of a runtime, which is LLVM IR, too
// (runtime_test.go, functions_test.go). Programs with others are not supported.
//
// Start at New in host_test.go.
package hosted

// Package tensors runs programs of dialect prim on the CPU, one whole primitive at a time, in loops over slices of Go
// types, on all cores. Views share their elements. Elementwise operations read their operands in chunks that stay in
// the cache, so that broadcasts and transposed operands cost no copies.
//
// Results are at least as accurate as PyTorch's: 8-bit and 16-bit floats are computed in float32, elementary functions
// in float64, and sums of 32-bit floats in float64.
//
// [Run] calls a function of a module; start reading there. The rules of dialect prim infer the shapes of results, and
// report operands that do not fit. Kernels are in files by family: elementwise.go and integers.go, rows.go and
// order.go for operations along dimensions, columns.go, product.go, index.go. program.go plans a function, and
// execute.go runs the plan. Loops that use vector instructions are in package vector. Package interp executes tile
// programs.
package tensors

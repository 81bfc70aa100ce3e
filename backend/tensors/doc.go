// Package tensors runs programs of dialect prim on the CPU: whole primitives at a time, in loops over slices of Go's
// own types, on all cores. Views share their elements, and what is combined elementwise is read in chunks that stay in
// the cache, so that broadcasts and transposed operands cost no copies.
//
// Numbers are no less accurate than PyTorch's: floats of 8 and 16 bits are computed as float32, elementary functions in
// float64, and sums of 32 bits in float64.
//
// [Run] calls a function of a module; start reading there. The rules of dialect prim say what shapes results have, and
// find what does not fit. Kernels are in files by family: elementwise.go, rows.go for what works along dimensions,
// columns.go, product.go, index.go; loops that use vectors of the processor are package vector's. What a program of
// tiles means is package interp's.
package tensors

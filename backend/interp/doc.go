// Package interp executes tile programs on host arrays. It is the reference that defines the meaning of programs, so it
// is simple rather than fast. It runs kernels of dialect tile at the loosely typed level, at the strict level, and with
// layouts, which it ignores, since they do not change the meaning.
//
// Arithmetic is exact in every element type up to 64 bits (package ir/apfloat); functions such as exp are computed in
// float64 and rounded. The programs of a grid run one after the other. What hardware leaves undefined is reported as an
// error at the operation's location: accesses out of bounds, division by zero, and results that depend on undefined
// values, such as masked-off elements of a load without a default. Computing with an undefined value is allowed; it is
// an error if an address, a mask, a branch or a stored value depends on it.
//
// [Run] is where to start. machine.go executes blocks and operations; there is one file per subject: integer.go,
// float.go, function.go and conversion.go for elements, control.go for regions and branches, grid.go, shape.go,
// memory.go, view.go, reduce.go and loose.go for dialect tile, shared.go for buffers in shared memory. array.go has the
// host arrays.
//
// It does not model threads and hardware; package simt does, for lowered kernels.
package interp

// Package layout is the mathematics of linear layouts: maps between bit vectors that are linear over F2, the field of
// two elements. Such a map says which element of a tensor each thread holds in each of its registers, or where an
// element lies in shared memory, and one representation serves blocked, sliced, swizzled and tensor-core layouts
// (Zhou et al., "Linear Layouts: Robust Code Generation of Efficient Tensor Computation Using F2", arXiv 2505.23819).
//
// A [Layout] has named input dimensions, such as register, lane and warp, and named output dimensions, the coordinates
// of a tensor. Each input bit has a basis vector: the output coordinates that it contributes. Applying a layout XORs
// the basis vectors of the bits that are set. All sizes are powers of two.
//
// The package imports nothing of the project and knows nothing of GPUs beyond the names in shape.go. It plans no code:
// turning layouts into instructions is the task of the packages under lowering.
//
// Start reading at [Layout] and [New]; blocked.go has the constructor of layouts over registers, lanes and warps,
// mma.go those of tensor cores, shared.go those of shared memory; algebra.go computes with layouts, subspace.go with
// the spaces that they map to; cost.go counts what an access of a warp costs.
package layout

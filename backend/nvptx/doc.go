// Package nvptx turns LLVM IR text into PTX and PTX into cubins by driving the
// compilers that are installed on the machine: llc, libNVVM, ptxas and opt.
//
// It is the last step of a compilation and knows nothing about Girih's IR: it
// takes bytes and gives back bytes. Printing LLVM IR is the task of
// backend/llvmir, and running the result is the task of backend/cuda.
//
// Start with [FindCompiler], which picks a [Compiler] for a [Target], and with
// [FindPTXAS] for machine code:
//
//	target, err := nvptx.ParseTarget("sm_90a")
//	compiler, err := nvptx.FindCompiler(ctx, target)
//	ptx, err := compiler.Compile(ctx, llvmIR, target)
//
// Nothing is linked in: tools are looked up on the machine at run time, and a
// missing one is a [*NotFoundError] that says what to install. A [Search] says
// where to look; [DefaultSearch] reads PATH, CUDA_HOME and the usual
// installation directories.
//
// # Dialects
//
// LLVM IR text comes in two dialects, with typed pointers (float*) and with
// opaque ones (ptr). [Compiler.Pointers] says which a compiler reads for a
// target. Typed text is the portable choice: llc 14 to 22 and libNVVM for every
// target read it (newer LLVMs drop the pointee type on reading).
//
// # What every Compiler promises
//
// Floating-point results depend on the IR alone, not on the compiler that was
// found: fmul and fadd are contracted only where both carry the contract flag
// (or llvm.fmuladd is used), fdiv and llvm.sqrt are correctly rounded unless
// flagged otherwise, and denormals are kept. A call of an intrinsic that the
// compiler does not know is an [*UnknownIntrinsicError] here, where llc alone
// would leave it to the assembler to reject an undefined function.
//
// The file docs/nvptx-consumers.md lists which intrinsics and idioms each
// compiler accepts; it is checked by this package's tests.
package nvptx

// Package nvptx turns LLVM IR text into PTX and PTX into cubins by driving the
// compilers that are installed on the machine: llc, libNVVM, ptxas and opt.
//
// It is the last step of a compilation and knows nothing about Girih's IR: its input and output are bytes.
// backend/llvmir prints LLVM IR, backend/cuda runs the result.
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
// Floating-point results depend on the IR alone, and not on the compiler: fmul and fadd are contracted only if both
// have the contract flag (or with llvm.fmuladd), fdiv and llvm.sqrt are correctly rounded unless flags say otherwise,
// and denormals are kept. A call of an intrinsic that the compiler does not know is an [*UnknownIntrinsicError]; llc
// alone would emit a call of an undefined function, which the assembler rejects.
//
// The file docs/nvptx-consumers.md lists which intrinsics and idioms each
// compiler accepts; it is checked by this package's tests.
package nvptx

// Package llvmir turns modules of the dialects llvm and nvvm into LLVM IR text, by way of a module of
// github.com/llir/llvm.
//
// The text can be in either of LLVM's dialects, with typed pointers (float addrspace(1)*) or with opaque ones
// (ptr addrspace(1)); which compiler reads which is documented in docs/nvptx-consumers.md, and so is every choice of
// spelling made here: the same text serves llc 14 to 22 and libNVVM.
//
// Start with [Print]; [NewManifest] describes a kernel to whoever launches it. Compiling the text is
// the task of backend/nvptx.
package llvmir

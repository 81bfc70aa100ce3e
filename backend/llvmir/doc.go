// Package llvmir turns modules of the dialects llvm and nvvm into LLVM IR text, by way of a module of
// github.com/llir/llvm.
//
// The text can be in either dialect of LLVM IR, with typed pointers (float addrspace(1)*) or with opaque ones (ptr
// addrspace(1)). docs/nvptx-consumers.md says which compiler reads which, and gives the reasons for the spellings that
// this package chooses: the same text works with llc 14 to 22 and libNVVM.
//
// Start with [Print]. [NewManifest] describes kernels for launchers. backend/nvptx compiles the text.
package llvmir

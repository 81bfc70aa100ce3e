package nvptx

import (
	"context"
	"errors"
	"iter"
	"slices"
)

// PointerDialects is a set of LLVM IR text dialects.
type PointerDialects uint8

const (
	// TypedPointers is the dialect of LLVM 14 and earlier: float addrspace(1)*.
	TypedPointers PointerDialects = 1 << iota
	// OpaquePointers is the dialect of LLVM 15 and later: ptr addrspace(1).
	OpaquePointers
)

// Has reports whether d contains all of e.
func (d PointerDialects) Has(e PointerDialects) bool { return d&e == e }

// String returns "typed", "opaque", "typed and opaque" or "none".
func (d PointerDialects) String() string {
	switch d {
	case TypedPointers:
		return "typed"
	case OpaquePointers:
		return "opaque"
	case TypedPointers | OpaquePointers:
		return "typed and opaque"
	}
	return "none"
}

// A Compiler turns LLVM IR text into PTX. Compilers are safe for concurrent use.
type Compiler interface {
	// Name identifies the compiler and its version, such as "llc 22.1.8". Two
	// compilers with equal names give equal output for equal input.
	Name() string
	// Pointers returns the dialects that Compile reads for the target.
	Pointers(Target) PointerDialects
	// Staged reports whether measurements showed faster code for modules in which computations that only a later store
	// needs are placed after the earlier stores, as pass llvm-delay-past-stores does.
	Staged() bool
	// Recomputes reports whether the compiler computes addresses that are the same in all iterations of a loop in each
	// of them, so that measurements showed faster code for modules that pass llvm-hold-addresses changed.
	Recomputes() bool
	// Compile compiles one module. It returns when the context is done, with an error that wraps the context's. Other
	// errors contain the compiler's message.
	Compile(ctx context.Context, llvmIR []byte, target Target) (PTX, error)
}

// PTX is a module as PTX text, ready for the assembler.
type PTX struct {
	Text     []byte // ASCII, without a terminating NUL
	Target   Target // the target of Text, with its PTX version filled in
	Compiler string // the Name of the compiler
	Log      string // warnings and remarks, often empty
}

// FindCompiler returns the preferred compiler for the target: libNVVM, which optimizes, otherwise the newest llc. If
// the machine has neither, the error is a [*NotFoundError] that says what to install.
func FindCompiler(ctx context.Context, target Target) (Compiler, error) {
	return DefaultSearch().Compiler(ctx, target)
}

// Compiler is [FindCompiler] with the search s.
func (s Search) Compiler(ctx context.Context, target Target) (Compiler, error) {
	for c, err := range s.EachCompiler(ctx, target) {
		return c, err
	}
	return nil, nil // not reached: there is a compiler or an error
}

// EachCompiler yields the installed compilers for the target, the preferred one first. A caller can try the next one if
// one fails; see [CompilerFailed]. One is looked for when the caller asks for it, since a program that is asked for its
// version takes as long as compiling a small kernel. If there is none, the error of [FindCompiler] is yielded.
func EachCompiler(ctx context.Context, target Target) iter.Seq2[Compiler, error] {
	return DefaultSearch().EachCompiler(ctx, target)
}

// EachCompiler is the function [EachCompiler] with the search s.
func (s Search) EachCompiler(ctx context.Context, target Target) iter.Seq2[Compiler, error] {
	return func(yield func(Compiler, error) bool) {
		if err := target.Validate(); err != nil {
			yield(nil, err)
			return
		}
		library, nvvmErr := s.NVVM()
		loaded := nvvmErr == nil && library.Pointers(target) != 0
		if loaded && !yield(library, nil) {
			return
		}
		if llc, err := s.LLC(ctx, 0); err == nil {
			yield(llc, nil)
		} else if ctx.Err() != nil || !loaded {
			yield(nil, noCompiler(nvvmErr, err))
		}
	}
}

// CompilerFailed reports whether an error of Compile is about the compiler, so that another compiler may accept the
// same module: it ran and failed, or its PTX calls functions that it does not know.
func CompilerFailed(err error) bool {
	var (
		tool    *ToolError
		library *NVVMError
		unknown *UnknownIntrinsicError
	)
	return errors.As(err, &tool) || errors.As(err, &library) || errors.As(err, &unknown)
}

// noCompiler combines the reasons why neither compiler was found into one message.
func noCompiler(nvvmErr, llcErr error) error {
	var nvvm, llc *NotFoundError
	if !errors.As(llcErr, &llc) || nvvmErr != nil && !errors.As(nvvmErr, &nvvm) {
		return errors.Join(nvvmErr, llcErr) // the search itself failed
	}
	both := &NotFoundError{What: "a compiler for PTX, llc or libNVVM,", Tried: llc.Tried, Rejects: llc.Rejects,
		Install: llc.Install}
	if nvvm != nil {
		both.Tried, both.Rejects = slices.Concat(llc.Tried, nvvm.Tried), slices.Concat(llc.Rejects, nvvm.Rejects)
		both.Install += "; or " + nvvm.Install
	}
	return both
}

// finish checks the output of a compiler and returns it as a PTX.
func finish(text []byte, target Target, compiler, log string) (PTX, error) {
	if names := unknownIntrinsics(text); len(names) > 0 {
		return PTX{}, &UnknownIntrinsicError{Compiler: compiler, Names: names}
	}
	text = joinFileNames(text)
	version, err := emittedVersion(text)
	if err != nil {
		return PTX{}, err
	}
	target.PTX = version
	return PTX{Text: text, Target: target, Compiler: compiler, Log: log}, nil
}

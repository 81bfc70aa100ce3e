package nvptx

import (
	"context"
	"path/filepath"
	"strings"
)

// An Opt is LLVM's optimizer. It runs before llc. It also verifies modules before a compiler with worse error messages
// gets them.
type Opt struct {
	path    string
	version LLVMVersion
}

// FindOpt returns the newest opt on the machine, or one of the given major
// version if that is not 0.
func FindOpt(ctx context.Context, major int) (*Opt, error) { return DefaultSearch().Opt(ctx, major) }

// Opt is [FindOpt] with the search s.
func (s Search) Opt(ctx context.Context, major int) (*Opt, error) {
	return newestOf(ctx, s, "opt", major, func(path string) (*Opt, LLVMVersion, error) {
		version, err := queryLLVM(ctx, path, false)
		return &Opt{path: path, version: version}, version, err
	})
}

// optimizeFrom is the first release whose optimizer runs before its llc. The optimizer of LLVM 14 turns
// llvm.nvvm.round, which rounds ties to even, into llvm.round, which rounds them away from zero; releases in between
// have not been checked.
const optimizeFrom = 22

// optBeside returns the optimizer of llc's installation: a program of the same release whose name differs only in the
// name of the tool; nil if there is none.
func optBeside(ctx context.Context, llc string, version LLVMVersion) *Opt {
	if version.Major < optimizeFrom {
		return nil
	}
	dir, name := filepath.Split(llc)
	path := dir + strings.Replace(name, "llc", "opt", 1)
	found, err := queryLLVM(ctx, path, false)
	if err != nil || found != version {
		return nil
	}
	return &Opt{path: path, version: version}
}

// Path returns the file that was found.
func (o *Opt) Path() string { return o.path }

// Name returns "opt" and the version.
func (o *Opt) Name() string { return "opt " + o.version.String() }

// Pointers returns the dialects that Verify and Optimize read.
func (o *Opt) Pointers() PointerDialects { return o.version.pointers() }

// Verify parses the module and runs LLVM's verifier on it. Errors in the module are the Stderr of the returned
// *ToolError.
func (o *Opt) Verify(ctx context.Context, llvmIR []byte) error {
	_, _, err := runTool(ctx, llvmIR, o.path, "-passes=verify", "-disable-output", "-")
	return err
}

// Optimize runs LLVM's -O3 pipeline, which llc does not run, and returns the module as text in the dialect that this
// LLVM prints: opaque pointers from 15 on.
func (o *Opt) Optimize(ctx context.Context, llvmIR []byte) ([]byte, error) {
	text, _, err := runTool(ctx, llvmIR, o.path, "-passes=default<O3>", "-S", "-o", "-", "-")
	return text, err
}

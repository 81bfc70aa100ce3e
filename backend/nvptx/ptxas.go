package nvptx

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
)

// A PTXAS is NVIDIA's assembler: PTX in, machine code out.
type PTXAS struct {
	path    string
	release string
	// readsFilesOnly is set once a process failed to read PTX from a pipe.
	readsFilesOnly atomic.Bool
}

const installPTXAS = "install the CUDA toolkit, or: pip install nvidia-cuda-nvcc"

// FindPTXAS returns the ptxas of the first CUDA toolkit that it finds, or else the first one on PATH.
func FindPTXAS(ctx context.Context) (*PTXAS, error) { return DefaultSearch().PTXAS(ctx) }

var openedPTXAS opened[*PTXAS]

// PTXAS is [FindPTXAS] with the search s.
func (s Search) PTXAS(ctx context.Context) (*PTXAS, error) {
	missing := &NotFoundError{
		What:    "ptxas",
		Tried:   slices.Concat(joinEach(s.CUDADirs, "bin"), []string{"PATH"}),
		Install: installPTXAS,
	}
	candidates := Search{BinDirs: joinEach(s.CUDADirs, "bin")}.programs([]string{"ptxas"}, nil)
	candidates = append(candidates, s.programs([]string{"ptxas"}, nil)...)
	for _, path := range candidates {
		ptxas, err := openedPTXAS.get(path, func() (*PTXAS, error) { return OpenPTXAS(ctx, path) })
		if err == nil {
			return ptxas, nil
		}
		if ctx.Err() != nil {
			return nil, err
		}
		missing.Rejects = append(missing.Rejects, err)
	}
	return nil, missing
}

func joinEach(dirs []string, elem ...string) []string {
	joined := make([]string, len(dirs))
	for i, dir := range dirs {
		joined[i] = filepath.Join(append([]string{dir}, elem...)...)
	}
	return joined
}

var ptxasRelease = pattern(`release \d+\.\d+, V(\d+\.\d+\.\d+)`)

// OpenPTXAS asks the program at path for its version.
func OpenPTXAS(ctx context.Context, path string) (*PTXAS, error) {
	output, _, err := askTool(ctx, path, "--version")
	if err != nil {
		return nil, err
	}
	m := ptxasRelease().FindSubmatch(output)
	if m == nil {
		return nil, fmt.Errorf("nvptx: %s: no release in the output of --version", path)
	}
	return &PTXAS{path: path, release: string(m[1])}, nil
}

// Path returns the file that was found.
func (p *PTXAS) Path() string { return p.path }

// Name returns "ptxas" and the release, such as "ptxas 13.0.88".
func (p *PTXAS) Name() string { return "ptxas " + p.release }

// A Cubin is machine code for one architecture, with the assembler's report.
type Cubin struct {
	Image  []byte // an ELF file
	Report Report
}

// Assemble assembles at -O3 for ptx.Target and reports the resources of every function. If the PTX has line
// information, it is kept. Errors in the PTX are the Stderr of the returned *ToolError, with line numbers of ptx.Text.
func (p *PTXAS) Assemble(ctx context.Context, ptx PTX) (_ Cubin, err error) {
	dir, err := os.MkdirTemp("", "girih-ptxas-")
	if err != nil {
		return Cubin{}, fmt.Errorf("nvptx: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	source, object := filepath.Join(dir, "module.ptx"), filepath.Join(dir, "module.cubin")
	if err := os.WriteFile(source, ptx.Text, 0o600); err != nil {
		return Cubin{}, fmt.Errorf("nvptx: %w", err)
	}
	key := assembling{ptx.Target.Arch(), hasLines(ptx.Text)}
	_, log, err := runToolIn(ctx, largePages(), nil, p.path, key.arguments(source, object)...)
	if err != nil {
		var tool *ToolError
		if errors.As(err, &tool) {
			tool.Stderr = strings.ReplaceAll(tool.Stderr, source, filepath.Base(source))
		}
		return Cubin{}, err
	}
	return readCubin(p.path, object, log)
}

// readCubin reads what ptxas at path wrote to a file, and what it said.
func readCubin(path, object, log string) (Cubin, error) {
	image, err := os.ReadFile(object)
	if err != nil {
		return Cubin{}, fmt.Errorf("nvptx: %s left no output: %w", path, err)
	}
	return Cubin{Image: image, Report: parseReport(log)}, nil
}

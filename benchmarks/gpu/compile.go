package main

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/backend/nvptx"
)

//go:embed kernels/*.mlir
var sources embed.FS

// image is a compiled kernel.
type image struct {
	Kernel   string
	Compiler string
	Warps    int
	Manifest manifest.Kernel
	PTX      string
}

// warps are the numbers of warps per block that every kernel is compiled for.
var warps = []int{1, 4, 8}

// compileAll compiles every kernel with every compiler on this machine. There may be none.
func compileAll(ctx context.Context, target string) ([]image, error) {
	t, err := nvptx.ParseTarget(target)
	if err != nil {
		return nil, err
	}
	var images []image
	for _, c := range compilers(ctx) {
		if c.Pointers(t) == 0 {
			continue
		}
		for _, k := range kernels {
			for _, w := range warps {
				one, err := compile(ctx, c, t, k.name, w)
				if err != nil {
					return nil, fmt.Errorf("%s with %s: %w", k.name, c.Name(), err)
				}
				images = append(images, one)
			}
		}
	}
	return images, nil
}

// compilers returns the installed compilers: libNVVM, and one llc for each dialect of LLVM IR that some release reads.
func compilers(ctx context.Context) []nvptx.Compiler {
	var found []nvptx.Compiler
	if nvvm, err := nvptx.FindNVVM(); err == nil {
		found = append(found, nvvm)
	}
	for _, major := range []int{14, 22} {
		if llc, err := nvptx.FindLLC(ctx, major); err == nil {
			found = append(found, llc)
			if llc.Pointers(nvptx.Target{}).Has(nvptx.OpaquePointers) {
				found = append(found, opaque{llc})
			}
		}
	}
	return found
}

// opaque is a compiler that gets opaque pointers although it reads typed ones too.
type opaque struct{ nvptx.Compiler }

func (opaque) Pointers(nvptx.Target) nvptx.PointerDialects { return nvptx.OpaquePointers }

func (o opaque) Name() string { return o.Compiler.Name() + " (opaque pointers)" }

func compile(ctx context.Context, c nvptx.Compiler, t nvptx.Target, kernel string, warps int) (image, error) {
	p, err := lower(ctx, kernel, warps)
	if err != nil {
		return image{}, err
	}
	ptx, err := p.PTXBy(ctx, c, t)
	if err != nil {
		return image{}, err
	}
	m, err := p.Manifest()
	if err != nil {
		return image{}, err
	}
	return image{Kernel: kernel, Compiler: c.Name(), Warps: warps, Manifest: m.Kernels[0], PTX: string(ptx.Text)}, nil
}

func lower(ctx context.Context, kernel string, warps int) (*girih.Program, error) {
	source, err := sources.ReadFile("kernels/" + kernel + ".mlir")
	if err != nil {
		return nil, err
	}
	m, err := girih.Parse(kernel, source)
	if err != nil {
		return nil, err
	}
	return m.Compile(ctx, girih.CompileOptions{NumWarps: warps})
}

// prepareAll writes the compiled kernels as files of a directory.
func prepareAll(ctx context.Context, dir, target string) error {
	images, err := compileAll(ctx, target)
	if err != nil {
		return err
	}
	if len(images) == 0 {
		return errors.New("no compiler on this machine: install llc (Debian: llvm-22 or llvm-14)")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for i, one := range images {
		data, err := json.MarshalIndent(one, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d-%s.json", i, one.Kernel)), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func readPrepared(dir string) ([]image, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var images []image
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".json") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		var one image
		if err := json.Unmarshal(data, &one); err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		images = append(images, one)
	}
	return images, nil
}

// Package kernelfile reads the kernel files that tools accept: Go (.go), Triton's IR (.ttir), and tile text with any
// other name or on standard input.
//
// It is for tools that work on kernels. Tools for arbitrary IR read only text: for Go and Triton, tile-opt reads the
// output of tile-translate --import-go and --import-ttir.
package kernelfile

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/outfile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/kernel"
	"github.com/girih-ir/girih/lowering/importtt"
)

// Help is the paragraph about Go files in a tool's overview.
const Help = `The input is Go (.go), Triton's IR (.ttir) or tile text. A kernel in Go has the types, constants and warps that
//girih:launch in its comment says, unless --set names others.`

// Options are about Go files: which kernel is read, and for which types and constants.
type Options struct {
	Kernel    string // its name, "" for the first
	Divisible int64  // promised divisibility of arrays, if neither the kernel's comment nor --set gives it

	set [][2]string // names and values of --set
}

// RegisterKernel adds the flag --kernel.
func (o *Options) RegisterKernel(fs *flag.FlagSet) {
	fs.StringVar(&o.Kernel, "kernel", "", "`name` of the kernel, if the file has several")
}

// RegisterSet adds the flag --set.
func (o *Options) RegisterSet(fs *flag.FlagSet) {
	fs.Func("set", "`NAME=VALUE` for a kernel in Go, as in its comment: block=64, T=float32, warps=8, divisible=16",
		func(s string) error {
			name, value, ok := strings.Cut(s, "=")
			if !ok || name == "" || value == "" {
				return errors.New("expected NAME=VALUE, as block=64 or T=float32")
			}
			o.set = append(o.set, [2]string{name, value})
			return nil
		})
}

// File is the content of a file.
type File struct {
	Module  *girih.Module
	Kernels []string // the names of the file's kernels
	Name    string   // of the one that was read from Go, "" where the module has all
	Warps   int      // requested by a comment in Go; 0 for none
}

// Read reads the file. Its errors are meant for [cli.Report].
func (o *Options) Read(name string, stdin io.Reader) (*File, error) {
	switch filepath.Ext(name) {
	case ".go":
		f, err := o.readGo(name)
		if err != nil {
			return nil, locate(filepath.Dir(name), err)
		}
		return f, nil
	case ".ttir":
		return o.readText(name, stdin, importtt.Convert)
	}
	return o.readText(name, stdin, nil)
}

func (o *Options) readText(name string, stdin io.Reader, convert func(*ir.Operation) error) (*File, error) {
	if len(o.set) != 0 {
		return nil, fmt.Errorf("--set is for kernels in Go, and %s is not", name)
	}
	source, err := outfile.Read(name, stdin)
	if err != nil {
		return nil, err
	}
	if name == "-" {
		name = "<stdin>"
	}
	ctx := girih.NewContext()
	m, err := parse(&ir.Source{Name: name, Text: source}, ctx, convert)
	if err != nil {
		return nil, cli.Locate(ctx, err)
	}
	return &File{Module: m, Kernels: m.Kernels()}, nil
}

// Keep removes the other kernels of a module, which was read from a file.
func Keep(m *girih.Module, file, kernel string) error {
	names := m.Kernels()
	switch {
	case len(names) == 0:
		return fmt.Errorf("%s has no kernel", file)
	case !slices.Contains(names, kernel):
		return fmt.Errorf("%s has no kernel %s: choose one of %s", file, kernel, strings.Join(names, ", "))
	}
	for _, name := range names {
		if name != kernel {
			ir.LookupSymbol(m.Operation(), name).Erase()
		}
	}
	return nil
}

func parse(source *ir.Source, ctx *ir.Context, convert func(*ir.Operation) error) (*girih.Module, error) {
	if convert == nil {
		return girih.ParseIn(ctx, source.Name, source.Text)
	}
	op, err := text.Parse(ctx, source, text.ParseOptions{})
	if err != nil {
		return nil, err
	}
	if err := convert(op); err != nil {
		return nil, err
	}
	return girih.FromOperation(op)
}

func (o *Options) readGo(name string) (*File, error) {
	chosen, kernels, err := o.launcher(name)
	if err != nil {
		return nil, err
	}
	f := &File{Kernels: kernels}
	dir := filepath.Dir(name)
	files := os.DirFS(dir)
	options := chosen.Options
	if options.Divisible == 0 {
		options.Divisible = o.Divisible
	}
	f.Name, f.Warps = chosen.Function.Name, options.NumWarps
	if options.Imports, err = kernel.ImportsOf(dir); err != nil {
		return nil, err
	}
	k, err := kernel.Compile(files, chosen.Function.Name, options)
	if err != nil {
		return nil, err
	}
	f.Module, err = k.Module()
	return f, err
}

// launcher returns the launcher of the requested kernel in a Go file, with the settings of --set, and the names of all
// kernels.
func (o *Options) launcher(name string) (chosen *kernel.Launcher, kernels []string, err error) {
	if _, err := os.Stat(name); err != nil {
		return nil, nil, err
	}
	all, err := kernel.Candidates(os.DirFS(filepath.Dir(name)))
	if err != nil {
		return nil, nil, err
	}
	for i := range all {
		l := &all[i]
		if l.Function.File != filepath.Base(name) {
			continue
		}
		kernels = append(kernels, l.Function.Name)
		if chosen == nil && (o.Kernel == "" || o.Kernel == l.Function.Name) {
			chosen = l
		}
	}
	kernels = slices.Compact(kernels)
	switch {
	case len(kernels) == 0:
		return nil, nil, fmt.Errorf("%s has no kernel: a function whose parameters are kernel.Array1[float32] and the like",
			name)
	case chosen == nil:
		return nil, nil, fmt.Errorf("%s has no kernel %s: choose one of %s", name, o.Kernel, strings.Join(kernels, ", "))
	}
	for _, s := range o.set {
		if err := chosen.Set(s[0], s[1]); err != nil {
			return nil, nil, fmt.Errorf("--set: %w", err)
		}
	}
	return chosen, kernels, nil
}

// locate returns an error about the Go files of a folder for which [cli.Report] shows source lines.
func locate(dir string, err error) error {
	ctx := girih.NewContext()
	names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, name := range names {
		if text, err := os.ReadFile(name); err == nil {
			ctx.AddSource(&ir.Source{Name: filepath.Base(name), Text: text})
		}
	}
	return cli.Locate(ctx, err)
}

package compile

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/bindings"
	"github.com/girih-ir/girih/backend/cache"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/backend/nvptx"
)

// kinds returns the kinds of output.
func kinds() []string {
	return []string{"mlir", "llvm", "llvm-opaque", "ptx", "cubin", "manifest", "c-header", "go"}
}

// file is an output file: its name and its contents.
type file struct {
	name string
	data []byte
}

// products are the outputs for a program.
type products struct {
	o     *Options
	p     *girih.Program
	build *girih.Build // nil if no output needs it
	files []file
}

// extensions are the file extensions of the kinds that are a single file.
var extensions = map[string]string{"mlir": ".lowered.mlir", "llvm": ".ll", "llvm-opaque": ".opaque.ll", "ptx": ".ptx",
	"cubin": ".cubin", "manifest": ".json", "c-header": ".h"}

// products returns all outputs, those of the first kind first. Files with the same name are written once.
func (o *Options) products(ctx context.Context, p *girih.Program) (*products, error) {
	all := &products{o: o, p: p}
	if err := all.compile(ctx); err != nil {
		return nil, err
	}
	for _, kind := range o.Kinds {
		files, err := all.make(kind)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			if !slices.ContainsFunc(all.files, func(other file) bool { return other.name == f.name }) {
				all.files = append(all.files, f)
			}
		}
	}
	return all, nil
}

// compiles reports whether a kind needs a compiler for PTX.
func (o *Options) compiles() bool { return o.assembles() || slices.Contains(o.Kinds, "ptx") }

// assembles reports whether a kind has machine code, if there is an assembler.
func (o *Options) assembles() bool {
	return slices.Contains(o.Kinds, "cubin") || slices.Contains(o.Kinds, "go")
}

// translates reports whether all kinds are LLVM IR or are made of it.
func (o *Options) translates() bool {
	return !slices.ContainsFunc(o.Kinds, func(kind string) bool {
		return !slices.Contains([]string{"llvm", "llvm-opaque", "ptx", "cubin"}, kind)
	})
}

// compile builds the program if a kind needs its code.
func (all *products) compile(ctx context.Context) (err error) {
	o := all.o
	if !o.compiles() {
		return nil
	}
	options, err := o.BuildOptions(ctx)
	if err != nil {
		return err
	}
	switch {
	case slices.Contains(o.Kinds, "cubin"):
		options.Assemble = girih.Always
	case !o.assembles():
		options.Assemble = girih.Never
	}
	all.build, err = all.p.Build(ctx, options)
	return err
}

// BuildOptions returns how programs become code.
func (o *Options) BuildOptions(ctx context.Context) (options girih.BuildOptions, err error) {
	options.Target = o.Target
	if options.Compiler, err = o.compiler(ctx); err == nil {
		options.Cache, err = o.openCache()
	}
	return options, err
}

func (o *Options) openCache() (*cache.Cache, error) {
	switch o.Cache {
	case "":
		return cache.Default(), nil
	case "off":
		return nil, nil
	}
	return cache.Open(o.Cache)
}

// compiler returns the compiler that the command line names, or nil for the best.
func (o *Options) compiler(ctx context.Context) (nvptx.Compiler, error) {
	version, isLLC := strings.CutPrefix(o.Compiler, "llc")
	switch {
	case o.Compiler == "":
		return nil, nil
	case o.Compiler == "libnvvm":
		return nvptx.FindNVVM()
	case isLLC:
		major := 0
		if version != "" {
			var err error
			if major, err = strconv.Atoi(strings.TrimPrefix(version, "-")); err != nil {
				return nil, fmt.Errorf("--compiler=%s: expected a version such as llc-14", o.Compiler)
			}
		}
		return nvptx.FindLLC(ctx, major)
	}
	return nil, fmt.Errorf("--compiler=%s: expected llc, llc-14 (a version), or libnvvm", o.Compiler)
}

// make returns the files of a kind.
func (all *products) make(kind string) ([]file, error) {
	var data []byte
	var err error
	switch kind {
	case "mlir":
		data = []byte(all.p.String() + "\n")
	case "llvm", "llvm-opaque":
		pointers := llvmir.Typed
		if kind == "llvm-opaque" {
			pointers = llvmir.Opaque
		}
		var text string
		text, err = all.p.LLVMIR(pointers)
		data = []byte(text)
	case "ptx":
		data = all.build.PTX.Text
	case "cubin":
		data = all.build.Cubin
	case "manifest":
		var m *manifest.Manifest
		if m, err = all.manifest(); err == nil {
			data, err = m.JSON()
		}
	case "c-header":
		var m *manifest.Manifest
		if m, err = all.manifest(); err == nil {
			data, err = bindings.CHeader(m, all.o.Base, all.o.Base)
		}
	case "go":
		return all.goPackage()
	}
	if err != nil {
		return nil, err
	}
	return []file{{all.o.Base + extensions[kind], data}}, nil
}

// manifest returns the manifest of the build or, without a build, one without the facts that only compilers know.
func (all *products) manifest() (*manifest.Manifest, error) {
	if all.build != nil {
		return all.build.Manifest, nil
	}
	m, err := all.p.Manifest()
	if err != nil {
		return nil, err
	}
	target, err := nvptx.ParseTarget(all.o.Target)
	if err != nil {
		return nil, err
	}
	m.Target = target.Arch()
	return m, nil
}

var notInNames = regexp.MustCompile(`[^A-Za-z0-9]+`)

// goPackage returns the Go package: its one file, the code and the manifest.
func (all *products) goPackage() ([]file, error) {
	base := strings.Trim(notInNames.ReplaceAllString(all.o.Base, "_"), "_")
	if base == "" {
		base = "module"
	}
	o := bindings.GoOptions{Package: all.o.Package, Source: all.o.Base, Image: base + ".ptx", Manifest: base + ".json"}
	if o.Package == "" {
		o.Package = packageName(base)
	}
	if all.build.Cubin != nil {
		o.Image = base + ".cubin"
	}
	text, err := bindings.GoPackage(all.build.Manifest, o)
	if err != nil {
		return nil, err
	}
	description, err := all.build.Manifest.JSON()
	if err != nil {
		return nil, err
	}
	return []file{{packageFile(base), text}, {o.Image, all.build.Image()}, {o.Manifest, description}}, nil
}

// packageName returns a valid package name: lower case, starting with a letter, and not a keyword of Go.
func packageName(base string) string {
	name := strings.ToLower(strings.ReplaceAll(base, "_", ""))
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "kernel" + name
	}
	switch name {
	case "func", "map", "type", "select", "range", "return", "switch", "package", "import", "interface", "chan",
		"const", "go",
		"defer", "goto", "if", "for", "else", "case", "break", "continue", "default", "fallthrough", "struct", "var":
		name += "kernel"
	}
	return name
}

// packageFile returns a file name that Go takes neither for a test nor for a system-specific file.
func packageFile(base string) string { return strings.ReplaceAll(base, "_", "") + ".go" }

// report writes warnings and, if requested, the resources of kernels.
func (all *products) report(w io.Writer, usage bool) {
	if all.build == nil {
		return
	}
	for _, warning := range all.build.Warnings {
		fmt.Fprintf(w, "%s: warning: %s\n", name, warning)
	}
	if !usage {
		return
	}
	for _, k := range all.build.Manifest.Kernels {
		if r := k.Resources; r != nil {
			fmt.Fprintf(w, "%s: %s: %d registers of %d, %d bytes of shared memory, %d bytes of stack, %d bytes of spill "+
				"stores, %d "+
				"of loads\n", name, k.Entry, r.Registers, all.build.PTX.Target.MaxRegisters(int(k.Threads())),
				k.SharedMemory+k.DynamicSharedMemory, r.Stack, r.SpillStores, r.SpillLoads)
		} else {
			fmt.Fprintf(w, "%s: %s: %d bytes of shared memory; registers are known once there is machine code (--emit=cubin)\n",
				name, k.Entry, k.SharedMemory+k.DynamicSharedMemory)
		}
	}
}

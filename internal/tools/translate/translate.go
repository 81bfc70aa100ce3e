// Package translate is the driver behind tile-translate: it translates modules of the dialects llvm and nvvm to LLVM
// IR, as mlir-translate does, and imports Triton's modules, kernels in Go and graphs of torch.export. Start reading at
// [Main].
package translate

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/inputflags"
	"github.com/girih-ir/girih/internal/tools/kernelfile"
	"github.com/girih-ir/girih/internal/tools/outfile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/importtorch"
	"github.com/girih-ir/girih/lowering/importtt"
	"github.com/girih-ir/girih/pass"
)

// translations are the flags that select a translation.
const translations = "--mlir-to-llvmir, --import-ttir, --import-go or --import-torch"

const name = "tile-translate"

// options are the command line.
type options struct {
	input, output string
	toLLVM        bool
	opaque        bool
	importTTIR    bool
	importGo      bool
	importTorch   bool
	source        kernelfile.Options // for importGo
	debugInfo     bool
	pointersApart bool
	in            inputflags.Flags
}

// Main runs the tool with command-line arguments (without the program's name) and returns its exit code. The output
// file is written only if everything succeeded.
func Main(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	o, err := parseFlags(args, stdout)
	if err != nil {
		return cli.ExitCode(stderr, name, err)
	}
	if o.importGo {
		return cli.ExitCode(stderr, name, o.fromGo(stdout))
	}
	input, err := outfile.Read(o.input, stdin)
	if err != nil {
		return cli.ExitCode(stderr, name, err)
	}
	var out strings.Builder
	ok := true
	for i, src := range o.in.Sources(o.input, input) {
		if i > 0 {
			out.WriteString(o.in.OutputMarker + "\n")
		}
		ok = o.part(ctx, src, &out, stderr) && ok
	}
	if !ok {
		return 1
	}
	return cli.ExitCode(stderr, name, outfile.Write(o.output, []byte(out.String()), stdout))
}

// part translates one part of the input and reports success.
func (o *options) part(ctx context.Context, src *ir.Source, out *strings.Builder, stderr io.Writer) bool {
	context := girih.NewContext()
	text, err := o.translate(ctx, context, src)
	out.WriteString(text)
	if !o.in.Verify {
		return cli.ExitCode(stderr, name, cli.Locate(context, err)) == 0
	}
	diags, others := diagnostics(err)
	return cli.ExitCode(stderr, name, others) == 0 && o.in.Check(context, src, diags, stderr)
}

// diagnostics separates the diagnostics in an error from other errors.
func diagnostics(err error) (diags []*ir.Diagnostic, others error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			more, other := diagnostics(e)
			diags, others = append(diags, more...), errors.Join(others, other)
		}
		return diags, others
	}
	if d := (*ir.Diagnostic)(nil); errors.As(err, &d) {
		return []*ir.Diagnostic{d}, nil
	}
	return nil, err
}

func parseFlags(args []string, stdout io.Writer) (*options, error) {
	o := &options{}
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.BoolVar(&o.toLLVM, "mlir-to-llvmir", false, "translate the dialects llvm and nvvm to LLVM IR")
	fs.BoolVar(&o.importTTIR, "import-ttir", false, "translate Triton's IR, dialect tt, to dialect tile")
	fs.BoolVar(&o.importGo, "import-go", false,
		"translate a kernel in Go, in a file that ends in .go, to dialect tile")
	fs.BoolVar(&o.importTorch, "import-torch", false,
		"translate a graph of torch.export, as benchmarks/torch/export.py writes it, to dialect torch")
	o.source.RegisterKernel(fs)
	o.source.RegisterSet(fs)
	fs.BoolVar(&o.pointersApart, "pointers-apart", false,
		"with --import-ttir, assume that memory which one argument "+
			"writes is not accessed through another one, which Triton does not promise")
	fs.BoolVar(&o.debugInfo, "mlir-print-debuginfo", false, "with an import, print locations")
	fs.BoolVar(&o.opaque, "opaque-pointers", true, "write opaque pointers; typed ones otherwise")
	o.in.Register(fs, "")
	fs.StringVar(&o.output, "o", "-", "output file; - is standard output")
	input, err := cli.Parse(fs, args, stdout,
		name+" prints modules of the dialects llvm and nvvm as LLVM IR, and reads Triton's IR, kernels\n"+
			"in Go and graphs of torch.export. One of these flags is required: "+translations+".")
	if err != nil {
		return nil, err
	}
	o.input = input
	named := 0
	for _, t := range []bool{o.toLLVM, o.importTTIR, o.importGo, o.importTorch} {
		if t {
			named++
		}
	}
	switch {
	case named == 0:
		return nil, errors.New("no translation is named: expected " + translations)
	case named > 1:
		return nil, errors.New("several translations are named: expected one of " + translations)
	case o.importGo && filepath.Ext(input) != ".go":
		return nil, fmt.Errorf("--import-go: expected a file of Go, whose name ends in .go, but got %s", input)
	}
	return o, nil
}

func (o *options) translate(ctx context.Context, in *ir.Context, src *ir.Source) (string, error) {
	if o.importTorch {
		op, err := importtorch.Import(in, src.Text)
		if err != nil {
			return "", fmt.Errorf("%s: %w", src.Name, err)
		}
		return string(text.Print(op, text.Options{DebugInfo: o.debugInfo})), nil
	}
	op, err := text.Parse(in, src, text.ParseOptions{})
	if err != nil {
		return "", err
	}
	m, err := girih.FromOperation(op)
	if err != nil {
		return "", err
	}
	if o.importTTIR {
		return fromTriton(ctx, m.Operation(), o)
	}
	pointers := llvmir.Typed
	if o.opaque {
		pointers = llvmir.Opaque
	}
	return llvmir.PrintWith(m.Operation(), llvmir.Options{Pointers: pointers, BFloat: true})
}

// fromTriton prints Triton's module as tile text, in which values keep their names in Python.
func fromTriton(ctx context.Context, module *ir.Operation, o *options) (string, error) {
	p := pass.Pipeline{Anchor: "builtin.module", Steps: []pass.Step{{Pass: importtt.Pass,
		Options: &importtt.Options{PointersApart: o.pointersApart}}}}
	if err := p.Run(ctx, module, pass.RunOptions{Verify: true}); err != nil {
		return "", err
	}
	return string(text.Print(module, text.Options{DebugInfo: o.debugInfo, NameLocAsPrefix: true})), nil
}

// fromGo prints the module of a kernel in Go.
func (o *options) fromGo(stdout io.Writer) error {
	f, err := o.source.Read(o.input, nil)
	if err != nil {
		return err
	}
	printed := text.Print(f.Module.Operation(), text.Options{DebugInfo: o.debugInfo, NameLocAsPrefix: true})
	return outfile.Write(o.output, printed, stdout)
}

// Package translate is the driver behind tile-translate: it turns modules of the dialects llvm and nvvm into LLVM IR, as
// mlir-translate does. Start reading at [Main].
package translate

import (
	"errors"
	"flag"
	"io"

	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/tools/cli"
	"github.com/girih-ir/girih/tools/outfile"
)

const name = "tile-translate"

// options are the command line.
type options struct {
	input, output string
	toLLVM        bool
	opaque        bool
}

// Main runs the tool with command-line arguments (without the program's name) and returns its exit code. The output file
// is written only if everything succeeded.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	o, err := parseFlags(args, stdout)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	var out string
	if err == nil {
		out, err = run(o, stdin)
	}
	if err == nil {
		err = outfile.Write(o.output, []byte(out), stdout)
	}
	if err != nil {
		cli.Report(stderr, name, err)
		return 1
	}
	return 0
}

func parseFlags(args []string, stdout io.Writer) (*options, error) {
	o := &options{}
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.BoolVar(&o.toLLVM, "mlir-to-llvmir", false, "translate the dialects llvm and nvvm to LLVM IR")
	fs.BoolVar(&o.opaque, "opaque-pointers", true, "write opaque pointers; typed ones otherwise")
	fs.StringVar(&o.output, "o", "-", "output file; - is standard output")
	input, err := cli.Parse(fs, args, stdout, name+" prints modules of the dialects llvm and nvvm as LLVM IR; name the translation: --mlir-to-llvmir.")
	if err != nil {
		return nil, err
	}
	o.input = input
	if !o.toLLVM {
		return nil, errors.New("no translation is named: expected --mlir-to-llvmir")
	}
	return o, nil
}

func run(o *options, stdin io.Reader) (string, error) {
	m, err := cli.ReadModule(o.input, stdin)
	if err != nil {
		return "", err
	}
	pointers := llvmir.Typed
	if o.opaque {
		pointers = llvmir.Opaque
	}
	out, err := llvmir.Print(m.Operation(), pointers)
	return out, cli.Locate(m.Operation().Context(), err)
}

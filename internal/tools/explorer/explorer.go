// Package explorer is the driver behind tile-explorer. It shows in a browser the stages of a kernel's compilation to
// machine code, marks the lines that belong together, and compiles again when the file is saved.
//
// [Main] parses flags. serve.go has the server, read.go reads a file, compile.go makes a [Page] from it, lines.go finds
// the source line of each line of a program, and page.html shows the page. The page loads nothing from elsewhere.
package explorer

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/kernelfile"
	"github.com/girih-ir/girih/internal/tools/outfile"
)

const overview = `tile-explorer shows what a kernel becomes: its IR after every pass, layouts, LLVM IR, PTX and machine code.

The input is Go (.go), tile text (.mlir) or Triton's IR (.ttir). The page is served to this machine only, and is
updated when the file is saved. --html writes it to a file instead.

A kernel in Go has the types, constants and warps that //girih:launch in its comment says, unless --set names others.
Without divisible=N, addresses and sizes of arrays are assumed to be multiples of 16.`

type options struct {
	input  string
	source kernelfile.Options
	target string
	warps  int
	listen string
	html   string
}

// Main runs the tool with command-line arguments (without the program's name) and returns its exit code.
func Main(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	o, err := parseFlags(args, stdout)
	if err == nil {
		err = o.run(ctx, stdout)
	}
	return cli.ExitCode(stderr, "tile-explorer", err)
}

func parseFlags(args []string, stdout io.Writer) (*options, error) {
	o := &options{source: kernelfile.Options{Divisible: 16}}
	fs := flag.NewFlagSet("tile-explorer", flag.ContinueOnError)
	o.source.RegisterKernel(fs)
	o.source.RegisterSet(fs)
	fs.StringVar(&o.target, "target", "sm_90", "GPU `architecture`, such as sm_90a")
	fs.Func("num-warps", "`number` of warps that run one program (default 4)", func(s string) (err error) {
		o.warps, err = strconv.Atoi(s)
		return err
	})
	fs.StringVar(&o.listen, "listen", "127.0.0.1:0", "`address` to serve at, on this machine; port 0 is any free one")
	fs.StringVar(&o.html, "html", "", "write the page to this `file`, or - for standard output, and end")
	input, err := cli.Parse(fs, args, stdout, overview)
	if err != nil {
		return nil, err
	}
	o.input = input
	switch filepath.Ext(input) {
	case ".go", ".mlir", ".ttir":
		return o, nil
	}
	return nil, fmt.Errorf("%s: expected a file of Go (.go), tile text (.mlir) or Triton's IR (.ttir)", input)
}

func (o *options) run(ctx context.Context, stdout io.Writer) error {
	if _, err := os.Stat(o.input); err != nil {
		return err
	}
	if o.html == "" {
		return o.serve(ctx, stdout)
	}
	page, err := o.compile(ctx)
	if err != nil {
		return err
	}
	text, err := page.render(0)
	if err != nil {
		return err
	}
	return outfile.Write(o.html, text, stdout)
}

// Package explorer is the driver behind tile-explorer: it shows in a browser what a kernel becomes on its way to
// machine code, with the lines that belong together marked, and compiles again when the file is saved.
//
// [Main] parses flags; serve.go serves; read.go reads a file, compile.go makes a [Page] of it, lines.go finds which
// line of the source each line of a program comes from, page.html shows the page. The page uses nothing from outside.
package explorer

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/outfile"
)

const overview = `tile-explorer shows what a kernel becomes: its IR after every pass, layouts, LLVM IR, PTX and machine code.

The input is Go (.go), tile text (.mlir) or Triton's IR (.ttir). A page is served to this machine alone; it follows the
file when that is saved. --html writes it to a file instead.
For kernels in Go, types and constants are those of //girih:launch in the kernel's comment, unless --set names them.`

type options struct {
	input  string
	kernel string
	target string
	warps  int
	set    map[string]string
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
	o := &options{set: map[string]string{}}
	fs := flag.NewFlagSet("tile-explorer", flag.ContinueOnError)
	fs.StringVar(&o.kernel, "kernel", "", "`name` of the kernel, if the file has several (default: the first)")
	fs.StringVar(&o.target, "target", "sm_90", "GPU `architecture`, such as sm_90a")
	fs.Func("num-warps", "`number` of warps that run one program (default 4)", func(s string) (err error) {
		o.warps, err = strconv.Atoi(s)
		return err
	})
	fs.Func("set", "`NAME=VALUE` of a constant or type parameter of a kernel in Go", func(s string) error {
		name, value, ok := strings.Cut(s, "=")
		if !ok || name == "" || value == "" {
			return errors.New("expected NAME=VALUE, as block=64 or T=float32")
		}
		o.set[name] = value
		return nil
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

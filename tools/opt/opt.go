// Package opt is the driver behind tile-opt: it reads textual IR, verifies it, runs a pipeline and prints the result,
// with mlir-opt's flags. Another project builds its own opt tool by calling [Main] with its dialects and passes.
//
// Start reading at [Main]. Other packages do the work: ir/text reads and prints, pass runs pipelines, pass/irprint,
// pass/timing and pass/reproducer observe them, internal/tools/expected checks diagnostics.
package opt

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/heap"
	"github.com/girih-ir/girih/internal/tools/outfile"
	"github.com/girih-ir/girih/internal/tools/passflags"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Config configures a tool.
type Config struct {
	// Name is the tool's name in messages.
	Name string
	// Dialects are loaded into the context of every input.
	Dialects []*ir.Dialect
	// Passes and Pipelines may be named in pipelines, and each is a flag.
	Passes    []*pass.Pass
	Pipelines []*pass.Named
	// OwnProcess says that the process does nothing else: the tool then changes the settings of the garbage collector.
	OwnProcess bool
	// Reports are what the tool can write instead of the module's text; each is a flag.
	Reports []Report
}

// Exit codes, as mlir-opt has them.
const (
	exitOK    = 0
	exitError = 1
)

// Main runs the tool with command-line arguments (without the program's name) and returns its exit code. Nothing is
// written to the output file unless everything succeeded.
func Main(cfg Config, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return MainContext(context.Background(), cfg, args, stdin, stdout, stderr)
}

// Run is [Main] with the input and the outputs as bytes, for programs and tests that use the tool as a function.
func (cfg Config) Run(args []string, input []byte) (stdout, stderr []byte, code int) {
	var out, errs bytes.Buffer
	code = Main(cfg, args, bytes.NewReader(input), &out, &errs)
	return out.Bytes(), errs.Bytes(), code
}

// MainContext is [Main] with a context. If the context ends, so does the work, with an error.
func MainContext(ctx context.Context, cfg Config, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	o, err := parseFlags(cfg, args, stdout)
	if errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", cfg.Name, err)
		return exitError
	}
	t := &tool{ctx: ctx, cfg: cfg, o: o, stderr: stderr}
	if o.showDialects {
		fmt.Fprintln(stdout, "Available Dialects: "+strings.Join(dialectNames(cfg), ","))
		return exitOK
	}
	if o.listPasses {
		_ = cli.WriteSections(stdout, passflags.Sections(&pass.Registry{Passes: cfg.Passes, Pipelines: cfg.Pipelines})...)
		return exitOK
	}
	if cfg.OwnProcess {
		t.heap = heap.New()
	}
	if o.input == "-" {
		t.heap.Restore() // the size of standard input is not known
	}
	input, err := outfile.ReadInto(t.heap.ReserveHugePages(o.input), o.input, stdin)
	t.heap.Restore()
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", cfg.Name, err)
		return exitError
	}
	return t.process(input, stdout)
}

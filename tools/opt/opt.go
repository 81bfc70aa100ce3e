// Package opt is the driver behind tile-opt: it reads textual IR, verifies it, runs a pipeline and prints the result,
// with mlir-opt's flags. Another project builds its own opt tool by calling [Main] with its dialects and passes.
//
// Start reading at [Main]. What the flags ask for is done by packages of their own: ir/text reads and prints, pass runs
// pipelines, pass/irprint, pass/timing and pass/reproducer watch them, ir/expected checks diagnostics.
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

// Config says what a tool knows.
type Config struct {
	// Name is the tool's name in messages.
	Name string
	// Dialects are loaded into the context of every input.
	Dialects []*ir.Dialect
	// Passes may be named in pipelines, and each is a flag; so are Pipelines.
	Passes    []*pass.Pass
	Pipelines []*pass.Named
	// OwnProcess says that the process does nothing but this: the tool then changes the settings of the garbage
	// collector.
	OwnProcess bool
	// Reports are what the tool can write in place of the module's text; each is a flag.
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

// Run is [Main] on bytes, with what it prints returned: for programs and tests that use the tool as a function.
func (cfg Config) Run(args []string, input []byte) (stdout, stderr []byte, code int) {
	var out, errs bytes.Buffer
	code = Main(cfg, args, bytes.NewReader(input), &out, &errs)
	return out.Bytes(), errs.Bytes(), code
}

// MainContext is [Main] with a context that ends the work early, with an error.
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
		t.heap.Restore() // how much will come is not known
	}
	input, err := outfile.ReadInto(t.heap.ReserveHugePages(o.input), o.input, stdin)
	t.heap.Restore()
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", cfg.Name, err)
		return exitError
	}
	return t.process(input, stdout)
}

// Package foreign is the driver behind tile-foreign. Only pieces of tests that the mlir-opt on PATH passes count. The
// exit code is 1 if a piece differs.
package foreign

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/lit/foreign"
	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/lit/program"
	"github.com/girih-ir/girih/tools/lit"
)

const name = "tile-foreign"

// Main runs the tool with command-line arguments (without the program's name) and returns its exit code.
func Main(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	filter := flags.String("filter", "", "run only tests whose name, relative to the directory, matches this `pattern`")
	verbose := flags.Bool("v", false, "print what the commands of differing pieces print")
	missing := flags.Bool("missing", false, "print what the pieces need that is missing, and how many need it")
	workers := flags.Int("j", 0, "run this `number` of pieces at the same time (default: one for each processor)")
	root, err := cli.Parse(flags, args, stdout, "runs a tree of MLIR's tests with the project's tools")
	if err != nil {
		return cli.ExitCode(stderr, name, err)
	}
	ours := lit.Programs()
	o := foreign.Options{Workers: *workers, Programs: map[string]program.Func{
		"mlir-opt": ours["tile-opt"], "mlir-translate": ours["tile-translate"], "FileCheck": ours["FileCheck"],
	}}
	if o.Filter, err = regexp.Compile(*filter); err != nil {
		return cli.ExitCode(stderr, name, fmt.Errorf("--filter: %w", err))
	}
	if found, err := exec.LookPath("mlir-opt"); err == nil {
		o.Theirs = filepath.Dir(found)
		if o.Lacking, err = lacking(ctx, found); err != nil {
			return cli.ExitCode(stderr, name, err)
		}
	} else {
		fmt.Fprintln(stderr, name+": no mlir-opt on PATH: all pieces count, also those that it would not pass")
	}
	report, err := foreign.Run(ctx, root, o)
	if err == nil {
		err = report.Write(stdout, *verbose)
	}
	if err == nil && *missing {
		err = report.WriteNeeds(stdout)
	}
	if err != nil {
		return cli.ExitCode(stderr, name, err)
	}
	if len(report.Differences) > 0 {
		return 1
	}
	return 0
}

// lacking returns the dialects that mlir-opt lists and our tools do not have.
func lacking(ctx context.Context, mlirOpt string) (names []string, err error) {
	out, err := exec.CommandContext(ctx, mlirOpt, "--show-dialects").Output()
	if err != nil {
		return nil, fmt.Errorf("%s --show-dialects: %w", mlirOpt, err)
	}
	ours := make(map[string]bool)
	for _, d := range registry.All() {
		ours[d.Name] = true
	}
	_, list, _ := strings.Cut(string(out), ":")
	for d := range strings.SplitSeq(strings.TrimSpace(list), ",") {
		if !ours[d] {
			names = append(names, regexp.QuoteMeta(d))
		}
	}
	return names, nil
}

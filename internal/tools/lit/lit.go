// Package lit is the command line behind tile-lit: LLVM lit's flags, output and exit codes for package lit/runner.
// Other projects use it through package tools/lit, to run their own tools in the process.
//
// Start reading at [Main].
package lit

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/girih-ir/girih/internal/lit/report"
	"github.com/girih-ir/girih/lit/program"
	"github.com/girih-ir/girih/lit/runner"
	"github.com/girih-ir/girih/lit/suite"
)

// Config configures a runner.
type Config struct {
	// Name is the tool's name in messages.
	Name string
	// Programs are functions that run in this process if a test's command has their name.
	Programs map[string]program.Func
}

// Exit codes, as lit has them.
const (
	exitOK      = 0
	exitFailure = 1 // a test failed
	exitError   = 2 // nothing was run
)

// runProgram, as the first argument, makes the tool run one of its programs. So a program can run as a separate
// process.
const runProgram = "--run-program"

// Main runs the tool with command-line arguments (without the program's name) and returns its exit code.
func Main(ctx context.Context, cfg Config, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) >= 2 && args[0] == runProgram {
		return cfg.program(ctx, args[1], args[2:], stdin, stdout, stderr)
	}
	o, err := parse(cfg.Name, args, stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		fmt.Fprintf(stderr, "%s: error: %v\n", cfg.Name, err)
		return exitError
	case o.showVersion:
		fmt.Fprintln(stdout, "lit 22 (Girih)")
		return exitOK
	}
	o.run.Programs = cfg.Programs
	if self, err := os.Executable(); err == nil {
		o.run.Child = func(name string) []string { return []string{self, runProgram, name} }
	}
	t := &tool{name: cfg.Name, options: o, stdout: stdout, stderr: stderr}
	return t.main(ctx)
}

// program runs one of the programs with this process's streams, environment and directory.
func (cfg Config) program(ctx context.Context, name string, args []string, stdin io.Reader, stdout,
	stderr io.Writer) int {
	all := program.Standard()
	maps.Copy(all, cfg.Programs)
	f, ok := all[name]
	dir, err := os.Getwd()
	if !ok || err != nil {
		fmt.Fprintf(stderr, "%s: error: cannot run %s: %v\n", cfg.Name, name, err)
		return exitError
	}
	env := map[string]string{}
	for _, v := range os.Environ() {
		key, value, _ := strings.Cut(v, "=")
		env[key] = value
	}
	return f(ctx, program.Invocation{Args: args, Dir: dir, Env: env, Stdin: stdin, Stdout: stdout, Stderr: stderr})
}

func absolute(path string) string {
	if a, err := filepath.Abs(path); err == nil {
		return a
	}
	return path
}

// tool is the state of one run.
type tool struct {
	*options
	name           string
	stdout, stderr io.Writer
}

func (t *tool) main(ctx context.Context) int {
	found, err := suite.Discover(t.paths, t.settings)
	if err != nil {
		fmt.Fprintf(t.stderr, "%s: error: %v\n", t.name, err)
		return exitError
	}
	if !t.quiet {
		for _, w := range found.Warnings {
			fmt.Fprintf(t.stderr, "%s: warning: %s\n", t.name, w)
		}
	}
	if len(found.Tests) == 0 {
		fmt.Fprintln(t.stderr, "error: did not discover any tests for provided path(s)")
		return exitError
	}
	if t.showSuites || t.showTests || t.showFeatures {
		return t.show(found.Tests)
	}
	history := runner.ReadHistory(found.Tests)
	selected, code := t.selection(found.Tests, history)
	if len(selected) == 0 {
		return code
	}
	if t.update {
		return t.rewrite(ctx, selected)
	}
	return t.execute(ctx, found.Tests, selected, history)
}

// selection returns the tests to run, in order. If there are none, code is the exit code.
func (t *tool) selection(all []*suite.Test, history *runner.History) (selected []*suite.Test, code int) {
	ordered := slices.Clone(all)
	switch t.order {
	case "random":
		runner.Shuffle(ordered)
	case "lexical":
		slices.SortStableFunc(ordered, func(a, b *suite.Test) int { return strings.Compare(a.Name(), b.Name()) })
	default:
		history.Sort(ordered)
	}
	for _, test := range ordered {
		name := test.Name()
		if (t.filter == nil || t.filter.MatchString(name)) && (t.filterOut == nil || !t.filterOut.MatchString(name)) &&
			(!t.filterFailed || history.Failed(test)) {
			selected = append(selected, test)
		}
	}
	if len(selected) == 0 {
		fmt.Fprintf(t.stderr, "error: filter did not match any tests (of %d discovered).  ", len(all))
		if t.allowEmpty {
			fmt.Fprintln(t.stderr, "Suppressing error because '--allow-empty-runs' was specified.")
			return nil, exitOK
		}
		fmt.Fprintln(t.stderr, "Use '--allow-empty-runs' to suppress this error.")
		return nil, exitError
	}
	if selected = t.part(selected); len(selected) == 0 {
		fmt.Fprintln(t.stderr, "warning: shard does not contain any tests.  Consider decreasing the number of shards.")
		return nil, exitOK
	}
	if t.maxTests > 0 {
		selected = selected[:min(len(selected), t.maxTests)]
	}
	return selected, exitOK
}

// part returns the tests of the chosen shard.
func (t *tool) part(tests []*suite.Test) []*suite.Test {
	if t.shards == 0 {
		return tests
	}
	var mine []*suite.Test
	for i := t.shard - 1; i < len(tests); i += t.shards {
		mine = append(mine, tests[i])
	}
	if !t.quiet {
		fmt.Fprintf(t.stderr, "%s: note: selecting shard %d/%d = size %d/%d\n", t.name, t.shard, t.shards, len(mine),
			len(tests))
	}
	return mine
}

// execute runs tests and reports on them.
func (t *tool) execute(ctx context.Context, all, selected []*suite.Test, history *runner.History) int {
	if t.run.Workers == 0 {
		t.run.Workers = runtime.GOMAXPROCS(0)
	}
	workers := min(len(selected), t.run.Workers)
	display := report.NewDisplay(t.stdout, len(selected), len(all), workers, t.results, t.output,
		t.progress && isTerminal(t.stdout))
	t.run.Done = display.Done
	start := time.Now()
	results, err := runner.Run(ctx, selected, t.run)
	elapsed := time.Since(start)
	display.Close()
	if results == nil {
		fmt.Fprintf(t.stderr, "%s: error: %v\n", t.name, err)
		return exitError
	}
	if err != nil {
		fmt.Fprintf(t.stderr, "%s: warning: %v, skipping remaining tests\n", t.name, err)
	}
	if !t.noRecording {
		if err := history.Record(results); err != nil && !t.quiet {
			fmt.Fprintf(t.stderr, "%s: warning: could not save test times: %v\n", t.name, err)
		}
	}
	everything := withExcluded(all, results)
	if t.histogram {
		report.Histogram(t.stdout, results)
	}
	report.Summary(t.stdout, everything, elapsed, t.summary)
	if err := t.files(everything, results, elapsed); err != nil {
		fmt.Fprintf(t.stderr, "%s: error: %v\n", t.name, err)
		return exitError
	}
	failed := slices.ContainsFunc(results, func(r *runner.Result) bool { return r.Code.IsFailure() })
	switch {
	case !failed:
		return exitOK
	case t.ignoreFail:
		fmt.Fprintln(t.stderr, "\nExiting with status 0 instead of 1 because '--ignore-fail' was specified.")
		return exitOK
	}
	return exitFailure
}

// isTerminal reports whether a progress bar can be drawn.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// withExcluded returns results for all tests. Tests that were not selected are excluded.
func withExcluded(all []*suite.Test, results []*runner.Result) []*runner.Result {
	of := map[*suite.Test]*runner.Result{}
	for _, r := range results {
		of[r.Test] = r
	}
	every := make([]*runner.Result, len(all))
	for i, test := range all {
		if every[i] = of[test]; every[i] == nil {
			every[i] = &runner.Result{Test: test, Code: runner.Excluded}
		}
	}
	return every
}

// files writes the result files.
func (t *tool) files(everything, selected []*runner.Result, elapsed time.Duration) error {
	results := everything
	if t.shards > 0 {
		results = selected // the results of all shards are joined, so each test must be in one
	}
	if t.failuresOnly {
		results = slices.DeleteFunc(slices.Clone(results), func(r *runner.Result) bool { return !r.Code.IsFailure() })
	}
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{t.json, func(w io.Writer) error { return report.JSON(w, results, elapsed) }},
		{t.xunit, func(w io.Writer) error { return report.XUnit(w, results, elapsed) }},
		{t.trace, func(w io.Writer) error { return report.TimeTrace(w, results) }},
	} {
		if f.name == "" {
			continue
		}
		if err := create(f.name, f.write); err != nil {
			return err
		}
	}
	return nil
}

func create(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

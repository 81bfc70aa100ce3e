// Package vet is the command tile-vet: it loads Go packages and reports what package kernel/vet finds in them.
package vet

import (
	"flag"
	"fmt"
	"io"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/girih-ir/girih/kernel/vet"
)

// Exit codes: those of the commands of golang.org/x/tools/go/analysis.
const (
	exitError    = 1
	exitFindings = 3
)

// Run checks the packages that args name, in a folder ("" for the current one), and returns an exit code: 3 for
// findings, 1 for packages that cannot be loaded. Each loading error is printed once.
func Run(dir string, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("tile-vet", flag.ContinueOnError)
	flags.SetOutput(stderr)
	asJSON := flags.Bool("json", false, "print the findings as JSON to standard output")
	tests := flags.Bool("test", true, "check the packages' tests, too")
	context := flags.Int("c", -1, "print so many lines of source around each finding")
	flags.Usage = func() {
		fmt.Fprintf(stderr, "tile-vet: %s\n\nUsage: tile-vet [-flag] packages\n\nFlags:\n", vet.Analyzer.Doc)
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		return exitError
	}
	if flags.NArg() == 0 {
		flags.Usage()
		return exitError
	}
	loaded, err := packages.Load(&packages.Config{Dir: dir, Mode: packages.LoadSyntax | packages.NeedModule,
		Tests: *tests}, flags.Args()...)
	if err != nil {
		fmt.Fprintf(stderr, "tile-vet: %v\n", err)
		return exitError
	}
	code := 0
	if printErrors(stderr, loaded) {
		code = exitError
	}
	loaded = slices.DeleteFunc(loaded, func(p *packages.Package) bool { return len(p.Errors) > 0 || p.IllTyped })
	graph, err := checker.Analyze([]*analysis.Analyzer{vet.Analyzer}, loaded, nil)
	if err == nil && *asJSON {
		err = graph.PrintJSON(stdout)
	} else if err == nil {
		err = graph.PrintText(stderr, *context)
	}
	if err != nil {
		fmt.Fprintf(stderr, "tile-vet: %v\n", err)
		return exitError
	}
	for _, root := range graph.Roots {
		switch {
		case root.Err != nil:
			code = max(code, exitError)
		case len(root.Diagnostics) > 0 && !*asJSON:
			code = max(code, exitFindings)
		}
	}
	return code
}

// printErrors prints why packages cannot be checked, and reports whether there was an error. Each error is found
// several times: by go list, which compiles the package, by the type checker, and by both again in the package's tests.
func printErrors(w io.Writer, loaded []*packages.Package) bool {
	printed := make(map[string]bool)
	packages.Visit(loaded, nil, func(p *packages.Package) {
		located := slices.ContainsFunc(p.Errors, func(e packages.Error) bool { return e.Kind != packages.ListError })
		for _, e := range p.Errors {
			if located && e.Kind == packages.ListError || printed[e.Error()] {
				continue
			}
			printed[e.Error()] = true
			fmt.Fprintln(w, e)
		}
	})
	return len(printed) > 0
}

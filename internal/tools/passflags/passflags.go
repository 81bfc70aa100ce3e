// Package passflags has the flags about passes that several tools share, with mlir-opt's names: which passes run, and
// when the IR is printed.
//
// Start reading at [Run], which has all of them; [Pipeline], [IR] and [Timing] are groups for tools that take fewer.
package passflags

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/girih-ir/girih/internal/spelling"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/pass/irprint"
)

// Pipeline has the flags for a pipeline as text, and for printing the pipeline that runs.
type Pipeline struct {
	Text *string // value of --pass-pipeline; nil if it is not given
	Dump bool
}

// Register adds the flags.
func (f *Pipeline) Register(fs *flag.FlagSet) {
	fs.Func("pass-pipeline", "run the passes of `pipeline`, such as builtin.module(a,func.func(b{option=1}))",
		func(v string) error { f.Text = &v; return nil })
	fs.BoolVar(&f.Dump, "dump-pass-pipeline", false, "print the pipeline that will be run")
}

// Write prints a pipeline, if that was requested.
func (f *Pipeline) Write(w io.Writer, p *pass.Pipeline) {
	if f.Dump {
		fmt.Fprintf(w, "Pass Manager with %d passes:\n%s\n\n", len(p.Steps), p.Indented())
	}
}

// IR has the flags for printing the IR before and after passes.
type IR struct {
	ModuleScope bool // print the outermost operation, which is only possible on one thread

	before, after           names
	beforeAll, afterAll     bool
	afterChange, afterFails bool
	diff                    bool
	treeDir                 string
}

// names is a flag that may be given several times, or with several names.
type names []string

func (n *names) String() string { return "" }
func (n *names) Set(v string) error {
	*n = append(*n, strings.Split(v, ",")...)
	return nil
}

// Register adds the flags.
func (f *IR) Register(fs *flag.FlagSet) {
	fs.Var(&f.before, "mlir-print-ir-before", "`names` of passes before which the IR is printed")
	fs.Var(&f.after, "mlir-print-ir-after", "`names` of passes after which the IR is printed")
	fs.BoolVar(&f.beforeAll, "mlir-print-ir-before-all", false, "print the IR before each pass")
	fs.BoolVar(&f.afterAll, "mlir-print-ir-after-all", false, "print the IR after each pass")
	fs.BoolVar(&f.afterChange, "mlir-print-ir-after-change", false,
		"print the IR after a pass only if the pass changed it")
	fs.BoolVar(&f.afterFails, "mlir-print-ir-after-failure", false, "print the IR after a pass only if the pass failed")
	fs.BoolVar(&f.diff, "mlir-print-ir-diff", false, "print what passes change as unified diffs")
	fs.BoolVar(&f.ModuleScope, "mlir-print-ir-module-scope", false, "print the outermost operation, on one thread")
	fs.StringVar(&f.treeDir, "mlir-print-ir-tree-dir", "", "print the IR to a tree of files in `directory`")
}

// Check returns an error for a name that is not the name of a pass.
func (f *IR) Check(r *pass.Registry) error {
	for _, name := range slices.Concat(f.before, f.after) {
		if r.Pass(name) == nil {
			var known []string
			for _, p := range r.Passes {
				known = append(known, p.Name)
			}
			return fmt.Errorf("no pass is named '%s'%s", name, spelling.Suggestion(name, known))
		}
	}
	return nil
}

// Observe adds an observer that prints the IR to the options of a run. It returns a function that returns an error of
// printing, to be called after the run.
func (f *IR) Observe(opts *pass.RunOptions, printing text.Options) (failed func() error) {
	var tree *irprint.Tree
	if f.treeDir != "" {
		tree = irprint.NewTree(f.treeDir)
	}
	if o := f.observer(printing, tree); o != nil {
		opts.Observers = append(opts.Observers, o)
	}
	return func() error {
		if tree == nil {
			return nil
		}
		return tree.Err()
	}
}

// observer returns the observer that prints the IR, or nil if nothing is to be printed.
func (f *IR) observer(printing text.Options, tree *irprint.Tree) pass.Observer {
	opts := irprint.Options{
		Before: selection(f.beforeAll, f.before),
		After:  selection(f.afterAll || f.afterFails, f.after),
		Failed: f.afterFails, Changed: f.afterChange, Diff: f.diff,
		ModuleScope: f.ModuleScope, Tree: tree, Printing: printing,
	}
	if opts.After == nil && (f.afterChange || f.diff) {
		opts.After = selection(true, nil)
	}
	if opts.Before == nil && opts.After == nil {
		return nil
	}
	return irprint.Observer(opts)
}

// selection returns a function that reports whether a pass was named; nil if none was.
func selection(all bool, named []string) func(*pass.Pass) bool {
	if all {
		return func(*pass.Pass) bool { return true }
	}
	if len(named) == 0 {
		return nil
	}
	return func(p *pass.Pass) bool { return slices.Contains(named, p.Name) }
}

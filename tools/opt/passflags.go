package opt

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// passFlags are the flags about the passes that run and about what is shown of them.
type passFlags struct {
	registry *pass.Registry
	pipeline *string    // of --pass-pipeline; nil when it is not given
	steps    []stepFlag // passes and pipelines given as flags, in their order
	dump     bool

	irBefore, irAfter                   names
	irBeforeAll, irAfterAll             bool
	irAfterChange, irAfterFailure       bool
	irModuleScope, irDiff               bool
	irTreeDir                           string
	timing, statistics                  bool
	timingDisplay, timingFormat         string
	statisticsDisplay                   string
	crashReproducer, generateReproducer string
	localReproducer, runReproducer      bool
}

// stepFlag is a pass or a named pipeline that was given as a flag, with the text of its options.
type stepFlag struct{ name, options string }

// names is a flag that may be given several times, or with several names.
type names []string

func (n *names) String() string { return "" }
func (n *names) Set(v string) error {
	*n = append(*n, strings.Split(v, ",")...)
	return nil
}

func (f *passFlags) register(fs *flag.FlagSet, cfg Config) {
	f.registry = &pass.Registry{Passes: cfg.Passes, Pipelines: cfg.Pipelines}
	fs.Func("pass-pipeline", "run the passes of `pipeline`, such as builtin.module(a,func.func(b{option=1}))",
		func(v string) error { f.pipeline = &v; return nil })
	fs.BoolVar(&f.dump, "dump-pass-pipeline", false, "print the pipeline that will be run")
	fs.Var(&f.irBefore, "mlir-print-ir-before", "print the IR before the passes `names`")
	fs.Var(&f.irAfter, "mlir-print-ir-after", "print the IR after the passes `names`")
	fs.BoolVar(&f.irBeforeAll, "mlir-print-ir-before-all", false, "print the IR before each pass")
	fs.BoolVar(&f.irAfterAll, "mlir-print-ir-after-all", false, "print the IR after each pass")
	fs.BoolVar(&f.irAfterChange, "mlir-print-ir-after-change", false, "print the IR after a pass only if the pass changed it")
	fs.BoolVar(&f.irAfterFailure, "mlir-print-ir-after-failure", false, "print the IR after a pass only if the pass failed")
	fs.BoolVar(&f.irDiff, "mlir-print-ir-diff", false, "print what passes change as unified diffs")
	fs.BoolVar(&f.irModuleScope, "mlir-print-ir-module-scope", false, "print the outermost operation, on one thread")
	fs.StringVar(&f.irTreeDir, "mlir-print-ir-tree-dir", "", "print the IR to a tree of files in `directory`")
	fs.BoolVar(&f.timing, "mlir-timing", false, "display execution times")
	f.timingDisplay, f.timingFormat, f.statisticsDisplay = "tree", "text", "pipeline"
	fs.Var(cli.NewWords(&f.timingDisplay, [2]string{"list", "a list, the longest first"},
		[2]string{"tree", "as the passes are nested"}), "mlir-timing-display", "how execution times are displayed: `value`")
	fs.Var(cli.NewWords(&f.timingFormat, [2]string{"text", "for people"}, [2]string{"json", "for programs"}),
		"mlir-output-format", "the format of execution times: `value`")
	fs.BoolVar(&f.statistics, "mlir-pass-statistics", false, "display what passes count")
	fs.Var(cli.NewWords(&f.statisticsDisplay, [2]string{"list", "the sums of each pass, sorted by name"},
		[2]string{"pipeline", "as the passes are nested"}), "mlir-pass-statistics-display",
		"how statistics are displayed: `value`")
	fs.StringVar(&f.crashReproducer, "mlir-pass-pipeline-crash-reproducer", "",
		"write the IR and the pipeline to `filename` if a pass fails")
	fs.BoolVar(&f.localReproducer, "mlir-pass-pipeline-local-reproducer", false,
		"let a reproducer hold just the pass that fails, on one thread")
	fs.StringVar(&f.generateReproducer, "mlir-generate-reproducer", "", "write the IR and the pipeline to `filename`")
	fs.BoolVar(&f.runReproducer, "run-reproducer", false, "run the pipeline of the reproducer that the input is")
	for _, p := range cfg.Passes {
		fs.Var(passFlag{p.Name, f}, p.Name, p.Summary)
	}
	for _, p := range cfg.Pipelines {
		fs.Var(passFlag{p.Name, f}, p.Name, p.Summary)
	}
}

// passFlag runs a pass or a named pipeline, as --name or --name='option=value ...'.
type passFlag struct {
	name  string
	flags *passFlags
}

func (f passFlag) String() string   { return "" }
func (f passFlag) IsBoolFlag() bool { return true }
func (f passFlag) Set(v string) error {
	if v == "true" {
		v = ""
	}
	f.flags.steps = append(f.flags.steps, stepFlag{f.name, v})
	return nil
}

var errBoth = errors.New("'-pass-pipeline' option can't be used with individual pass options")

// check refuses flags that cannot be right, whatever the input is.
func (f *passFlags) check(cfg Config) error {
	for _, name := range slices.Concat(f.irBefore, f.irAfter) {
		if f.registry.Pass(name) == nil {
			return fmt.Errorf("no pass is named '%s'%s", name, pass.Suggestion(name, f.passNames()))
		}
	}
	if f.localReproducer && f.crashReproducer == "" {
		return errors.New("--mlir-pass-pipeline-local-reproducer needs --mlir-pass-pipeline-crash-reproducer=<filename>")
	}
	if f.pipeline == nil && len(f.steps) == 0 {
		return nil
	}
	_, err := f.build(ir.NewContext(cfg.Dialects...), builtin.ModuleOp.Name)
	return err
}

func (f *passFlags) passNames() (names []string) {
	for _, p := range f.registry.Passes {
		names = append(names, p.Name)
	}
	return names
}

// build returns the pipeline that the flags describe, for a top-level operation, or nil when there is none.
func (f *passFlags) build(ctx *ir.Context, anchor string) (*pass.Pipeline, error) {
	switch {
	case f.pipeline != nil && len(f.steps) > 0:
		return nil, errBoth
	case f.pipeline != nil:
		return f.registry.Parse(*f.pipeline, ctx)
	case len(f.steps) == 0:
		return nil, nil
	}
	p := pass.NewPipeline(anchor)
	for _, s := range f.steps {
		if err := f.registry.Append(p, s.name, s.options); err != nil {
			return nil, err
		}
	}
	return p, p.Check(ctx)
}

// needsOneThread reports whether something is asked for that is only right when passes run one after the other.
func (f *passFlags) needsOneThread() bool { return f.irModuleScope || f.localReproducer }

package passflags

import (
	"errors"
	"flag"
	"io"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/pass/timing"
)

// Run has the flags about the passes that run and about their reports.
type Run struct {
	registry *pass.Registry
	pipeline Pipeline
	steps    []stepFlag // passes and pipelines given as flags, in their order
	ir       IR
	rewrites rewrites

	statistics                          bool
	statisticsDisplay                   string
	crashReproducer, generateReproducer string
	localReproducer, runReproducer      bool
}

// stepFlag is a pass or a named pipeline that was given as a flag, with the text of its options.
type stepFlag struct{ name, options string }

// Register adds the flags. Each pass and pipeline of the registry is one.
func (f *Run) Register(fs *flag.FlagSet, registry *pass.Registry) {
	f.registry = registry
	f.pipeline.Register(fs)
	f.ir.Register(fs)
	f.statisticsDisplay = "pipeline"
	fs.BoolVar(&f.statistics, "mlir-pass-statistics", false, "display what passes count")
	fs.Var(cli.NewWords(&f.statisticsDisplay, [2]string{"list", "the sums of each pass, sorted by name"},
		[2]string{"pipeline", "as the passes are nested"}), "mlir-pass-statistics-display",
		"arrange statistics as `value`")
	fs.StringVar(&f.crashReproducer, "mlir-pass-pipeline-crash-reproducer", "",
		"write the IR and the pipeline to `filename` if a pass fails")
	fs.BoolVar(&f.localReproducer, "mlir-pass-pipeline-local-reproducer", false,
		"let a reproducer hold just the pass that fails, on one thread")
	fs.StringVar(&f.generateReproducer, "mlir-generate-reproducer", "", "write the IR and the pipeline to `filename`")
	fs.BoolVar(&f.runReproducer, "run-reproducer", false, "run the pipeline that the input, a reproducer, contains")
	for _, p := range registry.Passes {
		fs.Var(passFlag{p.Name, f}, p.Name, p.Summary)
	}
	for _, p := range registry.Pipelines {
		fs.Var(passFlag{p.Name, f}, p.Name, p.Summary)
	}
	f.rewrites.register(fs)
}

// passFlag runs a pass or a named pipeline, as --name or --name='option=value ...'.
type passFlag struct {
	name  string
	flags *Run
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

// Check returns an error for flags that are wrong for any input. A pipeline of flags must fit an operation named
// anchor; dialects are those of its operations.
func (f *Run) Check(dialects []*ir.Dialect, anchor string) error {
	if err := f.ir.Check(f.registry); err != nil {
		return err
	}
	if f.localReproducer && f.crashReproducer == "" {
		return errors.New("--mlir-pass-pipeline-local-reproducer needs --mlir-pass-pipeline-crash-reproducer=<filename>")
	}
	if f.pipeline.Text == nil && len(f.steps) == 0 {
		return nil
	}
	_, err := f.build(ir.NewContext(dialects...), anchor)
	return err
}

// build returns the pipeline of the flags for a top-level operation, or nil if there is none.
func (f *Run) build(ctx *ir.Context, anchor string) (*pass.Pipeline, error) {
	switch {
	case f.pipeline.Text != nil && len(f.steps) > 0:
		return nil, errBoth
	case f.pipeline.Text != nil:
		return f.registry.Parse(*f.pipeline.Text, ctx)
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

// needsOneThread reports whether a flag requires that passes run one after the other.
func (f *Run) needsOneThread() bool {
	return f.ir.ModuleScope || f.localReproducer || f.rewrites.active()
}

// Timing has the flags about execution times.
type Timing struct {
	on              bool
	display, format string
}

// Register adds the flags.
func (f *Timing) Register(fs *flag.FlagSet) {
	f.display, f.format = "tree", "text"
	fs.BoolVar(&f.on, "mlir-timing", false, "display execution times")
	fs.Var(cli.NewWords(&f.display, [2]string{"list", "a list, the longest first"},
		[2]string{"tree", "as the passes are nested"}), "mlir-timing-display", "arrange execution times as `value`")
	fs.Var(cli.NewWords(&f.format, [2]string{"text", "for people"}, [2]string{"json", "for programs"}),
		"mlir-output-format", "print execution times as `value`")
}

// Start returns a running timer, or nil if no times are requested, and a function that stops it and prints the times.
func (f *Timing) Start(w io.Writer) (timer *timing.Timer, done func()) {
	if !f.on {
		return nil, func() {}
	}
	timer = timing.New("root")
	stop := timer.Start()
	writers := map[[2]string]func(io.Writer) error{
		{"tree", "text"}: timer.WriteTree, {"list", "text"}: timer.WriteList,
		{"tree", "json"}: timer.WriteTreeJSON, {"list", "json"}: timer.WriteListJSON,
	}
	return timer, func() {
		stop()
		_ = writers[[2]string{f.display, f.format}](w)
	}
}

package opt

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/tools/cli"
)

// options are the tool's flags. Their names are mlir-opt's; one dash or two are the same.
type options struct {
	input, output     string
	split             splitFlag
	outputMarker      string
	verifyDiagnostics bool
	onlyExpected      bool
	verify            bool
	allowUnregistered bool
	threads           int
	showDialects      bool
	listPasses        bool
	printAfterAll     bool
	pipeline          *pass.Pipeline
	parsing           text.ParseOptions
	printing          text.Options
}

// splitFlag is --split-input-file, with an optional marker.
type splitFlag struct {
	set    bool
	marker string
}

const defaultMarker = "// -----"

func (s *splitFlag) String() string   { return s.marker }
func (s *splitFlag) IsBoolFlag() bool { return true }
func (s *splitFlag) Set(v string) error {
	switch v {
	case "true":
		s.set, s.marker = true, defaultMarker
	case "false":
		s.set = false
	default:
		s.set, s.marker = true, v
	}
	return nil
}

// diagnosticsFlag is --verify-diagnostics, with an optional mode.
type diagnosticsFlag struct{ o *options }

func (d diagnosticsFlag) String() string   { return "" }
func (d diagnosticsFlag) IsBoolFlag() bool { return true }
func (d diagnosticsFlag) Set(v string) error {
	switch v {
	case "true", "all":
		d.o.verifyDiagnostics = true
	case "only-expected":
		d.o.verifyDiagnostics, d.o.onlyExpected = true, true
	case "false":
		d.o.verifyDiagnostics = false
	default:
		return fmt.Errorf("expected all or only-expected")
	}
	return nil
}

func parseFlags(cfg Config, args []string, stdout io.Writer) (*options, error) {
	o := &options{verify: true}
	fs := flag.NewFlagSet(cfg.Name, flag.ContinueOnError)
	pr := &o.printing
	fs.StringVar(&o.output, "o", "-", "write the output to `file`")
	fs.Var(&o.split, "split-input-file", "process the parts between `marker` lines (default \"// -----\") independently")
	fs.StringVar(&o.outputMarker, "output-split-marker", defaultMarker, "print `marker` between the outputs of parts")
	fs.Var(diagnosticsFlag{o}, "verify-diagnostics", "check diagnostics against expected-* comments; `mode` all or only-expected")
	fs.BoolVar(&o.verify, "verify-each", true, "verify after reading and after each pass")
	fs.BoolVar(&o.allowUnregistered, "allow-unregistered-dialect", false, "accept operations of unknown dialects")
	fs.BoolVar(&o.showDialects, "show-dialects", false, "list the dialects and exit")
	fs.BoolVar(&o.parsing.NoImplicitModule, "no-implicit-module", false, "do not wrap the input in a module")
	threading := fs.Bool("mlir-disable-threading", false, "use one thread")
	fs.BoolVar(&pr.Generic, "mlir-print-op-generic", false, "print the generic form")
	fs.BoolVar(&pr.DebugInfo, "mlir-print-debuginfo", false, "print locations")
	fs.BoolVar(&pr.PrettyDebugInfo, "mlir-pretty-debuginfo", false, "print locations in a short form")
	fs.BoolVar(&pr.LocalScope, "mlir-print-local-scope", false, "print without aliases")
	fs.BoolVar(&pr.UniqueSSANumbers, "mlir-print-unique-ssa-ids", false, "give values of nested regions different numbers")
	fs.BoolVar(&pr.SkipRegions, "mlir-print-skip-regions", false, "print {...} instead of regions")
	fs.BoolVar(&pr.ValueUsers, "mlir-print-value-users", false, "print the users of values as comments")
	fs.IntVar(&pr.HexIfLarger, "mlir-print-elementsattrs-with-hex-if-larger", 0, "print dense data of more than `n` elements in hexadecimal; -1 never does")
	fs.IntVar(&pr.ElideIfLarger, "mlir-elide-elementsattrs-if-larger", 0, "leave out dense data of more than `n` elements")
	fs.IntVar(&pr.ElideResourcesIfLarger, "mlir-elide-resource-strings-if-larger", 0, "leave out resources of more than `n` characters")
	fs.BoolVar(&o.listPasses, "list-passes", false, "list the passes with their options and exit")
	fs.BoolVar(&o.printAfterAll, "mlir-print-ir-after-all", false, "print the IR to standard error after each pass")
	pipelineText := fs.String("pass-pipeline", "", "run the passes of `pipeline`, such as builtin.module(a,b{option=1})")
	var steps []string
	for _, p := range cfg.Passes {
		fs.Var(passFlag{p, &steps}, p.Name, p.Summary)
	}
	var err error
	if o.input, err = cli.Parse(fs, args, stdout, cfg.Name+" reads, verifies, transforms and prints textual IR."); err != nil {
		return nil, err
	}
	if err := o.setPipeline(*pipelineText, steps, cfg.Passes); err != nil {
		return nil, err
	}
	if *threading {
		o.threads = 1
	}
	return o, nil
}

// passFlag runs a pass as --name or --name='option=value ...'.
type passFlag struct {
	pass  *pass.Pass
	steps *[]string
}

func (f passFlag) String() string   { return "" }
func (f passFlag) IsBoolFlag() bool { return true }
func (f passFlag) Set(v string) error {
	step := f.pass.Name
	if v != "true" {
		step += "{" + v + "}"
	}
	if a := f.pass.Anchor; a != "" && a != moduleName {
		step = a + "(" + step + ")"
	}
	*f.steps = append(*f.steps, step)
	return nil
}

const moduleName = "builtin.module"

// setPipeline takes over a pipeline's text, or the passes that were given as flags, in their order.
func (o *options) setPipeline(text string, steps []string, passes []*pass.Pass) (err error) {
	if text != "" && len(steps) > 0 {
		return fmt.Errorf("--pass-pipeline cannot be used together with passes as flags")
	}
	if len(steps) > 0 {
		text = moduleName + "(" + strings.Join(steps, ",") + ")"
	}
	if text != "" {
		o.pipeline, err = pass.ParsePipeline(text, passes)
	}
	return err
}

func listPasses(w io.Writer, passes []*pass.Pass) {
	for _, p := range passes {
		fmt.Fprintf(w, "--%s: %s\n", p.Name, p.Summary)
		for _, o := range pass.OptionsOf(p) {
			fmt.Fprintf(w, "    %s (%s, default %v): %s\n", o.Name, o.Type, o.Default, o.Help)
		}
	}
}

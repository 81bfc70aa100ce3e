package opt

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/inputflags"
	"github.com/girih-ir/girih/internal/tools/passflags"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass"
)

// options are the tool's flags. Their names are mlir-opt's; one dash or two are the same.
type options struct {
	input, output     string
	in                inputflags.Flags
	verify            bool
	allowUnregistered bool
	disableThreading  bool
	threads           int
	showDialects      bool
	listPasses        bool
	report            chosenReport
	passes            passflags.Run
	timing            passflags.Timing
	parsing           text.ParseOptions
	printing          text.Options
	showOperations    bool // in notes on errors
}

func parseFlags(cfg Config, args []string, stdout io.Writer) (*options, error) {
	o := &options{}
	registry := &pass.Registry{Passes: cfg.Passes, Pipelines: cfg.Pipelines}
	fs := flag.NewFlagSet(cfg.Name, flag.ContinueOnError)
	fs.StringVar(&o.output, "o", "-", "write the output to `filename`")
	o.in.Register(fs, "// -----")
	fs.BoolVar(&o.verify, "verify-each", true, "verify after reading and after each pass")
	fs.BoolVar(&o.allowUnregistered, "allow-unregistered-dialect", false, "accept operations of unknown dialects")
	fs.BoolVar(&o.showDialects, "show-dialects", false, "print the list of dialects and exit")
	fs.BoolVar(&o.listPasses, "list-passes", false, "print the list of passes with their options and exit")
	fs.BoolVar(&o.parsing.NoImplicitModule, "no-implicit-module", false, "do not wrap the input in a module")
	fs.BoolVar(&o.disableThreading, "mlir-disable-threading", false, "use one thread, whatever --threads says")
	fs.IntVar(&o.threads, "threads", 0, "use at most `n` threads; 0 stands for one for each core")
	registerReports(fs, cfg.Reports, &o.report)
	o.printingFlags(fs)
	o.timing.Register(fs)
	o.passes.Register(fs, registry)
	var err error
	if o.input, err = cli.ParseWith(fs, args, func() error { return writeHelp(stdout, cfg, fs, registry) }); err != nil {
		return nil, err
	}
	if o.threads < 0 {
		return nil, fmt.Errorf("--threads must not be negative, but is %d", o.threads)
	}
	if o.disableThreading {
		o.threads = 1
	}
	return o, o.passes.Check(cfg.Dialects, builtin.ModuleOp.Name)
}

// writeHelp prints --help: the dialects, the flags, and the passes and pipelines as they are registered.
func writeHelp(w io.Writer, cfg Config, fs *flag.FlagSet, registry *pass.Registry) error {
	steps := registry.Names()
	overview := fmt.Sprintf("%s reads, verifies, transforms and prints textual IR\n\nAvailable Dialects: %s", cfg.Name,
		strings.Join(dialectNames(cfg), ", "))
	general := cli.FlagEntries(fs, func(f *flag.Flag) bool { return !slices.Contains(steps, f.Name) })
	return cli.WriteHelp(w, cfg.Name, overview, append([]cli.Section{{Title: "General options", Entries: general}},
		passflags.Sections(registry)...)...)
}

func dialectNames(cfg Config) (names []string) {
	for _, d := range ir.NewContext(cfg.Dialects...).Dialects() {
		names = append(names, d.Name)
	}
	return names
}

// printingFlags are the flags about printing the IR.
func (o *options) printingFlags(fs *flag.FlagSet) {
	pr := &o.printing
	fs.BoolVar(&pr.Generic, "mlir-print-op-generic", false, "print the generic form")
	fs.BoolVar(&pr.DebugInfo, "mlir-print-debuginfo", false, "print locations")
	fs.BoolVar(&pr.PrettyDebugInfo, "mlir-pretty-debuginfo", false, "print locations in a short form")
	fs.BoolVar(&pr.LocalScope, "mlir-print-local-scope", false, "print without aliases")
	fs.BoolVar(&pr.UniqueSSANumbers, "mlir-print-unique-ssa-ids", false, "give values of nested regions different numbers")
	fs.BoolVar(&pr.SkipRegions, "mlir-print-skip-regions", false, "print {...} instead of regions")
	fs.BoolVar(&pr.NameLocAsPrefix, "mlir-use-nameloc-as-prefix", false, "name values as the names in their locations")
	fs.BoolVar(&o.parsing.KeepNames, "keep-names", false,
		"keep the names of values where text gives no location; --mlir-use-nameloc-as-prefix prints them")
	fs.BoolVar(&o.showOperations, "mlir-print-op-on-diagnostic", false,
		"print the operation that an error is about in a note; mlir-opt does by default")
	fs.BoolVar(&pr.ValueUsers, "mlir-print-value-users", false, "print the users of values as comments")
	fs.IntVar(&pr.HexIfLarger, "mlir-print-elementsattrs-with-hex-if-larger", 0,
		"print dense data of more than `n` elements in hexadecimal, by default 100; -1 never does")
	fs.IntVar(&pr.ElideIfLarger, "mlir-elide-elementsattrs-if-larger", 0, "leave out dense data of more than `n` elements")
	fs.IntVar(&pr.ElideResourcesIfLarger, "mlir-elide-resource-strings-if-larger", 0,
		"leave out resources of more than `n` characters")
}

package opt

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// writeHelp prints --help: the dialects, the flags, and the passes and pipelines as they are registered.
func writeHelp(w io.Writer, cfg Config, fs *flag.FlagSet) error {
	steps := make(map[string]bool)
	for _, name := range (&pass.Registry{Passes: cfg.Passes, Pipelines: cfg.Pipelines}).Names() {
		steps[name] = true
	}
	overview := fmt.Sprintf("%s reads, verifies, transforms and prints textual IR\n\nAvailable Dialects: %s", cfg.Name,
		strings.Join(dialectNames(cfg), ", "))
	general := cli.FlagEntries(fs, func(f *flag.Flag) bool { return !steps[f.Name] })
	return cli.WriteHelp(w, cfg.Name, overview, append([]cli.Section{{Title: "General options", Entries: general}},
		passSections(cfg)...)...)
}

// passSections returns the passes and the named pipelines, with their options.
func passSections(cfg Config) []cli.Section {
	passes := cli.Section{Title: "Passes"}
	for _, p := range cfg.Passes {
		passes.Entries = append(passes.Entries, stepEntries(p.Name, p.Summary, pass.OptionsOf(p))...)
	}
	sections := []cli.Section{passes}
	if len(cfg.Pipelines) > 0 {
		pipelines := cli.Section{Title: "Pass Pipelines"}
		for _, p := range cfg.Pipelines {
			pipelines.Entries = append(pipelines.Entries, stepEntries(p.Name, p.Summary, p.OptionsOf())...)
		}
		sections = append(sections, pipelines)
	}
	return sections
}

// stepEntries returns the lines of a pass or pipeline and of its options.
func stepEntries(name, summary string, options []pass.Option) []cli.Entry {
	out := []cli.Entry{{Indent: 2, Usage: "--" + name, Help: "  " + summary}}
	for _, o := range options {
		usage := "--" + o.Name
		switch {
		case o.Values != nil:
			usage += "=<value>"
		case o.List:
			usage += "=<" + listName(o.Type) + ">"
		case o.Type != "":
			usage += "=<" + o.Type + ">"
		}
		help := o.Help
		if text := fmt.Sprint(o.Default); !o.List && text != "" && text != "false" {
			help += fmt.Sprintf(" (default: %s)", text)
		}
		out = append(out, cli.Entry{Indent: 4, Usage: usage, Help: help})
		for _, v := range o.Values {
			out = append(out, cli.Entry{Indent: 4, Usage: "=" + v})
		}
	}
	return out
}

func listName(element string) string {
	if element == "" {
		element = "bool"
	}
	return element + ",..."
}

// listPasses prints --list-passes.
func listPasses(w io.Writer, cfg Config) error { return cli.WriteSections(w, passSections(cfg)...) }

func dialectNames(cfg Config) (names []string) {
	for _, d := range ir.NewContext(cfg.Dialects...).Dialects() {
		names = append(names, d.Name)
	}
	return names
}

func showDialects(w io.Writer, cfg Config) {
	fmt.Fprintln(w, "Available Dialects: "+strings.Join(dialectNames(cfg), ","))
}

package passflags

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/pass"
)

// Sections returns the sections of --help about the passes and the named pipelines, with their options.
func Sections(r *pass.Registry) []cli.Section {
	passes := cli.Section{Title: "Passes"}
	for _, p := range r.Passes {
		passes.Entries = append(passes.Entries, stepEntries(p.Name, p.Summary, pass.OptionsOf(p))...)
	}
	sections := []cli.Section{passes}
	if len(r.Pipelines) > 0 {
		pipelines := cli.Section{Title: "Pass Pipelines"}
		for _, p := range r.Pipelines {
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
		usage, help := "--"+o.Name, o.Help
		if o.Type == "int" && o.Values != nil { // on the same line, since numbers need no explanation
			help += ": " + strings.Join(o.Values, ", ")
			o.Values = nil
		}
		switch {
		case o.Values != nil:
			usage += "=<value>"
		case o.List:
			usage += "=<" + listName(o.Type) + ">"
		case o.Type != "":
			usage += "=<" + o.Type + ">"
		}
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

package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// Choice is implemented by flag values that accept only certain words; --help lists them.
type Choice interface {
	flag.Value
	// Choices returns the words and what they mean.
	Choices() [][2]string
}

// Entry is a line of --help: a syntax and its description.
type Entry struct {
	Indent int
	Usage  string // such as "--threads=<int>"
	Help   string
}

// Section is a group of entries under a title.
type Section struct {
	Title   string
	Entries []Entry
}

// WriteHelp writes the --help text of a tool, in the layout of LLVM's tools.
func WriteHelp(w io.Writer, tool, overview string, sections ...Section) error {
	_, err := fmt.Fprintf(w, "OVERVIEW: %s\n\nUSAGE: %s [options] <input file>\n\nOPTIONS:\n", overview, tool)
	return errors.Join(err, WriteSections(w, sections...))
}

// WriteSections writes groups of entries, with the descriptions in one column.
func WriteSections(w io.Writer, sections ...Section) error {
	width := 0
	for _, s := range sections {
		for _, e := range s.Entries {
			width = max(width, e.Indent+len(e.Usage))
		}
	}
	var b strings.Builder
	for _, s := range sections {
		fmt.Fprintf(&b, "\n%s:\n\n", s.Title)
		for _, e := range s.Entries {
			line := fmt.Sprintf("%*s%-*s", e.Indent, "", width-e.Indent, e.Usage)
			if e.Help != "" {
				line += " - " + e.Help
			}
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// FlagEntries returns an entry for each flag that keep wants; a nil keep wants all.
func FlagEntries(fs *flag.FlagSet, keep func(*flag.Flag) bool) (out []Entry) {
	fs.VisitAll(func(f *flag.Flag) {
		if keep != nil && !keep(f) {
			return
		}
		placeholder, help := flag.UnquoteUsage(f)
		usage := dashes(f.Name) + f.Name
		switch b, ok := f.Value.(interface{ IsBoolFlag() bool }); {
		case ok && b.IsBoolFlag() && strings.Contains(f.Usage, "`"):
			usage += "[=<" + placeholder + ">]"
		case ok && b.IsBoolFlag():
		default:
			usage += "=<" + placeholder + ">"
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" {
			help += fmt.Sprintf(" (default: %s)", f.DefValue)
		}
		out = append(out, Entry{2, usage, help})
		if c, ok := f.Value.(Choice); ok {
			for _, choice := range c.Choices() {
				out = append(out, Entry{4, "=" + choice[0], "  " + choice[1]})
			}
		}
	})
	return out
}

// dashes returns the dashes before a flag's name: one before a letter, two before a word.
func dashes(name string) string {
	if len(name) == 1 {
		return "-"
	}
	return "--"
}

// Words is a flag with one of several values.
type Words struct {
	value   *string
	choices [][2]string
}

// NewWords returns a flag that sets *value to the first word of one of the choices; the second words are descriptions.
func NewWords(value *string, choices ...[2]string) *Words { return &Words{value, choices} }

// String returns the value.
func (c *Words) String() string {
	if c.value == nil {
		return ""
	}
	return *c.value
}

// Set refuses other words.
func (c *Words) Set(v string) error {
	var words []string
	for _, choice := range c.choices {
		if choice[0] == v {
			*c.value = v
			return nil
		}
		words = append(words, choice[0])
	}
	return fmt.Errorf("expected one of %s", strings.Join(words, ", "))
}

// Choices returns the words and what they mean.
func (c *Words) Choices() [][2]string { return c.choices }

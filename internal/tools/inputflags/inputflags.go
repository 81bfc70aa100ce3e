// Package inputflags has the flags about inputs that tile-opt and tile-translate share, with mlir-opt's names:
// --split-input-file splits the input into parts, --verify-diagnostics compares the diagnostics of each part with the
// comments in it.
//
// Package internal/tools/expected reads and compares these comments.
package inputflags

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/girih-ir/girih/internal/tools/expected"
	"github.com/girih-ir/girih/ir"
)

// Flags are the values of the flags.
type Flags struct {
	// Verify says that comments expect diagnostics, OnlyExpected that other diagnostics are ignored.
	Verify, OnlyExpected bool
	// OutputMarker is the line between the outputs of parts.
	OutputMarker string

	split splitFlag
}

const defaultMarker = "// -----"

// Register declares the flags. outputMarker is the default marker between outputs.
func (f *Flags) Register(fs *flag.FlagSet, outputMarker string) {
	fs.Var(&f.split, "split-input-file", "process the parts between `marker` lines independently")
	fs.StringVar(&f.OutputMarker, "output-split-marker", outputMarker, "print `marker` between the outputs of parts")
	fs.Var(diagnosticsFlag{f}, "verify-diagnostics", "check that diagnostics match the expected-* comments")
}

// Sources returns the parts of an input, or the whole input if it is not split. The name "-" is standard input.
func (f *Flags) Sources(name string, text []byte) []*ir.Source {
	if name == "-" {
		name = "<stdin>"
	}
	src := &ir.Source{Name: name, Text: text}
	if !f.split.set {
		return []*ir.Source{src}
	}
	return src.Split(f.split.marker)
}

// Check compares the diagnostics of a source with its comments, writes the differences, and reports whether there are
// none.
func (f *Flags) Check(ctx *ir.Context, src *ir.Source, diags []*ir.Diagnostic, w io.Writer) bool {
	mismatches, err := expected.Check(src, diags, f.OnlyExpected)
	if err != nil {
		fmt.Fprintln(w, err)
		return false
	}
	for _, m := range mismatches {
		io.WriteString(w, m.Render(ctx))
	}
	return len(mismatches) == 0
}

// splitFlag is --split-input-file, with an optional marker.
type splitFlag struct {
	set    bool
	marker string
}

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
type diagnosticsFlag struct{ f *Flags }

func (d diagnosticsFlag) String() string   { return "" }
func (d diagnosticsFlag) IsBoolFlag() bool { return true }

// Choices lists the modes for --help.
func (d diagnosticsFlag) Choices() [][2]string {
	return [][2]string{
		{"all", "check all diagnostics: expected, unexpected, near misses"},
		{"only-expected", "check only expected diagnostics"},
	}
}

func (d diagnosticsFlag) Set(v string) error {
	switch v {
	case "true", "all":
		d.f.Verify = true
	case "only-expected":
		d.f.Verify, d.f.OnlyExpected = true, true
	case "false":
		d.f.Verify = false
	default:
		return errors.New("expected all or only-expected")
	}
	return nil
}

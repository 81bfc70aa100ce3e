package cli_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/internal/tools/cli"
)

func TestFlagsMayStandOnBothSidesOfTheInput(t *testing.T) {
	tests := []struct {
		args, input, message string
		n                    int
	}{
		{"", "-", "", 0},
		{"-n 3 a.mlir", "a.mlir", "", 3},
		{"a.mlir --n=3", "a.mlir", "", 3},
		{"- -n 3", "-", "", 3},
		{"a.mlir -n 3 b.mlir", "", "too many input files: a.mlir, b.mlir", 3},
		{"a.mlir -m", "", "flag provided but not defined: -m; see --help", 0},
		{"--numbr 3", "", "flag provided but not defined: -numbr (did you mean --number?); see --help", 0},
		{"-n x", "", "invalid value", 0},
	}
	for _, tt := range tests {
		fs := flag.NewFlagSet("tool", flag.ContinueOnError)
		n := fs.Int("n", 0, "a number")
		fs.Int("number", 0, "another number")
		input, err := cli.Parse(fs, strings.Fields(tt.args), &bytes.Buffer{}, "does things")
		if tt.message != "" {
			if err == nil || !strings.Contains(err.Error(), tt.message) {
				t.Errorf("%s: error %v", tt.args, err)
			}
			continue
		}
		if err != nil || input != tt.input || *n != tt.n {
			t.Errorf("%s: %q, %d, %v", tt.args, input, *n, err)
		}
	}
}

func TestHelpGoesToStandardOutput(t *testing.T) {
	fs := flag.NewFlagSet("tool", flag.ContinueOnError)
	fs.Int("n", 0, "a `number`")
	var out bytes.Buffer
	_, err := cli.Parse(fs, []string{"--help"}, &out, "does things")
	if !errors.Is(err, flag.ErrHelp) {
		t.Fatalf("error %v", err)
	}
	for _, s := range []string{"OVERVIEW: does things", "USAGE: tool", "-n=<number> - a number"} {
		if !strings.Contains(out.String(), s) {
			t.Errorf("%q is missing in:\n%s", s, out.String())
		}
	}
}

func TestReportShowsTheSourceOfDiagnosticsAndNamesTheToolOtherwise(t *testing.T) {
	var out bytes.Buffer
	ctx := girih.NewContext()
	_, err := girih.ParseIn(ctx, "<stdin>", []byte("module {\n  tile.bogus\n}\n"))
	err = cli.Locate(ctx, err)
	cli.Report(&out, "tool", err)
	if want := "<stdin>:2:3: error: custom op 'tile.bogus' is unknown\n  tile.bogus\n  ^\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	out.Reset()
	several := fmt.Errorf("no tool: %w; %w", errors.New("one is old"), errors.New("one is broken"))
	cli.Report(&out, "tool", errors.Join(several, errors.New("and that")))
	if want := "tool: error: no tool: one is old; one is broken\ntool: error: and that\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

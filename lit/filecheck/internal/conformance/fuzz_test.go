package conformance_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/girih-ir/girih/lit/filecheck"
)

// addCases adds the written cases, and some generated and mutated ones, to a fuzz target.
func addCases(f *testing.F, add func(c fileCase)) {
	f.Helper()
	cases := written(f)
	for seed := uint64(1); seed <= 40; seed++ {
		c := generate(seed)
		cases = append(cases, c, mutate(seed, c), generateRegex(seed))
	}
	for _, c := range cases {
		add(c)
	}
}

// optionBits makes options from the bits of a number.
func optionBits(bits uint16) filecheck.Options {
	on := func(bit int) bool { return bits&(1<<bit) != 0 }
	return filecheck.Options{
		StrictWhitespace: on(0), MatchFullLines: on(1), IgnoreCase: on(2), VarScope: on(3), AllowEmpty: on(4),
		AllowDagOverlap: on(5), Annotate: on(6), Verbosity: filecheck.Verbosity(bits >> 7 % 3),
	}
}

// parseQuickly parses a check file. This must not take long, and an error must have a position.
func parseQuickly(t *testing.T, text []byte, options filecheck.Options) *filecheck.Checks {
	t.Helper()
	start := time.Now()
	checks, err := filecheck.Parse("check", text, options)
	if took := time.Since(start); took > 10*time.Second {
		t.Fatalf("parsing takes %v", took)
	}
	var syntax *filecheck.SyntaxError
	if err == nil {
		return checks
	}
	if !errors.As(err, &syntax) || len(syntax.Diagnostics) == 0 || syntax.ExitCode != 1 && syntax.ExitCode != 2 {
		t.Fatalf("not an error that can be shown: %v", err)
	}
	if err := filecheck.WriteDiagnostics(io.Discard, syntax.Diagnostics, true); err != nil {
		t.Fatal(err)
	}
	return nil
}

// FuzzDirectives parses check files.
func FuzzDirectives(f *testing.F) {
	addCases(f, func(c fileCase) { f.Add([]byte(c.Check), "CHECK", "COM", uint16(len(c.Check))) })
	f.Fuzz(func(t *testing.T, check []byte, prefix, comment string, bits uint16) {
		options := optionBits(bits)
		options.Prefixes, options.CommentPrefixes = []string{prefix}, []string{comment}
		parseQuickly(t, check, options)
	})
}

// FuzzPatterns parses one pattern, as a directive, an implicit pattern and a definition.
func FuzzPatterns(f *testing.F) {
	addCases(f, func(c fileCase) {
		for line := range strings.Lines(c.Check) {
			if _, pattern, found := strings.Cut(line, ":"); found {
				f.Add(strings.TrimSpace(pattern), uint16(len(c.Check)))
			}
		}
	})
	f.Fuzz(func(t *testing.T, pattern string, bits uint16) {
		options := optionBits(bits)
		parseQuickly(t, []byte("CHECK: "+pattern+"\nCHECK-NOT:"+pattern), options)
		options.ImplicitNot = []string{pattern}
		parseQuickly(t, []byte("CHECK: a"), options)
		options.Defines = []string{pattern, "#X=" + pattern}
		parseQuickly(t, []byte("CHECK: a"), options)
	})
}

// FuzzRuns checks inputs. Checks must not panic and must end, and every failure must have an error.
func FuzzRuns(f *testing.F) {
	addCases(f, func(c fileCase) { f.Add([]byte(c.Check), []byte(c.Input), uint16(len(c.Check))) })
	f.Fuzz(func(t *testing.T, check, input []byte, bits uint16) {
		checks := parseQuickly(t, check, optionBits(bits))
		if checks == nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		result, err := checks.Run(ctx, "input", input)
		if errors.As(err, new(filecheck.EmptyInputError)) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		failed := false
		for _, d := range result.Diagnostics {
			failed = failed || d.Severity == filecheck.Error
		}
		if failed == result.OK {
			t.Fatalf("verdict %v, errors %v", result.OK, failed)
		}
		if err := filecheck.WriteDiagnostics(io.Discard, result.Diagnostics, false); err != nil {
			t.Fatal(err)
		}
		for _, a := range result.Annotations {
			if a.Input.Start > a.Input.End || a.Input.End > len(result.Input.Text) {
				t.Fatalf("annotation of %d to %d in %d bytes", a.Input.Start, a.Input.End, len(result.Input.Text))
			}
		}
	})
}

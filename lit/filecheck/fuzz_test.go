package filecheck

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/girih-ir/girih/lit/filecheck/internal/corpus"
)

// addCases adds the written cases, and some generated and mutated ones, to a fuzz target.
func addCases(f *testing.F, add func(c corpus.Case)) {
	f.Helper()
	cases, err := corpus.Read("testdata")
	if err != nil {
		f.Fatal(err)
	}
	for seed := uint64(1); seed <= 40; seed++ {
		c := corpus.Generate(seed)
		cases = append(cases, c, corpus.Mutate(seed, c), corpus.GenerateRegex(seed))
	}
	for _, c := range cases {
		add(c)
	}
}

// optionBits makes options from the bits of a number.
func optionBits(bits uint16) Options {
	on := func(bit int) bool { return bits&(1<<bit) != 0 }
	return Options{
		StrictWhitespace: on(0), MatchFullLines: on(1), IgnoreCase: on(2), VarScope: on(3), AllowEmpty: on(4),
		AllowDagOverlap: on(5), Annotate: on(6), Verbosity: Verbosity(bits >> 7 % 3),
	}
}

// parseQuickly parses a check file. This must not take long, and an error must have a position.
func parseQuickly(t *testing.T, text []byte, options Options) *Checks {
	t.Helper()
	start := time.Now()
	checks, err := Parse("check", text, options)
	if took := time.Since(start); took > 10*time.Second {
		t.Fatalf("parsing takes %v", took)
	}
	var syntax *SyntaxError
	if err == nil {
		return checks
	}
	if !errors.As(err, &syntax) || len(syntax.Diagnostics) == 0 || syntax.ExitCode != 1 && syntax.ExitCode != 2 {
		t.Fatalf("not an error that can be shown: %v", err)
	}
	if err := WriteDiagnostics(io.Discard, syntax.Diagnostics, true); err != nil {
		t.Fatal(err)
	}
	return nil
}

// FuzzDirectives parses check files.
func FuzzDirectives(f *testing.F) {
	addCases(f, func(c corpus.Case) { f.Add([]byte(c.Check), "CHECK", "COM", uint16(len(c.Check))) })
	f.Fuzz(func(t *testing.T, check []byte, prefix, comment string, bits uint16) {
		options := optionBits(bits)
		options.Prefixes, options.CommentPrefixes = []string{prefix}, []string{comment}
		parseQuickly(t, check, options)
	})
}

// FuzzPatterns parses one pattern, as a directive, an implicit pattern and a definition.
func FuzzPatterns(f *testing.F) {
	addCases(f, func(c corpus.Case) {
		checks, err := Parse("check", []byte(c.Check), Options{})
		if err != nil {
			return
		}
		for _, k := range checks.list {
			f.Add(k.pattern.at.String(), uint16(len(c.Check)))
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
	addCases(f, func(c corpus.Case) { f.Add([]byte(c.Check), []byte(c.Input), uint16(len(c.Check))) })
	f.Fuzz(func(t *testing.T, check, input []byte, bits uint16) {
		checks := parseQuickly(t, check, optionBits(bits))
		if checks == nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		result, err := checks.Run(ctx, "input", input)
		if errors.As(err, new(EmptyInputError)) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		failed := false
		for _, d := range result.Diagnostics {
			failed = failed || d.Severity == Error
		}
		if failed == result.OK {
			t.Fatalf("verdict %v, errors %v", result.OK, failed)
		}
		if err := WriteDiagnostics(io.Discard, result.Diagnostics, false); err != nil {
			t.Fatal(err)
		}
		for _, a := range result.Annotations {
			if a.Input.Start > a.Input.End || a.Input.End > len(result.Input.Text) {
				t.Fatalf("annotation of %d to %d in %d bytes", a.Input.Start, a.Input.End, len(result.Input.Text))
			}
		}
	})
}

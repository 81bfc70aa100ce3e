package script_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/girih-ir/girih/internal/lit/script"
)

func expand(t *testing.T, text string, limit int, list ...script.Substitution) ([]string, error) {
	t.Helper()
	s, err := script.Parse([]byte(text))
	if err != nil {
		return nil, err
	}
	commands, err := s.Expand(list, map[string]bool{"on": true}, limit)
	var lines []string
	for _, c := range commands {
		lines = append(lines, c.Text)
	}
	return lines, err
}

func TestLinesAreExpanded(t *testing.T) {
	own := []script.Substitution{script.Text("%s", "/x/a.mlir"), script.Text("%{two}", "%s %%")}
	for text, want := range map[string]string{
		"RUN: a %s":           "a /x/a.mlir",
		"// RUN: a %%s %%%%":  "a %s %%",
		"RUN: %{two}":         "%s %%", // both precede %{two} in the list
		"RUN: a \\\nx RUN: b": "a  b",
		"RUN: %(line)\nRUN: %(line+2) %(line - 1)":                   "1|4 1",
		"RUN: %if on %{y%} %else %{n%}":                              "y",
		"RUN: x%if off %{y%} %else %{n %s%}":                         "xn /x/a.mlir",
		"RUN: %if on %{%if off %{a%} %else %{b%}%}":                  "b",
		"RUN: %if off %{a%}":                                         "",
		"RUN: %iffy %}":                                              "%iffy %}",
		"RUN: %if":                                                   "%if",
		"DEFINE: %{d} = v w\nRUN: %{d}":                              "v w",
		"DEFINE: %{d} = 1\nRUN: %{d}\nREDEFINE: %{d} = 2\nRUN: %{d}": "1|2",
		"DEFINE: %{d} = %s\nRUN: %{d}":                               "/x/a.mlir",
		"RUN: a\nEND.\nRUN: b":                                       "a",
	} {
		got, err := expand(t, text, -1, own...)
		if err != nil || strings.Join(got, "|") != want {
			t.Errorf("%q: got %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestRecursionIsBounded(t *testing.T) {
	list := []script.Substitution{script.Text("%a", "%b"), script.Text("%x", "%a"), script.Text("%b", "c"),
		script.Text("%f", "%f%f")}
	if got, err := expand(t, "RUN: %x", 2, list...); err != nil || got[0] != "c" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := expand(t, "RUN: %f", 5, list...); err == nil || !strings.Contains(err.Error(), "after 5 repetitions") {
		t.Errorf("got %v", err)
	}
	if _, err := expand(t, "RUN: %f", 1000, list...); err == nil {
		t.Error("a line that doubles a thousand times was expanded")
	}
}

func TestErrorsNameTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"x": "the test has no RUN: line",
		"\nRUN: a \\": "line 2: the RUN: directive ends in a backslash, but no RUN: " +
			"line follows",
		"\nREQUIRES: (\nRUN: a": "line 2: REQUIRES: expected a name, ! or ( at column 2 of the " +
			"condition",
		"RUN: a\nXFAIL: a \\":                        "line 2: the XFAIL: directive ends in a backslash",
		"RUN: a\nALLOW_RETRIES: x":                   `line 2: ALLOW_RETRIES: needs an integer, not "x"`,
		"RUN: a\nDEFINE: x":                          "line 2: DEFINE: has no =",
		"RUN: a\nDEFINE: %x = y":                     `line 2: "%x" cannot be defined`,
		"RUN: a\n\nRUN: \xff":                        "line 3: the RUN: directive is not UTF-8 text",
		"RUN: a\nRUN: %if on %{":                     "line 2: %} is missing after %if",
		"RUN: a\nRUN: %if on x":                      "line 2: %{ is missing after %if",
		"RUN: a\nRUN: %if on %{ x %} %else":          "line 2: %{ is missing after %else",
		"RUN: a\nRUN: %if ( %{ x %}":                 "line 2: expected a name",
		"RUN: a\nREDEFINE: %{q} = 1":                 "line 2: %{q} is not defined",
		"RUN: a\nDEFINE: %{own} = 1":                 "line 2: %{own} is defined already",
		"RUN: %T":                                    "line 1: %T is no longer a substitution",
		"RUN: a\nALLOW_RETRIES: 1\nALLOW_RETRIES: 1": "more than one ALLOW_RETRIES:",
		"RUN: " + strings.Repeat("%if on %{ ", 300):  "nested too deeply",
	} {
		_, err := expand(t, text, -1, script.Text("%{own}", ""))
		var e *script.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: got %v, want %s", text, err, want)
		}
	}
}

func TestConditionsAreCollected(t *testing.T) {
	s, err := script.Parse([]byte(
		"REQUIRES: a, b && \\\nREQUIRES: c\nUNSUPPORTED: d\nXFAIL: *\nALLOW_RETRIES: 3\nRUN: x\n"))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"a", "b && c"}, s.Requires); d != "" {
		t.Error(d)
	}
	if len(s.Unsupported) != 1 || len(s.XFail) != 1 || s.Retries == nil || *s.Retries != 3 {
		t.Errorf("%+v", s)
	}
}

func TestRegularExpressionsReplaceLiterally(t *testing.T) {
	re, err := script.NewSubstitution(`%tool-[a-z]+\b`, `$1\1`)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := expand(t, "RUN: %tool-abc %tool-", -1, re); err != nil || got[0] != `$1\1 %tool-` {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := script.NewSubstitution("(", ""); err == nil {
		t.Error("a wrong expression was accepted")
	}
}

func FuzzExpand(f *testing.F) {
	for _, s := range []string{
		"RUN: a %s | b\n", "RUN: a \\\nRUN: b", "DEFINE: %{x} = %{x}\nRUN: %{x}",
		"REDEFINE: %{own} = %{own}%{own}\nRUN: %{own}",
		"RUN: %if on %{ a %} %else %{ %if off %{%} %}", "RUN: %(line+99999999999999999999)",
		"REQUIRES: a,\\\nREQUIRES: b\nRUN: c",
		"ALLOW_RETRIES: 1\nEND.\n", "RUN: %%%%s #_MARKER_#", "RUN: %if ", "XFAIL: {{", "RUN: \xff",
	} {
		f.Add(s)
	}
	list := []script.Substitution{script.Text("%s", "/a b/%t"), script.Text("%{own}", "%s"), script.Text("%t", "x")}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := script.Parse([]byte(text))
		lines := strings.Count(text, "\n") + 1
		var e *script.Error
		if err != nil {
			if !errors.As(err, &e) || e.Line > lines {
				t.Errorf("%v has no place", err)
			}
			return
		}
		for _, limit := range []int{-1, 3} {
			commands, err := s.Expand(list, map[string]bool{"on": true}, limit)
			if err != nil && (!errors.As(err, &e) || e.Line == 0 || e.Line > lines) {
				t.Errorf("%v has no place", err)
			}
			for _, c := range commands {
				if c.First < 1 || c.Last < c.First || c.Last > lines {
					t.Errorf("%+v is not in the file", c)
				}
			}
		}
	})
}

func ExampleScript_Expand() {
	s, err := script.Parse([]byte("// REQUIRES: gpu\n// RUN: tile-opt %s | \\\n// RUN:   filecheck %s\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	commands, err := s.Expand([]script.Substitution{script.Text("%s", "a.mlir")}, nil, -1)
	fmt.Println(s.Requires, commands[0].Location(), commands[0].Text, err)
	// Output: [gpu] RUN: from line 2 to 3 tile-opt a.mlir |    filecheck a.mlir <nil>
}

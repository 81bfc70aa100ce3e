package shell_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/girih-ir/girih/internal/lit/shell"
)

func TestLinesParseToTheirStructure(t *testing.T) {
	for line, want := range map[string]string{
		"a b  c":               "a b c",
		"a|b | c":              "a | b | c",
		"a && b || c; d & e":   "a && b || c ; d & e",
		"a>f 2>&1 <g":          "a > f 2>&1 < g",
		"a 2>>f &>g >&h >>i":   "a 2>>f &> g >& h >> i",
		"a12>f":                "a12 > f",
		"a 12>f":               "a 12>f",
		`a 'b c' "d\"e" f'g'h`: `a 'b c' 'd"e' fgh`,
		`a "x\$y\\z\w"`:        `a 'x$y\z\w'`,
		`a 'x\y'`:              `a 'x\y'`,
		`a b\ c \d`:            `a 'b c' '\d'`,
		"a *.x ?":              "a *.x ?",
		"a '*.x'":              "a '*.x'",
		"a ''":                 "a ''",
		"a it\"'\"s":           `a 'it'"'"'s'`,
		"! a":                  "'!' a",
		"a#b":                  "'a#b'",
	} {
		n, err := shell.Parse(line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if got := n.String(); got != want {
			t.Errorf("%s: got %s, want %s", line, got, want)
		}
	}
}

func TestOperatorsAssociateToTheLeft(t *testing.T) {
	n, err := shell.Parse("a || b && c")
	if err != nil {
		t.Fatal(err)
	}
	outer := n.(*shell.Sequence)
	inner := outer.Left.(*shell.Sequence)
	if outer.Op != "&&" || inner.Op != "||" {
		t.Errorf("got (a %s b) %s c", inner.Op, outer.Op)
	}
}

func TestUnquotedPatternsAreMarked(t *testing.T) {
	n, err := shell.Parse(`a *.x '*.x' x\*y b"c"*`)
	if err != nil {
		t.Fatal(err)
	}
	var globs []bool
	for _, w := range n.(*shell.Pipeline).Commands[0].Words {
		globs = append(globs, w.Glob)
	}
	if d := cmp.Diff([]bool{false, true, false, false, true}, globs); d != "" {
		t.Error(d)
	}
}

func TestErrorsNameTheColumn(t *testing.T) {
	for line, want := range map[string]string{
		"":            "column 1: a command is missing",
		"   ":         "column 4: a command is missing",
		"a |":         "column 4: a command is missing",
		"a &&":        "column 3: a command is missing after &&",
		"a ;; b":      "column 4: unexpected ;",
		"| a":         "column 1: unexpected |",
		"a > | b":     "column 3: a file is missing after >",
		"a >":         "column 3: a file is missing after >",
		"a 2>":        "column 3: a file is missing after >",
		"a > ''":      "column 3: a file is missing after >",
		"a 'b":        "column 3: the quote ' is not closed",
		`a "b`:        `column 3: the quote " is not closed`,
		`ä "b`:        `column 4: the quote " is not closed`,
		`a b\`:        `column 4: nothing follows the backslash`,
		`a x*'*'`:     `column 8: "x**" has pattern characters both in and outside of quotes`,
		"> a":         "column 1: unexpected >",
		"a && || b":   "column 6: unexpected ||",
		"a | && b":    "column 5: unexpected &&",
		"a 'b' | 'c":  "column 9: the quote ' is not closed",
		"a; b; c d |": "column 12: a command is missing",
	} {
		_, err := shell.Parse(line)
		var e *shell.SyntaxError
		if !errors.As(err, &e) || e.Line != line || err.Error() != want {
			t.Errorf("%q: got %v, want %s", line, err, want)
		}
	}
}

func TestQuotedWordsAreReadBack(t *testing.T) {
	for _, word := range []string{"", "a", "a b", "it's", `"`, `\`, `\x`, "$HOME", "*", "a;b|c&d>e<f", "ä", "\t", "!",
		"~", "{a,b}", "''"} {
		n, err := shell.Parse("x " + shell.Quote(word))
		if err != nil {
			t.Errorf("%q: %v", word, err)
			continue
		}
		got := n.(*shell.Pipeline).Commands[0].Words[1]
		if got != (shell.Word{Text: word}) {
			t.Errorf("%q is read as %+v", word, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`a 'b c' "d\"e" | f > g 2>&1 && h || i; j`, "a *.x x?y [a]", `a\ b \c`, "2>x", "a 2>x", "a &>x >&y <z <>w", `"`,
		"'", "\\", "a\\",
		"x*'*'", "'*'x", "not --crash a | env B=c d", "é→ \u00a0 a",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		n, err := shell.Parse(line)
		if err != nil {
			var e *shell.SyntaxError
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(line) {
				t.Errorf("%q: %v has no place", line, err)
			}
			return
		}
		if strings.ContainsRune(line, '\ufffd') || !utf8.ValidString(line) {
			return // invalid UTF-8 is not preserved
		}
		text := n.String()
		again, err := shell.Parse(text)
		if err != nil {
			t.Fatalf("%q prints as %q: %v", line, text, err)
		}
		if d := cmp.Diff(n, again); d != "" {
			t.Errorf("%q prints as %q, which is different:\n%s", line, text, d)
		}
	})
}

func ExampleParse() {
	n, err := shell.Parse(`tile-opt "my file" 2>&1 | not filecheck --check-prefix='A B'`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range n.(*shell.Pipeline).Commands {
		fmt.Println(c)
	}
	// Output:
	// tile-opt 'my file' 2>&1
	// not filecheck '--check-prefix=A B'
}

package boolexpr_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/lit/boolexpr"
)

var features = map[string]bool{"a": true, "b-1": true, "under_score": true, "e=quals": true,
	"target=x86_64-linux": true, "off": false}

func TestConditionsHaveTheirValue(t *testing.T) {
	for text, want := range map[string]bool{
		"a": true, "b-1": true, "under_score": true, "e=quals": true, "true": true, "false": false, "True": false,
		"off":      false,
		"a && b-1": true, "a && c": false, "c || a": true, "c || d": false, "!a": false, "!!a": true, "!c && !d": true,
		"(a)": true, "!(a && c)": true, "a && (c || b-1)": true, "c && c || a": true, "a || c && c": true, " a ": true,
		"a&&b-1":               true,
		"target={{x86_64-.+}}": true, "target={{x86_64}}": false, "{{a}}": true, "{{[ab]}}-1": true, "{{tr.e}}": true,
		"{{o}}ff":                         false,
		"t{{.}}rget={{x}}{{8}}6_64-linux": true, "{{a|zzz}}": true, "{{(}}a": false,
	} {
		got, err := boolexpr.Eval(text, features)
		if text == "{{(}}a" {
			if err == nil {
				t.Errorf("%s: no error", text)
			}
			continue
		}
		if err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
}

func TestErrorsNameTheColumn(t *testing.T) {
	for text, want := range map[string]string{
		"":                              `expected a name, ! or ( at column 1`,
		"a b":                           `unexpected "b" at column 3`,
		"a &&":                          `expected a name, ! or ( at column 5`,
		"a & b":                         `"& b" is neither a name nor an operator at column 3`,
		"(a":                            `expected ) at column 3`,
		"a)":                            `unexpected ")" at column 2`,
		"()":                            `expected a name, ! or ( at column 2`,
		"a || || b":                     `expected a name, ! or ( at column 6`,
		"{{a":                           `"{{a" is neither`,
		"a$":                            `"$" is neither`,
		strings.Repeat("(", 5000) + "a": "levels of nesting",
		strings.Repeat("!", 5000) + "a": "levels of nesting",
	} {
		_, err := boolexpr.Parse(text)
		var e *boolexpr.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: got %v, want %s", text, err, want)
		}
	}
}

func TestNamesListsWhatIsAskedFor(t *testing.T) {
	e, err := boolexpr.Parse("a && !(b || {{c.*}}-d) && a")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(e.Names(), " "); got != "a b {{c.*}}-d a" {
		t.Errorf("got %q", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a && !b || (c)", "{{a.*}}b", "{{(}}", "((((", "!!!", "a||", "target={{x86_64-.+}}",
		"\x00", "é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := boolexpr.Parse(text)
		if err != nil {
			var located *boolexpr.Error
			if !errors.As(err, &located) || located.Offset > len(text) {
				t.Errorf("%q: %v has no place", text, err)
			}
			return
		}
		negated, err := boolexpr.Parse("!(" + text + ")")
		if err != nil && !strings.Contains(err.Error(), "nesting") {
			t.Fatalf("%q cannot be negated: %v", text, err)
		}
		if err == nil && negated.Eval(features) == e.Eval(features) {
			t.Errorf("%q and its negation are both %v", text, e.Eval(features))
		}
	})
}

func ExampleEval() {
	holds, err := boolexpr.Eval("gpu && target={{sm_[89].}}", map[string]bool{"gpu": true, "target=sm_90": true})
	fmt.Println(holds, err)
	// Output: true <nil>
}

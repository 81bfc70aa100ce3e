package inputdump_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/girih-ir/girih/lit/filecheck"
	"github.com/girih-ir/girih/lit/filecheck/internal/inputdump"
)

// check returns the result of a check with annotations.
func check(t *testing.T, directives, input string) (*filecheck.Checks, *filecheck.Result) {
	t.Helper()
	options := filecheck.Options{Annotate: true, Verbosity: filecheck.Matches}
	checks, err := filecheck.Parse("check", []byte(directives), options)
	if err != nil {
		t.Fatal(err)
	}
	result, err := checks.Run(context.Background(), "input", []byte(input))
	if err != nil {
		t.Fatal(err)
	}
	return checks, result
}

func TestFilterAndContextChooseLines(t *testing.T) {
	checks, result := check(t, "CHECK: one\nCHECK: two\n", "one\n1\n2\n3\n4\n5\ntwice\n")
	for _, test := range []struct {
		name    string
		options inputdump.Options
		want    []string
	}{
		{"errors without context", inputdump.Options{Filter: inputdump.Errors}, []string{
			"           1: one ",
			"check:1       ^~~",
			"check:2'0        X error: no match found",
			"           .",
			"           .",
			"           .",
			"           7: twice ",
			"check:2'0     ~~~~~~",
			"check:2'1     ?      possible intended match",
		}},
		{"errors with context", inputdump.Options{Filter: inputdump.Errors, Context: 1}, []string{
			"           1: one ",
			"check:1       ^~~",
			"check:2'0        X error: no match found",
			"           2: 1 ",
			"check:2'0     ~~",
			"           .",
			"           .",
			"           .",
			"           6: 5 ",
			"check:2'0     ~~",
			"           7: twice ",
			"check:2'0     ~~~~~~",
			"check:2'1     ?      possible intended match",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var text strings.Builder
			if err := inputdump.Write(&text, checks, result, test.options); err != nil {
				t.Fatal(err)
			}
			want := "Input was:\n<<<<<<\n" + strings.Join(test.want, "\n") + "\n>>>>>>\n"
			if diff := cmp.Diff(want, text.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestColorIsTheOnlyDifferenceOfAColoredDump(t *testing.T) {
	checks, result := check(t, "CHECK: one\nCHECK-NEXT: two\n", "  one\nthree two\n")
	var plain, colored strings.Builder
	options := inputdump.Options{Filter: inputdump.All, Verbose: true}
	if err := inputdump.Write(&plain, checks, result, options); err != nil {
		t.Fatal(err)
	}
	options.Color = true
	if err := inputdump.Write(&colored, checks, result, options); err != nil {
		t.Fatal(err)
	}
	var stripped strings.Builder
	for i, part := range strings.Split(colored.String(), "\x1b[") {
		if i > 0 {
			_, part, _ = strings.Cut(part, "m")
		}
		stripped.WriteString(part)
	}
	if diff := cmp.Diff(plain.String(), stripped.String()); diff != "" || colored.String() == plain.String() {
		t.Errorf("-plain +colored:\n%s", diff)
	}
}

type brokenWriter struct{}

var errBroken = errors.New("broken")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestErrorsOfTheWriterAreReturned(t *testing.T) {
	checks, result := check(t, "CHECK: one\n", "one\n")
	if err := inputdump.Write(brokenWriter{}, checks, result, inputdump.Options{}); !errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
}

func ExampleWrite() {
	checks, err := filecheck.Parse("check", []byte("CHECK: one\nCHECK-NOT: two\n"), filecheck.Options{Annotate: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := checks.Run(context.Background(), "input", []byte("one\ntwo"))
	if err != nil {
		fmt.Println(err)
		return
	}
	var text strings.Builder
	if err := inputdump.Write(&text, checks, result, inputdump.Options{Filter: inputdump.Errors}); err != nil {
		fmt.Println(err)
		return
	}
	// The space that stands for a newline is printed as a dollar sign.
	fmt.Print(strings.ReplaceAll(text.String(), " \n", "$\n"))
	// Output:
	// Input was:
	// <<<<<<
	//        1: one$
	//        2: two
	// not:2     !~~ error: no match expected
	// >>>>>>
}

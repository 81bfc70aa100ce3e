package filecheck_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/girih-ir/girih/lit/filecheck"
)

func parse(t *testing.T, check string, options filecheck.Options) *filecheck.Checks {
	t.Helper()
	checks, err := filecheck.Parse("check", []byte(check), options)
	if err != nil {
		t.Fatal(err)
	}
	return checks
}

func run(t *testing.T, checks *filecheck.Checks, input string) *filecheck.Result {
	t.Helper()
	result, err := checks.Run(context.Background(), "input", []byte(input))
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestDiagnosticsAreValuesWithPlaces(t *testing.T) {
	result := run(t, parse(t, "CHECK: a\nCHECK-NEXT: b\n", filecheck.Options{}), "a\nx\nb\n")
	var got []string
	for _, d := range result.Diagnostics {
		got = append(got, d.Error())
	}
	want := []string{
		"check:2:13: error: CHECK-NEXT: is not on the line after the previous match",
		"input:3:1: note: 'next' match was here",
		"input:1:2: note: previous match ended here",
		"input:2:1: note: non-matching line after previous match is here",
	}
	if result.OK || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("verdict %v, diagnostics\n%s", result.OK, strings.Join(got, "\n"))
	}
}

func TestSyntaxErrorsSayWhereAndHowToExit(t *testing.T) {
	for _, test := range []struct {
		check, want string
		code        int
	}{
		{"CHECK: {{a\n", "check:1:8: error: found start of regex string with no end '}}'", 2},
		{"CHECK: [[X:a] b\n", `check:1:13: error: missing closing "]" for regex variable`, 1},
		{"x\nCHECK: [[#X+]]\n", "check:2:13: error: missing operand in expression", 2},
		{"nothing\n", "error: no check strings found with prefix 'CHECK:'", 2},
	} {
		_, err := filecheck.Parse("check", []byte(test.check), filecheck.Options{})
		var syntax *filecheck.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q: error %v", test.check, err)
			continue
		}
		if err.Error() != test.want || syntax.ExitCode != test.code {
			t.Errorf("%q: exit code %d, %v", test.check, syntax.ExitCode, err)
		}
	}
}

func TestDeepNestingIsRefused(t *testing.T) {
	for _, check := range []string{
		"CHECK: [[#" + strings.Repeat("(", 1_000_000) + "]]",
		"CHECK: [[#" + strings.Repeat("add(1,", 1_000_000) + "]]",
		"CHECK: {{" + strings.Repeat("(", 1_000_000) + "}}",
	} {
		_, err := filecheck.Parse("check", []byte(check), filecheck.Options{})
		if !errors.As(err, new(*filecheck.SyntaxError)) {
			t.Errorf("%.20q: error %v", check, err)
		}
	}
}

func TestHopelessPatternIsALocatedError(t *testing.T) {
	checks := parse(t, "CHECK: [[X:(a|aa)+]]b[[X]]c\n", filecheck.Options{})
	result := run(t, checks, strings.Repeat("a", 60)+"b"+strings.Repeat("a", 61)+"c\n")
	want := "check:1:8: error: regular expression takes too many steps on this input"
	if result.OK || result.Diagnostics[0].Error() != want {
		t.Errorf("verdict %v, %v", result.OK, result.Diagnostics[0].Error())
	}
}

func TestTooLargeExpressionIsALocatedError(t *testing.T) {
	result := run(t, parse(t, "CHECK: {{(((a{255}){255}){255})}}\n", filecheck.Options{}), "a\n")
	want := "check:1:8: error: invalid regex: out of memory"
	if result.OK || result.Diagnostics[0].Error() != want {
		t.Errorf("verdict %v, %v", result.OK, result.Diagnostics[0].Error())
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, check := range []string{"CHECK: [[X:(a|aa)+]]b[[X]]c\n", "CHECK: a\n"} {
		checks := parse(t, check, filecheck.Options{})
		input := strings.Repeat("a", 60) + "b" + strings.Repeat("a", 61) + "c\n"
		if _, err := checks.Run(ctx, "input", []byte(input)); !errors.Is(err, context.Canceled) {
			t.Errorf("%q: error %v", check, err)
		}
		if _, err := checks.RunReader(ctx, "input", strings.NewReader(input), 0); !errors.Is(err, context.Canceled) {
			t.Errorf("%q: error of a reader: %v", check, err)
		}
	}
}

func TestEmptyInputIsAnErrorOfItsOwn(t *testing.T) {
	checks := parse(t, "CHECK-NOT: a\n", filecheck.Options{})
	if _, err := checks.Run(context.Background(), "input", nil); !errors.As(err, new(filecheck.EmptyInputError)) {
		t.Errorf("error %v", err)
	}
	if !run(t, parse(t, "CHECK-NOT: a\n", filecheck.Options{AllowEmpty: true}), "").OK {
		t.Error("an empty input that is allowed is not as it should be")
	}
}

func TestReaderAndBytesHaveTheSameResult(t *testing.T) {
	checks := parse(t, "CHECK: a b\nCHECK-NEXT: c\n", filecheck.Options{})
	for _, input := range []string{"a \t b\r\nc\n", "a b\n", "a   b\r\n\r\nc"} {
		want := run(t, checks, input)
		for name, r := range map[string]*strings.Reader{"known size": strings.NewReader(input),
			"other size": strings.NewReader(input)} {
			size := int64(len(name))
			got, err := checks.RunReader(context.Background(), "input", iotest.OneByteReader(r), size)
			if err != nil {
				t.Fatal(err)
			}
			if got.OK != want.OK || !bytes.Equal(got.Input.Text, want.Input.Text) {
				t.Errorf("%q, %s: %v and %q, want %v and %q", input, name, got.OK, got.Input.Text, want.OK, want.Input.Text)
			}
		}
	}
	broken := errors.New("broken")
	if _, err := checks.RunReader(context.Background(), "input", iotest.ErrReader(broken), 0); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

func TestChecksCanBeRunConcurrently(t *testing.T) {
	checks := parse(t, "CHECK: [[X:[a-z]+]] = [[#N:]]\nCHECK-NEXT: [[X]] {{[0-9]+}} [[#N+1]]\n", filecheck.Options{})
	var wait sync.WaitGroup
	for i := range 16 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			word := strings.Repeat("w", i+1)
			input := fmt.Sprintf("%s = %d\n%s 0 %d\n", word, i, word, i+1)
			result, err := checks.Run(context.Background(), "input", []byte(input))
			if err != nil || !result.OK {
				t.Errorf("%q: %v, %v", input, result, err)
			}
		}()
	}
	wait.Wait()
}

func TestRunDoesNotChangeItsInput(t *testing.T) {
	checks := parse(t, "CHECK: a b\n", filecheck.Options{})
	input := []byte("a  \t b\r\n")
	if _, err := checks.Run(context.Background(), "input", input); err != nil {
		t.Fatal(err)
	}
	if string(input) != "a  \t b\r\n" {
		t.Errorf("now %q", input)
	}
}

func TestAnnotationsSayWhatEachDirectiveMatched(t *testing.T) {
	options := filecheck.Options{Annotate: true, Verbosity: filecheck.Matches, ImplicitNot: []string{"z"}}
	checks := parse(t, "CHECK: [[X:b+]]\n", options)
	result := run(t, checks, "abb\nz\n")
	var got []string
	for _, a := range result.Annotations {
		got = append(got, fmt.Sprintf("%d %d %q %s %d", a.Kind, a.Type, a.Input.String(), a.Note, checks.Implicit(a.Check)))
	}
	want := []string{
		fmt.Sprintf("%d %d %q  0", filecheck.Plain, filecheck.FoundExpected, "bb"),
		fmt.Sprintf("%d %d %q %s 0", filecheck.Plain, filecheck.FoundExpected, "bb", `captured var "X"`),
		fmt.Sprintf("%d %d %q  1", filecheck.Not, filecheck.FoundExcluded, "z"),
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func ExampleParse() {
	checks, err := filecheck.Parse("test.txt", []byte("CHECK: hello [[NAME:[a-z]+]]\nCHECK-NEXT: bye [[NAME]]\n"),
		filecheck.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, input := range []string{"hello world\nbye world\n", "hello world\nbye moon\n"} {
		result, err := checks.Run(context.Background(), "input", []byte(input))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(result.OK)
		for _, d := range result.Diagnostics {
			fmt.Println(d.Error())
		}
	}
	// Output:
	// true
	// false
	// test.txt:2:13: error: CHECK-NEXT: expected string not found in input
	// input:1:12: note: scanning from here
	// input:1:12: note: with "NAME" equal to "world"
	// input:2:1: note: possible intended match here
}

func ExampleWriteDiagnostics() {
	checks, err := filecheck.Parse("test.txt", []byte("CHECK: sum = {{[0-9]+}}\n"), filecheck.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := checks.Run(context.Background(), "input", []byte("the\n  sum = none\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	var text strings.Builder
	if err := filecheck.WriteDiagnostics(&text, result.Diagnostics, false); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(text.String())
	// Output:
	// test.txt:1:8: error: CHECK: expected string not found in input
	// CHECK: sum = {{[0-9]+}}
	//        ^
	// input:1:1: note: scanning from here
	// the
	// ^
	// input:2:2: note: possible intended match here
	//  sum = none
	//  ^
}

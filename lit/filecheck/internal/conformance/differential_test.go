package conformance_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/lit/filecheck/command"
)

var (
	firstSeed = flag.Uint64("seed", 1, "first seed of generated cases")
	seeds     = flag.Uint64("seeds", uint64(longtest.Count(20, 150)), "number of seeds of generated cases")
	update    = flag.Bool("update", false, "take the recorded verdicts from FileCheck")
)

// outcome is the result of an invocation.
type outcome struct {
	code   int
	stderr string
}

// firstLine returns the first line with an error, or else the first line.
func (o outcome) firstLine() string {
	first, _, _ := strings.Cut(o.stderr, "\n")
	for line := range strings.Lines(o.stderr) {
		if strings.Contains(line, "error: ") {
			return strings.TrimSuffix(line, "\n")
		}
	}
	return first
}

// arguments writes the files of a case into dir and returns the arguments of its invocation.
func arguments(t testing.TB, dir string, c fileCase) []string {
	t.Helper()
	for name, text := range map[string]string{"check": c.Check, "input": c.Input} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return append([]string{"check", "--input-file", "input"}, c.Flags...)
}

func ours(t testing.TB, dir string, args []string) outcome {
	var stderr bytes.Buffer
	code := command.Main(context.Background(), command.Invocation{
		Name: "FileCheck", Args: args, Dir: dir, Stdout: &bytes.Buffer{}, Stderr: &stderr,
	})
	return outcome{code, stderr.String()}
}

func theirs(t testing.TB, tool, dir string, args []string) outcome {
	t.Helper()
	cmd := exec.Command(tool, args...)
	cmd.Dir = dir
	cmd.Args[0] = "FileCheck"
	cmd.Env = []string{}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return outcome{cmd.ProcessState.ExitCode(), stderr.String()}
}

// agreement counts in how many cases two tools agree.
type agreement struct{ cases, crashes, failing, lines, texts atomic.Int64 }

// level returns n as a percentage of all cases.
func (a *agreement) level(n *atomic.Int64) float64 {
	return 100 * float64(n.Load()) / float64(max(a.cases.Load(), 1))
}

// compare runs cases with both tools. Their exit codes must be the same. It counts how often their outputs are the
// same.
func compare(t *testing.T, cases []fileCase) *agreement {
	tool := llvmtool.Find(t, "FileCheck")
	var a agreement
	var wait sync.WaitGroup
	limit := make(chan struct{}, 4)
	root := t.TempDir()
	for i, c := range cases {
		wait.Add(1)
		limit <- struct{}{}
		go func() {
			defer func() { <-limit; wait.Done() }()
			dir := filepath.Join(root, fmt.Sprint(i))
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Error(err)
				return
			}
			args := arguments(t, dir, c)
			a.add(t, c, ours(t, dir, args), theirs(t, tool, dir, args))
		}()
	}
	wait.Wait()
	t.Logf("%d cases, %d failing, %d that crash FileCheck: first line of errors the same in %.1f%%, all output in %.1f%%",
		a.cases.Load(), a.failing.Load(), a.crashes.Load(), a.level(&a.lines), a.level(&a.texts))
	return &a
}

func (a *agreement) add(t *testing.T, c fileCase, our, their outcome) {
	if their.code < 0 || their.code > 2 {
		a.crashes.Add(1)
		t.Logf("%s: FileCheck crashes, we say %d: %s", c.Name, our.code, c.Check)
		return
	}
	a.cases.Add(1)
	if their.code != 0 {
		a.failing.Add(1)
	}
	if our.firstLine() == their.firstLine() {
		a.lines.Add(1)
	}
	if our.stderr == their.stderr {
		a.texts.Add(1)
	} else if testing.Verbose() {
		t.Logf("%s: other output (-FileCheck +ours)\n%s", c.Name, cmp.Diff(their.stderr, our.stderr))
	}
	if our.code != their.code {
		t.Errorf("%s: exit code %d, FileCheck has %d\nflags %q\ncheck:\n%s\ninput:\n%s\nours:\n%s\nFileCheck:\n%s",
			c.Name, our.code, their.code, c.Flags, c.Check, c.Input, our.stderr, their.stderr)
	}
}

// atLeast fails the test if a level is lower than before.
func atLeast(t *testing.T, what string, got, want float64) {
	t.Helper()
	if got < want {
		t.Errorf("%s agree in %.1f%% of the cases, not in %.1f%%", what, got, want)
	}
}

// FileCheck also guesses which flag an unknown one was meant to be. We do not.
func TestWrittenCasesHaveTheVerdictOfFileCheck(t *testing.T) {
	cases := written(t)
	a := compare(t, cases)
	atLeast(t, "first lines", a.level(&a.lines), 100)
	atLeast(t, "outputs", a.level(&a.texts), 99)
}

func written(t testing.TB) []fileCase {
	t.Helper()
	cases, err := readCases("testdata")
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

func generated(make func(seed uint64) fileCase) []fileCase {
	var cases []fileCase
	for seed := *firstSeed; seed < *firstSeed+*seeds; seed++ {
		cases = append(cases, make(seed))
	}
	return cases
}

func TestGeneratedCasesHaveTheVerdictOfFileCheck(t *testing.T) {
	a := compare(t, generated(generate))
	atLeast(t, "first lines", a.level(&a.lines), 100)
	atLeast(t, "outputs", a.level(&a.texts), 100)
}

func TestExpressionsMatchAndCaptureAsInFileCheck(t *testing.T) {
	a := compare(t, generated(generateRegex))
	atLeast(t, "first lines", a.level(&a.lines), 100)
	atLeast(t, "outputs", a.level(&a.texts), 100)
}

func TestMutatedCasesHaveTheVerdictOfFileCheck(t *testing.T) {
	all := written(t)
	a := compare(t, generated(func(seed uint64) fileCase {
		c := all[seed%uint64(len(all))]
		if seed%2 == 0 {
			c = generate(seed)
		}
		return mutate(seed, c)
	}))
	atLeast(t, "first lines", a.level(&a.lines), 100)
	atLeast(t, "outputs", a.level(&a.texts), 99.5)
}

package execute_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/girih-ir/girih/internal/lit/execute"
	"github.com/girih-ir/girih/lit/program"
)

// run executes lines in a new directory, by a shell that adjust has changed.
func run(t *testing.T, timeout time.Duration, change func(*execute.Shell), lines ...string) *execute.Outcome {
	t.Helper()
	s := &execute.Shell{
		Test: t.Name(), Dir: t.TempDir(), Env: map[string]string{"PATH": os.Getenv("PATH")}, Programs: program.Standard(),
		PipeFail: true,
	}
	if change != nil {
		change(s)
	}
	var parsed []execute.Line
	for i, text := range lines {
		l, err := execute.ParseLine(fmt.Sprintf("RUN: at line %d", i+1), text)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, l)
	}
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	return s.Run(ctx, parsed)
}

const long = 30 * time.Second

// with adds programs to the standard ones.
func with(name string, f program.Func) func(*execute.Shell) {
	return func(s *execute.Shell) { s.Programs[name] = f }
}

func TestProgramsInTheProcessAndProcessesMixInPipelines(t *testing.T) {
	upper := with("upper", func(_ context.Context, inv program.Invocation) int {
		data, err := io.ReadAll(inv.Stdin)
		if err != nil {
			return 1
		}
		inv.Stdout.Write(bytes.ToUpper(data))
		fmt.Fprintln(inv.Stderr, "note")
		return 0
	})
	for _, line := range []string{
		"echo abc | upper | grep ABC",
		"printf abc | upper | cat | grep ABC",
		"echo abc | sed s/b/x/ | upper | sed s/X/y/ | grep AyC",
		"echo abc | upper > out && grep ABC out",
		"echo abc | upper 2>&1 | grep note",
		"echo abc | upper 2>&1 > out | grep note",
		"echo abc > in && upper < in 2> err | grep ABC && grep note err",
		"upper < /dev/null | count 0",
		"upper | count 0",
	} {
		if o := run(t, long, upper, line); o.Failed() {
			t.Errorf("%s\n%s", line, execute.Log(o, 0))
		}
	}
}

func TestLargeStreamsPassThroughEveryKindOfPipe(t *testing.T) {
	const lines = 300000
	seq := func(s *execute.Shell) {
		s.Programs["lines"] = func(_ context.Context, inv program.Invocation) int {
			w := bufio.NewWriter(inv.Stdout)
			for i := range lines {
				fmt.Fprintf(w, "%d a line of some length\n", i)
			}
			w.Flush()
			return 0
		}
	}
	for _, line := range []string{
		fmt.Sprintf("lines | count %d", lines), fmt.Sprintf("lines | cat | count %d", lines),
		fmt.Sprintf("lines | sed s/a/b/ | count %d", lines), fmt.Sprintf("seq %d | count %d", lines, lines),
		fmt.Sprintf("seq %d | cat | sed s/1/2/ | count %d", lines, lines), "lines | true", "seq 1000000 | true",
		"lines | head -n 1 | count 1", "seq 1000000 | head -n 1 | count 1", "lines", "lines | echo x | count 1",
	} {
		if o := run(t, long, seq, line); o.Failed() {
			t.Errorf("%s\n%.2000s", line, execute.Log(o, 0))
		}
	}
}

func TestAPanicIsACrash(t *testing.T) {
	boom := with("boom", func(context.Context, program.Invocation) int { panic("boom") })
	if o := run(t, long, boom, "boom"); o.ExitCode >= 0 || !strings.Contains(execute.Log(o, 0), "panic: boom") {
		t.Errorf("exit code %d\n%s", o.ExitCode, execute.Log(o, 0))
	}
	if o := run(t, long, boom, "not boom"); !o.Failed() {
		t.Error("not accepts a crash")
	}
	if o := run(t, long, boom, "not --crash boom"); o.Failed() {
		t.Errorf("not --crash does not accept a crash\n%s", execute.Log(o, 0))
	}
}

func TestProgramsGetTheirDirectoryAndEnvironment(t *testing.T) {
	show := with("show", func(_ context.Context, inv program.Invocation) int {
		fmt.Fprintln(inv.Stdout, filepath.Base(inv.Dir), inv.Env["A"], inv.Args)
		return 0
	})
	o := run(t, long, show, "mkdir d && cd d && env A=b show 'x y' z | grep 'd b .x y z.'")
	if o.Failed() {
		t.Error(execute.Log(o, 0))
	}
}

func TestAProgramThatIgnoresItsContextDoesNotHoldTheTest(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	hang := with("hang", func(context.Context, program.Invocation) int { <-release; return 0 })
	for _, line := range []string{"hang", "hang | cat", "echo a | hang", "sleep 1000 | hang", "hang || true", "not hang"} {
		start := time.Now()
		o := run(t, 200*time.Millisecond, hang, line)
		if !o.TimedOut || time.Since(start) > 10*time.Second {
			t.Errorf("%s: timed out %v after %v", line, o.TimedOut, time.Since(start))
		}
	}
}

func TestEndlessOutputEndsTheTest(t *testing.T) {
	endless := func(s *execute.Shell) {
		s.MaxOutput, s.MaxFile = 1<<20, 1<<20
		s.Programs["endless"] = func(ctx context.Context, inv program.Invocation) int {
			for ctx.Err() == nil {
				inv.Stdout.Write(make([]byte, 1000))
			}
			return 0
		}
	}
	for _, line := range []string{
		"yes", "yes >&2", "sh -c 'yes >&2'", "yes > out", "yes >> out", "yes | cat", "yes | tr y n", "yes | true",
		"yes | not count 3", "endless",
		"endless | cat", "endless | tr y n", "endless > out", "endless | true", "yes || true", "not endless", "cat /dev/zero",
	} {
		o := run(t, long, endless, line)
		log := execute.Log(o, 0)
		if !o.Failed() || o.TimedOut || !strings.Contains(log, "longer than") && !strings.Contains(line, "/dev/zero") {
			t.Errorf("%s: exit code %d\n%.2000s", line, o.ExitCode, log)
		}
	}
}

func TestFailingLinesCanBePastedIntoAShell(t *testing.T) {
	o := run(t, long, nil, "true", "echo 'a b' | grep c")
	if want := "cd " + o.Dir + " && echo 'a b' | grep c\n"; !strings.Contains(execute.Log(o, 0), want) {
		t.Errorf("%q is missing in\n%s", want, execute.Log(o, 0))
	}
}

func TestTheLogHasWhatCommandsPrinted(t *testing.T) {
	o := run(t, long, nil, "sh -c 'echo out; echo err >&2; echo file > /dev/fd/3' 3>x || true", "true")
	if o.ExitCode != 127 {
		t.Errorf("a redirection of descriptor 3 was accepted")
	}
	o = run(t, long, nil, "sh -c 'echo out; echo err >&2; exit 3'")
	if log := execute.Log(o, 0); !strings.Contains(log, "# | out\n") || !strings.Contains(log, "# | err\n") ||
		!strings.Contains(log, "exit status: 3\n") {
		t.Errorf("got\n%s", log)
	}
	o = run(t, long, nil, "sh -c 'echo hidden; exit 1' > out")
	if log := execute.Log(o, 0); !strings.Contains(log, "redirected output from 'out'") ||
		!strings.Contains(log, "# | hidden") {
		t.Errorf("the redirected output is not shown:\n%s", log)
	}
}

func TestProgramsBecomeProcessesUnderLimits(t *testing.T) {
	asked := ""
	o := run(t, long, func(s *execute.Shell) {
		s.Programs["mine"] = func(context.Context, program.Invocation) int { return 1 }
		s.Child = func(name string) []string { asked = name; return []string{"/bin/sh", "-c", "ulimit -n; umask", name} }
	}, "ulimit -n 77", "umask 027", "mine x > out", "grep '^77$' out", "grep 27 out")
	if o.Failed() || asked != "mine" {
		t.Errorf("asked for %q\n%s", asked, execute.Log(o, 0))
	}
}

func TestEnvWithoutCommandPrintsTheEnvironment(t *testing.T) {
	if o := run(t, long, nil, "env -i A=b | grep '^A=b$'"); o.Failed() {
		t.Error(execute.Log(o, 0))
	}
}

package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/outfile"
)

// asTool is the environment variable that makes the test's program one of the tools below.
const asTool = "GIRIH_TEST_TOOL"

var tools = map[string]cli.Tool{
	"prints": func(_ context.Context, _ []string, _ io.Reader, stdout, _ io.Writer) int {
		fmt.Fprintln(stdout, "text")
		return 0
	},
	"waits": func(ctx context.Context, _ []string, _ io.Reader, stdout, stderr io.Writer) int {
		fmt.Fprintln(stdout, "ready")
		<-ctx.Done()
		fmt.Fprintln(stderr, "3 of 7 done")
		return 1
	},
	"succeeds": func(ctx context.Context, _ []string, _ io.Reader, stdout, _ io.Writer) int {
		fmt.Fprintln(stdout, "ready")
		<-ctx.Done()
		return 0
	},
	"writes": func(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
		fmt.Fprintln(stdout, "ready")
		<-ctx.Done()
		return cli.ExitCode(stderr, "writes", outfile.Write(args[0], []byte("new"), stdout))
	},
	"overdue": func(ctx context.Context, _ []string, _ io.Reader, stdout, _ io.Writer) int {
		_, cancel := cli.WithTimeout(ctx, 10*time.Millisecond)
		defer cancel()
		fmt.Fprintln(stdout, "ready")
		select {}
	},
	"hangs": func(_ context.Context, args []string, _ io.Reader, stdout, _ io.Writer) int {
		if _, err := outfile.Create(args[0], stdout); err != nil {
			return 2
		}
		fmt.Fprintln(stdout, "ready")
		select {}
	},
}

func TestMain(m *testing.M) {
	if name := os.Getenv(asTool); name != "" {
		os.Exit(cli.Main(name, tools[name]))
	}
	os.Exit(m.Run())
}

func TestAToolThatWasStoppedHasNotSucceeded(t *testing.T) {
	cmd, stderr := start(t, "succeeds")
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	if err == nil || cmd.ProcessState.ExitCode() != 1 || stderr.String() != "succeeds: stopped by a signal\n" {
		t.Errorf("exit code %d, %q", cmd.ProcessState.ExitCode(), stderr)
	}
}

func TestAToolThatWasStoppedReplacesNoOutput(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(out, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd, stderr := start(t, "writes", out)
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	got, err := os.ReadFile(out)
	if err != nil || string(got) != "old" || cmd.ProcessState.ExitCode() != 1 ||
		!strings.HasSuffix(stderr.String(), "/out: stopped by a signal\n") {
		t.Errorf("exit code %d, %q; the file has %q, %v", cmd.ProcessState.ExitCode(), stderr, got, err)
	}
}

// start runs a tool until it has printed a line.
func start(t *testing.T, name string, args ...string) (cmd *exec.Cmd, stderr *bytes.Buffer) {
	t.Helper()
	cmd = exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asTool+"="+name)
	stderr = new(bytes.Buffer)
	cmd.Stderr = stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, len("ready\n"))); err != nil {
		t.Fatal(err)
	}
	return cmd, stderr
}

func TestSignalsEndAToolThatLooksAtItsContext(t *testing.T) {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		cmd, stderr := start(t, "waits")
		if err := cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		if _ = cmd.Wait(); cmd.ProcessState.ExitCode() != 1 || stderr.String() != "3 of 7 done\n" {
			t.Errorf("%s: exit code %d, %q", s, cmd.ProcessState.ExitCode(), stderr)
		}
	}
}

func TestSignalsEndAToolThatDoesNotAndLeaveNoFiles(t *testing.T) {
	for name, signals := range map[string][]os.Signal{
		"an interrupt":   {os.Interrupt},
		"two interrupts": {os.Interrupt, os.Interrupt},
		"SIGTERM":        {syscall.SIGTERM},
	} {
		dir := t.TempDir()
		cmd, stderr := start(t, "hangs", filepath.Join(dir, "out"))
		for _, s := range signals {
			if err := cmd.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
			time.Sleep(20 * time.Millisecond) // otherwise the two might be taken for one signal
		}
		_ = cmd.Wait()
		left, err := os.ReadDir(dir)
		if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(stderr.String(), "hangs: stopped by a signal") ||
			err != nil || len(left) > 0 {
			t.Errorf("%s: exit code %d, %q; left %v, %v", name, cmd.ProcessState.ExitCode(), stderr, left, err)
		}
	}
}

func TestATimeoutEndsAToolThatDoesNotLookAtIt(t *testing.T) {
	cmd, stderr := start(t, "overdue")
	if _ = cmd.Wait(); cmd.ProcessState.ExitCode() != 1 ||
		!strings.Contains(stderr.String(), "overdue: did not end within 10ms") {
		t.Errorf("exit code %d, %q", cmd.ProcessState.ExitCode(), stderr)
	}
}

func TestAFullStandardOutputIsAnError(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asTool+"=prints")
	cmd.Stdout = full
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	_ = cmd.Run()
	if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(stderr.String(), "cannot write standard output: ") {
		t.Errorf("exit code %d, %q", cmd.ProcessState.ExitCode(), &stderr)
	}
}

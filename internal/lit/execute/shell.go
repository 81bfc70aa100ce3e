package execute

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/girih-ir/girih/internal/lit/shell"
	"github.com/girih-ir/girih/lit/program"
)

// Shell is the state of the shell for the lines of one test. The lines may change it.
type Shell struct {
	// Test identifies the test. Child processes find it in the variable LIT_CURRENT_TESTCASE.
	Test string
	// Dir is the current directory, an absolute path.
	Dir string
	// Env is the environment. Run changes a copy.
	Env map[string]string
	// Programs are run in the process when a command has their name.
	Programs map[string]program.Func
	// Child returns the command line that runs one of Programs as a process of its own, for use under ulimit and umask. If
	// it is nil, the program is then looked up on PATH.
	Child func(name string) []string
	// Isolate runs all of Programs as separate processes.
	Isolate bool
	// PipeFail makes a pipeline fail if any of its commands fails, and not only the last.
	PipeFail bool
	// MaxOutput is the number of bytes that a command may write to memory, or read within the process, through one
	// stream; 0 means defaultMaxOutput.
	MaxOutput int64
	// MaxFile is the size to which a redirection may grow a file, and the number of bytes that a command may leave
	// unread in a pipe; 0 means defaultMaxFile.
	MaxFile int64

	dirs      []string // of pushd
	umask     string   // octal, or ""
	limits    []string // arguments of ulimit
	results   []Result
	processes *processes
	cancel    context.CancelCauseFunc
}

// Default bounds of a command's output.
const (
	defaultMaxOutput = 256 << 20
	defaultMaxFile   = 1 << 30
)

// Line is a command line of a test.
type Line struct {
	Label string // such as "RUN: at line 3"
	Text  string // "" if there is nothing to run
	Node  shell.Node
}

// ParseLine reads the text of a line.
func ParseLine(label, text string) (Line, error) {
	l := Line{Label: label, Text: text}
	if text == "" {
		return l, nil
	}
	var err error
	if l.Node, err = shell.Parse(text); err != nil {
		return l, fmt.Errorf("shell parser error on %s: %w: %s", label, err, text)
	}
	return l, nil
}

// Result is the result of a command.
type Result struct {
	Line           int            // index of its line
	Command        *shell.Command // as written, with redirections
	Stdout, Stderr []byte         // output that was not redirected
	// ExitCode is the exit code after not; minus the number of the signal that ended the command; 127 if it could not
	// be run.
	ExitCode int
	TimedOut bool
	Files    []OutputFile // of a failed command
}

// OutputFile is a file into which a command's output was redirected.
type OutputFile struct {
	Name string
	Head []byte // the first bytes
	Cut  bool   // whether there is more
}

// Outcome is the outcome of a test's lines.
type Outcome struct {
	Lines    []Line
	Started  int // number of lines that were started
	Dir      string
	Results  []Result
	ExitCode int
	// TimedOut says that the context's deadline passed.
	TimedOut bool
	// Err is an error of the test itself, so that it has no verdict: for example, the file of a redirection cannot be
	// opened.
	Err error
}

// Failed reports whether some line did not succeed.
func (o *Outcome) Failed() bool { return o.ExitCode != 0 || o.TimedOut || o.Err != nil }

// commandError makes a test fail because a command could not be run.
type commandError struct {
	command *shell.Command
	message string
}

func (e *commandError) Error() string { return e.message }

// errOutput ends a test that writes without end.
type errOutput struct{ message string }

func (e *errOutput) Error() string { return e.message }

// Run runs lines until one fails. If ctx ends, it kills the running processes and returns.
func (s *Shell) Run(ctx context.Context, lines []Line) *Outcome {
	ctx, s.cancel = context.WithCancelCause(ctx)
	defer s.cancel(nil)
	s.start()
	defer s.processes.finish()
	o := &Outcome{Lines: lines, Dir: s.Dir}
	var err error
	for i, l := range lines {
		o.Started = i + 1
		if l.Node == nil {
			continue
		}
		first := len(s.results)
		o.ExitCode, err = s.node(ctx, l.Node)
		s.abort(err, o)
		for j := first; j < len(s.results); j++ {
			s.results[j].Line = i
		}
		if err != nil || o.ExitCode != 0 || ctx.Err() != nil {
			break
		}
	}
	o.Results = s.results
	if _, endless := context.Cause(ctx).(*errOutput); endless && o.ExitCode == 0 {
		o.ExitCode = 1
	}
	o.TimedOut = errors.Is(context.Cause(ctx), context.DeadlineExceeded)
	return o
}

// start fills in defaults.
func (s *Shell) start() {
	s.Env = maps.Clone(s.Env)
	if s.Env == nil {
		s.Env = map[string]string{}
	}
	s.Env[testVariable] = s.Test
	if s.MaxOutput == 0 {
		s.MaxOutput = defaultMaxOutput
	}
	if s.MaxFile == 0 {
		s.MaxFile = defaultMaxFile
	}
	s.processes = newProcesses(s.Test)
	s.results = nil
}

// testVariable is the environment variable that names the test.
const testVariable = "LIT_CURRENT_TESTCASE"

// abort records an error that ended the test.
func (s *Shell) abort(err error, o *Outcome) {
	var failed *commandError
	switch {
	case err == nil:
	case errors.As(err, &failed):
		o.ExitCode = 127
		s.results = append(s.results, Result{Command: failed.command, Stderr: []byte(failed.message), ExitCode: 127})
	case errors.Is(err, errStopped):
		o.ExitCode = 1
	default:
		o.ExitCode, o.Err = 1, err
	}
}

// errStopped says that the context ended before all lines had run.
var errStopped = errors.New("stopped")

// node runs a command line and returns its exit code.
func (s *Shell) node(ctx context.Context, n shell.Node) (int, error) {
	if ctx.Err() != nil {
		return 1, errStopped
	}
	seq, ok := n.(*shell.Sequence)
	if !ok {
		return s.pipeline(ctx, n.(*shell.Pipeline))
	}
	if seq.Op == "&" {
		return 1, errors.New("unsupported shell operator: &")
	}
	code, err := s.node(ctx, seq.Left)
	switch {
	case err != nil, seq.Op == "&&" && code != 0, seq.Op == "||" && code == 0:
		return code, err
	}
	return s.node(ctx, seq.Right)
}

package execute

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"sync"

	"github.com/girih-ir/girih/internal/lit/shell"
)

// pipeline runs commands at the same time and returns the exit code of the last one or, with PipeFail, the last exit
// code that is not 0.
func (s *Shell) pipeline(ctx context.Context, p *shell.Pipeline) (int, error) {
	alone := len(p.Commands) == 1
	commands := make([]*command, len(p.Commands))
	for i, source := range p.Commands {
		c, err := s.prepare(source)
		if err != nil {
			return 0, err
		}
		if len(c.args) > 0 && isBuiltin(c, alone) {
			return s.builtin(c, alone)
		}
		commands[i] = c
	}
	stages, err := s.stages(ctx, commands)
	if err != nil {
		return 0, err
	}
	defer closeAll(stages)
	if err := s.launch(ctx, stages); err != nil {
		return 0, err
	}
	return s.wait(ctx, stages), nil
}

// stage is a command of a running pipeline.
type stage struct {
	*command
	redirects
	run     runner
	readEnd *os.File  // the pipe from the previous stage; stays open until it was drained
	pipe    *os.File  // write end of the pipe to the next stage
	conduit *conduit  // from the previous stage, if both run in the process
	next    io.Writer // to the next stage, if both run in the process
	stdout  *capture  // output that goes nowhere else
	stderr  *capture  // likewise
	copies  sync.WaitGroup
	reads   []*os.File // read ends whose content goes to captures
	code    int
}

// runner is a command that can be started.
type runner interface {
	// inProcess reports whether the command runs in this process, so that its streams may be any reader and writer.
	inProcess() bool
	// start starts the command.
	start(ctx context.Context, st *stage, stdin io.Reader, stdout, stderr io.Writer) error
	// wait returns the exit code: minus the number of a signal that ended the command.
	wait(ctx context.Context) int
}

// stages determines how the commands run and opens their redirections.
func (s *Shell) stages(ctx context.Context, commands []*command) (stages []*stage, err error) {
	defer func() {
		if err != nil {
			closeAll(stages)
		}
	}()
	for _, c := range commands {
		st := &stage{command: c}
		stages = append(stages, st)
		r, err := s.redirect(c)
		if err != nil {
			return stages, err
		}
		st.redirects = *r
		st.stdout = &capture{limit: s.MaxOutput, over: s.tooMuch(c, s.MaxOutput)}
		st.stderr = &capture{limit: s.MaxOutput, over: s.tooMuch(c, s.MaxOutput)}
		if st.run, err = s.find(c); err != nil {
			return stages, err
		}
	}
	return stages, s.connect(ctx, stages)
}

// connect creates the pipes between stages.
func (s *Shell) connect(ctx context.Context, stages []*stage) error {
	for i, st := range stages[:len(stages)-1] {
		next := stages[i+1]
		if st.run.inProcess() && next.run.inProcess() {
			c := newConduit(ctx, s.MaxOutput, s.tooMuch(st.command, s.MaxOutput))
			st.next, next.conduit = c, c
			continue
		}
		r, w, err := os.Pipe()
		if err != nil {
			return err
		}
		st.pipe, st.next, next.readEnd = w, w, r
	}
	return nil
}

// launch starts every stage. If one cannot be started, the earlier ones are killed.
func (s *Shell) launch(ctx context.Context, stages []*stage) error {
	for i, st := range stages {
		stdin := st.source()
		stdout, err := st.sink(&st.out, st.stdout, i < len(stages)-1)
		if err != nil {
			return err
		}
		stderr, err := st.errorSink(stdout, i < len(stages)-1)
		if err != nil {
			return err
		}
		if len(st.written) > 0 {
			s.watch(ctx, st)
		}
		if st.run.inProcess() {
			stdin = &counted{Reader: stdin, left: s.MaxOutput, over: s.tooMuch(st.command, s.MaxOutput)}
		}
		if err := st.run.start(ctx, st, stdin, stdout, stderr); err != nil {
			s.cancel(err)
			for _, before := range stages[:i] {
				before.run.wait(ctx)
			}
			return st.errorf("Could not create process (%s) due to %v", st.args[0], err)
		}
		st.started()
	}
	return nil
}

// source returns what the stage reads.
func (st *stage) source() io.Reader {
	switch {
	case st.in.file != nil:
		return st.in.file
	case st.readEnd != nil:
		return st.readEnd
	case st.conduit != nil:
		return st.conduit
	}
	return empty{}
}

// empty is standard input if there is no other.
type empty struct{}

func (empty) Read([]byte) (int, error) { return 0, io.EOF }

// sink returns the destination of a stream: its file, the next stage, or a capture. For a capture, a child process gets
// a pipe whose contents a goroutine copies.
func (st *stage) sink(to *target, keep *capture, piped bool) (io.Writer, error) {
	switch {
	case to.file != nil:
		return to.file, nil
	case piped && (keep == st.stdout || to.out):
		return st.next, nil
	case st.run.inProcess():
		return keep, nil
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	st.reads = append(st.reads, r)
	st.copies.Go(func() { io.Copy(keep, r) })
	return w, nil
}

// errorSink is sink for standard error, which may go where standard output goes without redirection.
func (st *stage) errorSink(stdout io.Writer, piped bool) (io.Writer, error) {
	switch {
	case !st.err.out:
		return st.sink(&st.err, st.stderr, false)
	case st.out.file == nil:
		return stdout, nil
	}
	return st.sink(&target{out: true}, st.stdout, piped)
}

// started closes this process's copies of files that a child got.
func (st *stage) started() {
	if !st.run.inProcess() {
		if st.pipe != nil {
			st.pipe.Close()
			st.pipe = nil
		}
	}
}

// wait waits for all stages, drains their pipes, and records the results.
func (s *Shell) wait(ctx context.Context, stages []*stage) int {
	var all sync.WaitGroup
	for _, st := range stages {
		all.Go(func() {
			st.code = st.run.wait(ctx)
			st.ended(ctx, s)
		})
	}
	all.Wait()
	code := 0
	for _, st := range stages {
		st.code = negated(st.command, st.code)
		if !s.PipeFail || st.code != 0 {
			code = st.code
		}
		s.record(ctx, st)
	}
	return code
}

// ended drains input that the stage did not read, and closes its ends of pipes.
func (st *stage) ended(ctx context.Context, s *Shell) {
	if st.pipe != nil {
		st.pipe.Close()
	}
	if c, ok := st.next.(*conduit); ok {
		c.set(&c.done)
	}
	if st.conduit != nil {
		st.conduit.set(&st.conduit.abandoned)
	}
	if st.readEnd != nil {
		defer context.AfterFunc(ctx, func() { st.readEnd.Close() })()
		drain(st.readEnd, s.MaxFile, s.tooMuch(st.command, s.MaxFile))
	}
}

// negated applies not, --crash and ! to an exit code, the innermost first, as LLVM's lit and not do. A single not
// expects a failure that is not a crash. With several, or with !, any failure counts.
func negated(c *command, code int) int {
	switch {
	case len(c.nots) == 0:
		return code
	case len(c.nots) == 1 && c.nots[0] == "not":
		if code > 0 {
			return 0
		}
		return 1
	}
	for i := len(c.nots) - 1; i >= 0; i-- {
		switch {
		case c.nots[i] != "--crash":
			code = negate(code)
		case code < 0, code == 126, code == 127: // the shell's codes for programs that cannot be run count as crashes, too
			code = 0
			i-- // --crash belongs to this not
		default:
			code = 1
			i--
		}
	}
	return code
}

// head is the number of bytes of an output file in a result.
const head = 1024

// record adds the stage's result.
func (s *Shell) record(ctx context.Context, st *stage) {
	r := Result{
		Command: st.command.source, Stdout: st.stdout.take(), Stderr: st.stderr.take(), ExitCode: st.code,
		TimedOut: ctx.Err() != nil,
	}
	if e, ok := context.Cause(ctx).(*errOutput); ok {
		r.Stderr = append(slices.Clip(r.Stderr), e.message+"\n"...)
		r.TimedOut = false
	}
	if st.code != 0 {
		for _, name := range st.written {
			if f, ok := outputFile(s.path(name)); ok {
				f.Name = name
				r.Files = append(r.Files, f)
			}
		}
	}
	s.results = append(s.results, r)
}

func outputFile(path string) (OutputFile, bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return OutputFile{}, false
	}
	f, err := os.Open(path)
	if err != nil {
		return OutputFile{}, false
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, head+1))
	if err != nil {
		return OutputFile{}, false
	}
	return OutputFile{Head: data[:min(len(data), head)], Cut: len(data) > head}, true
}

// closeAll releases what the stages hold.
func closeAll(stages []*stage) {
	for _, st := range stages {
		st.close()
		if st.readEnd != nil {
			st.readEnd.Close()
		}
		if st.pipe != nil {
			st.pipe.Close()
		}
		for _, r := range st.reads {
			r.Close()
		}
	}
}

// printEnv runs env without a command.
func printEnv(env map[string]string, w io.Writer) {
	for _, name := range slices.Sorted(maps.Keys(env)) {
		fmt.Fprintf(w, "%s=%s\n", name, env[name])
	}
}

package execute

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"time"
)

// child is a command that runs as a process.
type child struct {
	executable string
	args       []string
	dir        string
	env        map[string]string
	processes  *processes

	cmd    *exec.Cmd
	stage  *stage
	exited chan struct{}
}

func (c *child) inProcess() bool { return false }

func (c *child) start(_ context.Context, st *stage, stdin io.Reader, stdout, stderr io.Writer) error {
	c.stage = st
	in, ok := stdin.(*os.File)
	if !ok {
		var err error
		if in, err = emptyPipe(); err != nil {
			return err
		}
		defer in.Close()
	}
	var err error
	for wait := time.Millisecond; wait < time.Second; wait *= 2 {
		c.cmd = c.command(in, stdout, stderr)
		if err = c.processes.start(c.cmd); !isBusy(err) {
			break
		}
		time.Sleep(wait)
	}
	closeWriteEnds(st, stdout, stderr)
	return err
}

// command returns the process without starting it.
func (c *child) command(stdin io.Reader, stdout, stderr io.Writer) *exec.Cmd {
	cmd := &exec.Cmd{Path: c.executable, Args: c.args, Dir: c.dir, Env: []string{}}
	for name, value := range c.env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, stderr
	isolate(cmd)
	return cmd
}

// emptyPipe returns the read end of a pipe without a writer, since programs treat pipes differently from /dev/null.
func emptyPipe() (*os.File, error) {
	r, w, err := os.Pipe()
	if err == nil {
		err = w.Close()
	}
	return r, err
}

// closeWriteEnds closes this process's copies of the pipes to captures.
func closeWriteEnds(st *stage, writers ...io.Writer) {
	for i, w := range writers {
		f, ok := w.(*os.File)
		if !ok || f == st.pipe || f == st.out.file || f == st.err.file || i == 1 && w == writers[0] {
			continue
		}
		f.Close()
	}
}

// wait waits until the process has ended and no process holds its output open, or until the context is done.
func (c *child) wait(ctx context.Context) int {
	c.exited = make(chan struct{})
	var err error
	go func() {
		err = c.cmd.Wait()
		c.stage.copies.Wait()
		close(c.exited)
	}()
	select {
	case <-c.exited:
	case <-ctx.Done():
		c.processes.kill()
		select {
		case <-c.exited:
		case <-time.After(escape):
			// A process outside of the groups holds a pipe open. Closing this end ends the copying goroutines.
			for _, r := range c.stage.reads {
				r.Close()
			}
			<-c.exited
		}
	}
	c.processes.ended(c.cmd)
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exitCode(exit.ProcessState)
	}
	return 1
}

// escape is the time that killed processes may take to end.
const escape = 500 * time.Millisecond

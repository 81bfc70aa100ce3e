package execute

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/girih-ir/girih/lit/program"
)

// find returns how a command is run.
func (s *Shell) find(c *command) (runner, error) {
	if len(c.args) == 0 {
		return &goroutine{run: func(_ context.Context, inv program.Invocation) int {
			printEnv(inv.Env, inv.Stdout)
			return 0
		}, dir: s.Dir, env: c.env}, nil
	}
	name := c.args[0]
	f, known := s.Programs[name]
	confined := s.umask != "" || len(s.limits) > 0
	if known && !confined && !s.Isolate {
		return &goroutine{run: f, args: c.args[1:], dir: s.Dir, env: c.env}, nil
	}
	args := c.args
	if known && s.Child != nil {
		args = append(s.Child(name), args[1:]...)
	}
	executable := s.look(args[0], c.env)
	switch {
	case executable == "" && c.crash:
		return &goroutine{run: missing(name)}, nil
	case executable == "":
		return nil, c.errorf("'%s': command not found", name)
	}
	if confined {
		executable, args = s.confine(executable, args)
	}
	return &child{executable: executable, args: args, dir: s.Dir, env: c.env, processes: s.processes}, nil
}

// missing behaves like LLVM's program not for a program that cannot be run: a name that must be looked up is a failure,
// a path is a crash.
func missing(name string) program.Func {
	return func(_ context.Context, inv program.Invocation) int {
		fmt.Fprintf(inv.Stderr, "error: unable to find '%s'\n", name)
		if strings.ContainsRune(name, '/') {
			return -1
		}
		return 1
	}
}

// look returns the file of a program: an absolute name; a name that starts with a dot, in the current directory; or a
// name on the command's PATH or, if env cleared that, on the test's.
func (s *Shell) look(name string, env map[string]string) string {
	if strings.HasPrefix(name, ".") {
		if path := s.path(name); isRegular(path) {
			return path
		}
	}
	if filepath.IsAbs(name) {
		if isRegular(name) {
			return name
		}
		return ""
	}
	path, ok := env["PATH"]
	if !ok {
		path = s.Env["PATH"]
	}
	if path == "" {
		path = "/bin:/usr/bin"
	}
	for _, dir := range filepath.SplitList(path) {
		candidate := filepath.Join(dir, name)
		if info, err := os.Stat(candidate); err == nil && !info.IsDir() {
			if absolute, err := filepath.Abs(candidate); err == nil {
				return absolute
			}
		}
	}
	return ""
}

func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// confine runs a command in a system shell that sets umask and limits.
func (s *Shell) confine(executable string, args []string) (string, []string) {
	var script strings.Builder
	if s.umask != "" {
		fmt.Fprintf(&script, "umask %s && ", s.umask)
	}
	for i := 0; i < len(s.limits); i += 2 {
		kind, value := s.limits[i], s.limits[i+1]
		if kind == "-f" && value != "unlimited" {
			value = fmt.Sprintf("$(((%s + 511) / 512))", value) // in bytes here, in blocks there
		}
		fmt.Fprintf(&script, "ulimit %s %s && ", kind, value)
	}
	script.WriteString(`exec "$@"`)
	return "/bin/sh", append([]string{"sh", "-c", script.String(), "sh", executable}, args[1:]...)
}

// goroutine is a program that runs in this process.
type goroutine struct {
	run  program.Func
	args []string
	dir  string
	env  map[string]string
	done chan int
}

func (g *goroutine) inProcess() bool { return true }

func (g *goroutine) start(ctx context.Context, _ *stage, stdin io.Reader, stdout, stderr io.Writer) error {
	g.done = make(chan int, 1)
	inv := program.Invocation{Args: g.args, Dir: g.dir, Env: g.env, Stdin: stdin, Stdout: stdout, Stderr: stderr}
	go func() {
		code := -int(syscall.SIGABRT)
		defer func() {
			if p := recover(); p != nil {
				fmt.Fprintf(stderr, "panic: %v\n%s", p, debug.Stack())
			}
			g.done <- code
		}()
		code = g.run(ctx, inv)
	}()
	return nil
}

// grace is the time that a program in this process may take after the end of the test. After that it is abandoned: it
// cannot write anywhere, and ends with the process.
const grace = 100 * time.Millisecond

func (g *goroutine) wait(ctx context.Context) int {
	select {
	case code := <-g.done:
		return code
	case <-ctx.Done():
	}
	select {
	case code := <-g.done:
		return code
	case <-time.After(grace):
		return -int(syscall.SIGKILL)
	}
}

// watch ends the test if a file into which a command is redirected grows without end.
func (s *Shell) watch(ctx context.Context, st *stage) {
	over := s.tooMuch(st.command, s.MaxFile)
	files := st.files
	var check func()
	check = func() {
		if ctx.Err() != nil {
			return
		}
		for _, f := range files {
			info, err := f.Stat()
			if err != nil {
				return // the file is closed: the command has ended
			}
			if info.Mode().IsRegular() && info.Size() > s.MaxFile {
				over()
				return
			}
		}
		time.AfterFunc(watchInterval, check)
	}
	time.AfterFunc(watchInterval, check)
}

const watchInterval = 200 * time.Millisecond

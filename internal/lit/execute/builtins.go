package execute

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/internal/lit/shell"
	"github.com/girih-ir/girih/lit/program"
)

// builtin is a command that changes the shell, or files, without a process.
type builtin func(s *Shell, c *command, stdout, stderr io.Writer) (int, error)

var builtins = map[string]builtin{
	"cd": cd, "pushd": pushd, "popd": popd, "export": export, "mkdir": mkdir, "rm": rm, "umask": umask, "ulimit": ulimit,
	":": func(*Shell, *command, io.Writer, io.Writer) (int, error) { return 0, nil },
}

// isBuiltin reports whether the shell runs a command itself.
func isBuiltin(c *command, alone bool) bool {
	_, ok := builtins[c.args[0]]
	return ok || c.args[0] == "echo" && alone
}

// builtin runs a builtin, which must be the only command of its pipeline.
func (s *Shell) builtin(c *command, alone bool) (int, error) {
	name := c.args[0]
	switch {
	case c.own:
		return 0, c.errorf("Error: 'env' cannot call '%s'", name)
	case c.crash:
		return 0, c.errorf("Error: 'not --crash' cannot call '%s'", name)
	case !alone:
		return 0, c.errorf("Unsupported: '%s' cannot be part of a pipeline", name)
	}
	var stdout, stderr bytes.Buffer
	run := builtins[name]
	if name == "echo" {
		run = echo
	}
	code, err := run(s, c, &stdout, &stderr)
	if err != nil {
		return 0, err
	}
	if c.negations()%2 == 1 {
		code = negate(code)
	}
	s.results = append(s.results, Result{Command: c.source, Stdout: stdout.Bytes(), Stderr: stderr.Bytes(),
		ExitCode: code})
	return code, nil
}

// negate returns an exit code of failure for 0, and 0 for any other.
func negate(code int) int {
	if code == 0 {
		return 1
	}
	return 0
}

func cd(s *Shell, c *command, _, _ io.Writer) (int, error) {
	if len(c.args) != 2 {
		return 0, c.errorf("'cd' supports only one argument")
	}
	s.Dir = filepath.Clean(s.path(c.args[1]))
	return 0, nil
}

func pushd(s *Shell, c *command, _, _ io.Writer) (int, error) {
	if len(c.args) != 2 {
		return 0, c.errorf("'pushd' supports only one argument")
	}
	s.dirs = append(s.dirs, s.Dir)
	s.Dir = filepath.Clean(s.path(c.args[1]))
	return 0, nil
}

func popd(s *Shell, c *command, _, _ io.Writer) (int, error) {
	if len(c.args) != 1 {
		return 0, c.errorf("'popd' does not support arguments")
	}
	if len(s.dirs) == 0 {
		return 0, c.errorf("popd: directory stack empty")
	}
	last := len(s.dirs) - 1
	s.Dir, s.dirs = s.dirs[last], s.dirs[:last]
	return 0, nil
}

func export(s *Shell, c *command, _, _ io.Writer) (int, error) {
	if len(c.args) != 2 {
		return 0, c.errorf("'export' supports only one argument")
	}
	setEnv(s.Env, []shell.Word{{Text: c.args[1]}})
	return 0, nil
}

// echo writes to the file of a redirection, or to the test's output.
func echo(s *Shell, c *command, stdout, stderr io.Writer) (int, error) {
	for _, w := range c.source.Words {
		if w.Glob {
			return 0, fmt.Errorf("echo does not expand patterns, as LLVM's lit does not: quote %s", w.Text)
		}
	}
	r, err := s.redirect(c)
	if err != nil {
		return 0, err
	}
	defer r.close()
	if r.in.file != nil || r.err.file != nil && r.err.file != r.out.file || r.err.out {
		return 0, c.errorf("stdin and stderr redirects not supported for echo")
	}
	if r.out.file != nil {
		stdout = r.out.file
	}
	var message bytes.Buffer
	inv := program.Invocation{Args: c.args[1:], Dir: s.Dir, Stdout: stdout, Stderr: &message}
	if code := program.Echo(context.Background(), inv); code != 0 {
		return 0, errors.New(strings.TrimSpace(message.String()))
	}
	return 0, nil
}

func mkdir(s *Shell, c *command, _, stderr io.Writer) (int, error) {
	parents, dirs, err := flags(c, "p")
	if err != nil {
		return 0, err
	}
	code := 0
	for _, dir := range dirs {
		path := s.path(dir)
		if len(parents) > 0 {
			if err := os.MkdirAll(path, 0o777); err != nil {
				return 0, err
			}
			continue
		}
		err := os.Mkdir(path, 0o777)
		if info, statErr := os.Stat(path); errors.Is(err, fs.ErrExist) && statErr == nil && info.IsDir() {
			err = nil
		}
		if err != nil {
			fmt.Fprintf(stderr, "Error: 'mkdir' command failed, %v\n", err)
			code = 1
		}
	}
	return code, nil
}

func rm(s *Shell, c *command, _, stderr io.Writer) (int, error) {
	given, paths, err := flags(c, "frR")
	if err != nil {
		return 0, err
	}
	force, recursive := strings.Contains(given, "f"), strings.ContainsAny(given, "rR")
	code := 0
	for _, name := range paths {
		path := s.path(name)
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist) && force:
			continue
		case err == nil && info.IsDir() && recursive:
			err = os.RemoveAll(path)
		case err == nil && info.IsDir():
			err = fmt.Errorf("%s is a directory", path)
		case err == nil:
			err = os.Remove(path)
		}
		if err != nil {
			fmt.Fprintf(stderr, "Error: 'rm' command failed, %v\n", err)
			code = 1
		}
	}
	return code, nil
}

// flags parses the single-letter flags of mkdir and rm, which may be anywhere, and returns them and the operands.
func flags(c *command, known string) (given string, operands []string, err error) {
	args := c.args[1:]
	for i, arg := range args {
		if arg == "--" {
			operands = append(operands, args[i+1:]...)
			break
		}
		if len(arg) < 2 || arg[0] != '-' {
			operands = append(operands, arg)
			continue
		}
		for _, f := range arg[1:] {
			if !strings.ContainsRune(known, f) {
				return "", nil, c.errorf("Unsupported: '%s': option %s not recognized", c.args[0], arg)
			}
		}
		given += arg[1:]
	}
	if len(operands) == 0 {
		return "", nil, c.errorf("Error: '%s' is missing an operand", c.args[0])
	}
	return given, operands, nil
}

func umask(s *Shell, c *command, _, _ io.Writer) (int, error) {
	if len(c.args) != 2 {
		return 0, c.errorf("'umask' supports only one argument")
	}
	mask, err := strconv.ParseUint(c.args[1], 8, 32)
	if err != nil {
		return 0, c.errorf("Error: 'umask': %v", err)
	}
	s.umask = strconv.FormatUint(mask, 8)
	return 0, nil
}

func ulimit(s *Shell, c *command, _, _ io.Writer) (int, error) {
	if len(c.args) != 3 {
		return 0, c.errorf("'ulimit' requires two arguments")
	}
	kind, value := c.args[1], c.args[2]
	if _, err := strconv.ParseUint(value, 10, 63); err != nil && value != "unlimited" {
		return 0, c.errorf("Error: 'ulimit': %v", err)
	}
	if !slices.Contains([]string{"-v", "-n", "-s", "-f"}, kind) {
		return 0, c.errorf("'ulimit' does not support option: %s", kind)
	}
	s.limits = append(s.limits, kind, value)
	return 0, nil
}

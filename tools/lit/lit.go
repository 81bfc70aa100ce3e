// Package lit is tile-lit as a function: it runs tests with RUN lines, as LLVM's lit does, with programs in its own
// process. Another project builds its own runner by calling [Main] with [Programs] and its own programs. Package
// lit/runner runs its tests under go test.
package lit

import (
	"context"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/girih-ir/girih/internal/tools/compile"
	"github.com/girih-ir/girih/internal/tools/lit"
	"github.com/girih-ir/girih/internal/tools/run"
	"github.com/girih-ir/girih/internal/tools/tileopt"
	"github.com/girih-ir/girih/internal/tools/translate"
	"github.com/girih-ir/girih/internal/tools/tune"
	"github.com/girih-ir/girih/lit/filecheck/command"
	"github.com/girih-ir/girih/lit/program"
	"github.com/girih-ir/girih/tools/opt"
)

// Config configures a runner.
type Config struct {
	// Name is the tool's name in messages.
	Name string
	// Programs are functions that run in this process if a test's command has their name.
	Programs map[string]program.Func
}

// Main runs the tool with command-line arguments (without the program's name) and returns its exit code: 0, 1 if a test
// failed, or 2 if nothing was run.
func Main(ctx context.Context, cfg Config, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return lit.Main(ctx, lit.Config(cfg), args, stdin, stdout, stderr)
}

// Programs returns the project's tools and filecheck by name, as functions that run in the process.
func Programs() map[string]program.Func {
	return map[string]program.Func{
		"filecheck": fileCheck,
		"FileCheck": fileCheck,
		"tile-opt": tool(func(_ context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
			return opt.Main(tileopt.Config(), args, stdin, stdout, stderr)
		}),
		"tile-translate": tool(translate.Main),
		"tile-run":       tool(run.Main),
		"tile-tune":      tool(tune.Main),
		"tile-compile":   tool(compile.Main),
	}
}

func fileCheck(ctx context.Context, inv program.Invocation) int {
	var env []string
	for _, name := range slices.Sorted(maps.Keys(inv.Env)) {
		env = append(env, name+"="+inv.Env[name])
	}
	return command.Main(ctx, command.Invocation{
		Args: inv.Args, Dir: inv.Dir, Env: env, Stdin: inv.Stdin, Stdout: inv.Stdout, Stderr: inv.Stderr,
	})
}

// tool makes a program of a tool's main function. That function uses the process's directory, so relative names of
// files are made absolute.
func tool(main func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int) program.Func {
	return func(ctx context.Context, inv program.Invocation) int {
		return main(ctx, absolute(inv), inv.Stdin, inv.Stdout, inv.Stderr)
	}
}

// absolute returns the arguments, in which relative names of existing files, and names after -o, are made absolute.
func absolute(inv program.Invocation) []string {
	if dir, err := os.Getwd(); inv.Dir == "" || err == nil && dir == inv.Dir {
		return inv.Args
	}
	args := slices.Clone(inv.Args)
	for i, arg := range args {
		switch {
		case strings.HasPrefix(arg, "-") || filepath.IsAbs(arg):
		case i > 0 && strings.TrimLeft(args[i-1], "-") == "o":
			args[i] = inv.Path(arg)
		default:
			if _, err := os.Stat(inv.Path(arg)); err == nil {
				args[i] = inv.Path(arg)
			}
		}
	}
	return args
}

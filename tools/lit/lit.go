// Package lit is tile-lit as a function: it runs tests with RUN lines, as LLVM's lit does, with programs in its own
// process. Another project builds its own runner by calling [Main] with [Programs] and its own programs. Package
// lit/runner runs its tests under go test.
package lit

import (
	"context"
	"io"

	"github.com/girih-ir/girih/internal/tools/lit"
	"github.com/girih-ir/girih/lit/program"
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

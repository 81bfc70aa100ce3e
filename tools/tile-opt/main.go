// Command tile-opt reads textual IR, verifies it, runs a pipeline of passes over it and prints the result. It takes
// mlir-opt's flags.
package main

import (
	"context"
	"io"
	"os"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/tileopt"
	"github.com/girih-ir/girih/tools/opt"
)

func main() {
	cfg := tileopt.Config()
	cfg.OwnProcess = true
	os.Exit(cli.Main("tile-opt", func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
		return opt.MainContext(ctx, cfg, args, stdin, stdout, stderr)
	}))
}

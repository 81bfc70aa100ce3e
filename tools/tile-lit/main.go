// Command tile-lit runs tests with RUN lines, as LLVM's lit does, with the project's tools in its own process.
package main

import (
	"context"
	"io"
	"os"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/tools/lit"
)

func main() {
	cfg := lit.Config{Name: "tile-lit", Programs: lit.Programs()}
	os.Exit(cli.Main(cfg.Name, func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
		return lit.Main(ctx, cfg, args, stdin, stdout, stderr)
	}))
}

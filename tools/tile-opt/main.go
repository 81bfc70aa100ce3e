// Command tile-opt reads textual IR, verifies it, runs a pipeline of passes over it and prints the result. It takes
// mlir-opt's flags.
package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/girih-ir/girih/internal/tools/tileopt"
	"github.com/girih-ir/girih/tools/opt"
)

func main() {
	cfg := tileopt.Config()
	cfg.OwnProcess = true
	// The first interrupt lets the pass that runs come to its end; the second one ends the program.
	ctx, restore := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, restore)
	os.Exit(opt.MainContext(ctx, cfg, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

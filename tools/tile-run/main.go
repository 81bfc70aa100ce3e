// Command tile-run runs a kernel of a module of tile programs on the CPU, without a GPU, and prints what it wrote.
package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/girih-ir/girih/internal/tools/run"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run.Main(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

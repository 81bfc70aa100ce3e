// Command tile-lit runs tests with RUN lines, as LLVM's lit does, with the project's tools in its own process.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/girih-ir/girih/tools/lit"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	cfg := lit.Config{Name: "tile-lit", Programs: lit.Programs()}
	code := lit.Main(ctx, cfg, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

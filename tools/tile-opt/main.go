// Command tile-opt reads textual IR, verifies it, runs a pipeline of passes over it and prints the result. It takes
// mlir-opt's flags.
package main

import (
	"context"
	"os"
	"os/signal"

	dialects "github.com/girih-ir/girih/dialects/registry"
	passes "github.com/girih-ir/girih/lowering/registry"
	"github.com/girih-ir/girih/tools/layoutreport"
	"github.com/girih-ir/girih/tools/opt"
)

func main() {
	cfg := opt.Config{Name: "tile-opt", Dialects: dialects.All(), Passes: passes.Passes(), OwnProcess: true,
		Reports: []opt.Report{layoutreport.Report}}
	// The first interrupt lets the pass that runs come to its end; the second one ends the program.
	ctx, restore := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, restore)
	os.Exit(opt.MainContext(ctx, cfg, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

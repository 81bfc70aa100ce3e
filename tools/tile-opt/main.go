// Command tile-opt reads textual IR, verifies it, runs a pipeline of passes over it and prints the result. It takes
// mlir-opt's flags.
package main

import (
	"os"

	dialects "github.com/girih-ir/girih/dialects/registry"
	passes "github.com/girih-ir/girih/lowering/registry"
	"github.com/girih-ir/girih/tools/opt"
)

func main() {
	cfg := opt.Config{Name: "tile-opt", Dialects: dialects.All(), Passes: passes.Passes()}
	os.Exit(opt.Main(cfg, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

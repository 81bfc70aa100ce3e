// Command modular-opt is tile-opt with the dialect of docs/tutorial.md.
package main

import (
	"os"

	dialects "github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/examples/tutorial/modular"
	passes "github.com/girih-ir/girih/lowering/registry"
	"github.com/girih-ir/girih/tools/opt"
)

func main() { os.Exit(opt.Main(config(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func config() opt.Config {
	return opt.Config{
		Name:     "modular-opt",
		Dialects: append(dialects.All(), modular.Dialect),
		Passes:   append(passes.Passes(), modular.Expand, modular.ToArith),
	}
}

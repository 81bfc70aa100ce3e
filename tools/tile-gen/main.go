// Command tile-gen compiles the kernels of Go packages ahead of time and writes typed functions that launch them.
package main

import (
	"os"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/gen"
)

func main() { os.Exit(cli.Main("tile-gen", gen.Main)) }

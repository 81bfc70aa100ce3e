// Command tile-run runs a kernel of a module of tile programs on the CPU, without a GPU, and prints what it wrote.
package main

import (
	"os"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/run"
)

func main() { os.Exit(cli.Main("tile-run", run.Main)) }

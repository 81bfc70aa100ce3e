// Command tile-run runs a kernel of a tile program on the CPU or on a GPU, and prints the arrays that it wrote.
package main

import (
	"os"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/run"
)

func main() { os.Exit(cli.Main("tile-run", run.Main)) }

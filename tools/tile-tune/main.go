// Command tile-tune chooses the configuration of a kernel, from those that the kernel declares, by a model or on a GPU.
package main

import (
	"os"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/tune"
)

func main() { os.Exit(cli.Main("tile-tune", tune.Main)) }

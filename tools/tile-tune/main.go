// Command tile-tune chooses a kernel's configuration, among those that the kernel declares, by a model or by measuring
// on a GPU.
package main

import (
	"os"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/tune"
)

func main() { os.Exit(cli.Main("tile-tune", tune.Main)) }

// Command tile-explorer shows in a browser the stages of a kernel's compilation to machine code.
package main

import (
	"os"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/explorer"
)

func main() { os.Exit(cli.Main("tile-explorer", explorer.Main)) }

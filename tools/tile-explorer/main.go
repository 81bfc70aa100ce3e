// Command tile-explorer shows in a browser what a kernel becomes on its way to machine code.
package main

import (
	"os"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/explorer"
)

func main() { os.Exit(cli.Main("tile-explorer", explorer.Main)) }

// Command tile-translate turns textual IR in the dialects llvm and nvvm into LLVM IR.
package main

import (
	"os"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/translate"
)

func main() { os.Exit(cli.Main("tile-translate", translate.Main)) }

// Command tile-translate translates modules of the dialects llvm and nvvm to LLVM IR, and Triton's IR, kernels in Go
// and graphs of torch.export to MLIR text.
package main

import (
	"os"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/translate"
)

func main() { os.Exit(cli.Main("tile-translate", translate.Main)) }

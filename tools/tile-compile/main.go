// Command tile-compile compiles tile programs to LLVM IR, PTX or machine code.
package main

import (
	"os"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/compile"
	"github.com/girih-ir/girih/internal/tools/heap"
)

func main() {
	heap.New().Growing() // few kernels need so much memory that collecting garbage is worth its time
	os.Exit(cli.Main("tile-compile", compile.Main))
}

// Command tile-compile compiles tile programs to LLVM IR, PTX or machine code.
package main

import (
	"os"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/compile"
	"github.com/girih-ir/girih/internal/tools/heap"
)

func main() {
	heap.New().Growing() // kernels are small, so garbage collection rarely pays
	os.Exit(cli.Main("tile-compile", compile.Main))
}

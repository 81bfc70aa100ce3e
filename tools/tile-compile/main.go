// Command tile-compile compiles tile programs to LLVM IR, PTX or machine code.
package main

import (
	"context"
	"os"

	"github.com/girih-ir/girih/internal/tools/compile"
)

func main() {
	os.Exit(compile.Main(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

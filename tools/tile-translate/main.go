// Command tile-translate turns textual IR in the dialects llvm and nvvm into LLVM IR.
package main

import (
	"context"
	"os"

	"github.com/girih-ir/girih/internal/tools/translate"
)

func main() {
	os.Exit(translate.Main(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Command tile-foreign runs MLIR's own tests with the project's tools in place of mlir-opt, mlir-translate and
// FileCheck. It prints how many pieces of the tests pass, need something that is missing, or differ:
//
//	tile-foreign llvm-project/mlir/test
package main

import (
	"os"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/foreign"
)

func main() { os.Exit(cli.Main("tile-foreign", foreign.Main)) }

// Command tile-vet finds mistakes in kernels written in Go without running anything. It runs by itself or from go vet:
//
//	tile-vet ./...
//	go vet -vettool=$(which tile-vet) ./...
package main

import (
	"os"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	tilevet "github.com/girih-ir/girih/internal/tools/vet"
	"github.com/girih-ir/girih/kernel/vet"
)

func main() {
	args := os.Args[1:]
	if n := len(args); n > 0 && (strings.HasSuffix(args[n-1], ".cfg") || strings.HasPrefix(args[0], "-V") ||
		args[0] == "-flags") {
		unitchecker.Main(vet.Analyzer) // as go vet calls it
	}
	os.Exit(tilevet.Run("", args, os.Stdout, os.Stderr))
}

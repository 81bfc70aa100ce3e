// Command tile-vet finds mistakes in kernels written in Go without running anything, by itself or from go vet:
//
//	tile-vet ./...
//	go vet -vettool=$(which tile-vet) ./...
package main

import (
	"golang.org/x/tools/go/analysis/singlechecker"

	"github.com/girih-ir/girih/kernel/vet"
)

func main() { singlechecker.Main(vet.Analyzer) }

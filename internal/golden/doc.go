// Package golden reads the round-trip corpus under lit/test: MLIR files, each next to the output of LLVM's mlir-opt in
// one or more printing modes (x.mlir.pretty, x.mlir.generic, ...). A printer is correct if it prints the same bytes.
//
// A file's RUN lines say which modes it has, for the lit runner and this package alike:
//
//	// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
//	// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
//
// Other files expect diagnostics instead of output. The tests here run all of them through tile-opt. go test -update in
// this directory rewrites the outputs with the installed mlir-opt. Start with cases_test.go.
package golden

// Package test runs the project's suite of lit tests under go test. The tests are the files below this directory. They
// also run under tile-lit and, with tile-opt and the other tools on PATH, under LLVM's lit.
package test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/lit/program"
	"github.com/girih-ir/girih/lit/runner"
	"github.com/girih-ir/girih/lit/suite"
	"github.com/girih-ir/girih/tools/lit"
)

func TestSuite(t *testing.T) {
	runner.Test(t, suite.Settings{}, runner.Options{Programs: lit.Programs()}, ".")
}

// mlir-opt does not know tile programs, but reads them in generic form and prints them unchanged.
func TestMlirOptReadsTheGenericFormOfTilePrograms(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, file := range append(files, filepath.Join("tile", "ops.mlir"), filepath.Join("tilegpu", "shared.mlir")) {
		var want, message bytes.Buffer
		inv := program.Invocation{Args: []string{"--mlir-print-op-generic", file}, Stdout: &want, Stderr: &message}
		if code := lit.Programs()["tile-opt"](t.Context(), inv); code != 0 {
			t.Fatalf("%s: exit code %d\n%s", file, code, &message)
		}
		got := llvmtool.Output(t, "mlir-opt", want.String(), "--allow-unregistered-dialect", "--mlir-print-op-generic")
		if d := cmp.Diff(want.String(), got); d != "" {
			t.Errorf("%s: -tile-opt +mlir-opt:\n%s", file, d)
		}
	}
}

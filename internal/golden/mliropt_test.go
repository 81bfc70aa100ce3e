package golden_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/internal/longtest"
)

var update = flag.Bool("update", false, "write the golden files anew with the installed mlir-opt")

const corpus = "../../lit/test"

// pipe runs mlir-opt on input and returns its standard output, or its standard error as an error.
func pipe(path string, input []byte, flags ...string) ([]byte, error) {
	cmd := exec.Command(path, append(InputFlags(), flags...)...)
	cmd.Stdin = bytes.NewReader(input)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, stderr.Bytes())
	}
	return out, nil
}

func TestGoldenFilesAreWhatMlirOptPrints(t *testing.T) {
	opt := llvmtool.Find(t, "mlir-opt")
	if *update {
		for c, err := range Cases(os.DirFS(corpus)) {
			if c.Mode == "" {
				t.Fatal(err)
			}
			out, err := pipe(opt, c.Input, c.Mode.Flags()...)
			if err != nil {
				t.Errorf("%s: %v", c.Name(), err)
				continue
			}
			if err := os.WriteFile(filepath.Join(corpus, c.Name()), out, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	longtest.Only(t, "starts mlir-opt for each golden file")
	Run(t, os.DirFS(corpus), func(input []byte, mode Mode) ([]byte, error) {
		return pipe(opt, input, mode.Flags()...)
	})
}

// mlir-opt must read the golden text and print it unchanged; otherwise the corpus would prove little.
func TestGoldenTextIsAFixedPointOfMlirOpt(t *testing.T) {
	opt := llvmtool.Find(t, "mlir-opt")
	index := 0
	for c, err := range Cases(os.DirFS(corpus)) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Mode != Pretty && c.Mode != Generic {
			continue
		}
		if index++; !longtest.Includes(index, 20) {
			continue
		}
		t.Run(c.Name(), func(t *testing.T) {
			t.Parallel()
			got, err := pipe(opt, c.Want, c.Mode.Flags()...)
			if err != nil {
				t.Fatal(err)
			}
			if d := Diff(c.Want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestMlirOptEmitsExactlyTheExpectedDiagnostics(t *testing.T) {
	opt := llvmtool.Find(t, "mlir-opt")
	index := 0
	for c, err := range Diagnostics(os.DirFS(corpus)) {
		if err != nil {
			t.Fatal(err)
		}
		if index++; !longtest.Includes(index, 20) {
			continue
		}
		t.Run(c.Path, func(t *testing.T) {
			t.Parallel()
			if _, err := pipe(opt, c.Input, c.Flag); err != nil {
				t.Error(err)
			}
		})
	}
}

package girih_test

import (
	"path/filepath"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir/text"
)

// mlir-opt reads and prints the generic form, with unregistered operations; the result is the same module.
func TestMlirOptReadsEveryLevelOnTiles(t *testing.T) {
	for _, pattern := range []string{"examples/*.mlir", "benchmarks/gpu/kernels/*.mlir"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no kernels in %s: %v", pattern, err)
		}
		for i, file := range files {
			if !longtest.Includes(i, 4) {
				continue
			}
			for name, level := range levels {
				t.Run(name+"/"+filepath.Base(file), func(t *testing.T) { throughMlirOpt(t, file, level) })
			}
		}
	}
}

func throughMlirOpt(t *testing.T, file string, level girih.Level) {
	t.Helper()
	m := parse(t, filepath.Join("..", file), level)
	ours := string(text.Print(m.Operation(), text.Options{Generic: true}))
	theirs := llvmtool.Output(t, "mlir-opt", ours, "--allow-unregistered-dialect", "--mlir-print-op-generic")
	again, err := girih.Parse(file, []byte(theirs))
	if err != nil {
		t.Fatalf("what mlir-opt prints cannot be read: %v\n%s", err, theirs)
	}
	if got := string(text.Print(again.Operation(), text.Options{Generic: true})); got != ours {
		t.Errorf("by way of mlir-opt\n%s\nbecame\n%s", ours, got)
	}
}

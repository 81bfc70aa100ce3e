package reduce_test

import (
	"bytes"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/internal/tools/reduce"
)

// mlir-opt's canonicalization makes a generated program of 135 operations invalid. The reduced program shows the cause:
// the upper half of a signed product by 1 is computed with an operation that does not accept index.
func TestAProgramThatMlirOptBreaksIsReducedToAFewLines(t *testing.T) {
	longtest.Only(t, "starts mlir-opt for each attempt")
	mlirOpt := llvmtool.Find(t, "mlir-opt")
	var small, log bytes.Buffer
	args := []string{"testdata/generated.mlir", "--exit=fail", "--output='arith.extsi' op result #0 must be", "--",
		mlirOpt, "--canonicalize", "%s"}
	if code := reduce.Main(registry.All(), args, nil, &small, &log); code != 0 {
		t.Fatalf("exit code %d\n%s", code, &log)
	}
	const want = `module {
  func.func @f0(%arg0: index) -> index {
    %c1 = arith.constant 1 : index
    %low, %high = arith.mulsi_extended %arg0, %c1 : index
    return %high : index
  }
}
`
	if got := small.String(); got != want {
		t.Errorf("got\n%s%s", got, &log)
	}
}

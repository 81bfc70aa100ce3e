package foreign_test

import (
	"context"
	"fmt"
	"os"
	"regexp"

	"github.com/girih-ir/girih/internal/lit/foreign"
)

// The tests in testdata are written like MLIR's: they call mlir-opt and FileCheck.
func ExampleRun() {
	report, err := foreign.Run(context.Background(), "testdata", foreign.Options{
		Programs: programs(),
		Filter:   regexp.MustCompile(`^Dialect/`),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	arith := report.Areas["Dialect/Arith"]
	fmt.Println(arith.Pass, "pass,", arith.Missing, "missing,", arith.Differs, "differs")
	if err := report.Write(os.Stdout, false); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 3 pass, 0 missing, 1 differs
	//   pass  missing  differs  not counted  area
	//      3        0        1            0  Dialect/Arith
	//      3        0        1            0  all
	// differs: Dialect/Arith/ops.mlir:18
}

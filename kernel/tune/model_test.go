package tune_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/kernel/tune"
)

func TestX(t *testing.T) {
	text, _ := os.ReadFile("../../examples/kernels/matmul.mlir")
	src, err := tune.NewText(girih.NewContext(), "matmul.mlir", string(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range [][3]int64{{512, 512, 512}, {1024, 1024, 1024}, {2048, 2048, 2048}, {4096, 4096, 4096}, {8192, 8192, 8192}, {16384, 1024, 1024}, {16, 16384, 8192}} {
		r, err := tune.Rank(context.Background(), src, tune.Problem{Target: "sm_90a", Shapes: tune.Shapes{"a": {n[0], n[2]}, "b": {n[2], n[1]}, "c": {n[0], n[1]}, "bias": {n[1]}}, Integers: map[string]int64{"epilogue": 0}})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(n)
		for _, c := range r.Candidates {
			fmt.Printf("  %-30s %7.1f us %4.0f TF  mem %.0f MB l2 %.0f MB regs %d shared %d  %s\n", c.Text, c.Estimate.Seconds*1e6, c.Estimate.Flops/c.Estimate.Seconds/1e12, c.Estimate.Memory/1e6, c.Estimate.Cache/1e6, c.Estimate.Registers, c.Estimate.Shared, c.Estimate.Reasons())
		}
		for _, c := range r.Refused {
			fmt.Println("  refused", c.Text, c.Err)
		}
	}
}

package costs_test

import (
	"fmt"

	"github.com/girih-ir/girih/lowering/analysis/costs"
)

// The threads of the largest block have this many registers each.
func Example() {
	fmt.Println(costs.RegistersPerBlock / (costs.MaxWarps * 32))
	// Output:
	// 64
}

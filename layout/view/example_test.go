package view_test

import (
	"fmt"
	"os"

	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/layout/view"
)

// Each of four lanes holds two neighboring elements.
func ExampleText() {
	l, err := layout.Blocked(layout.BlockedSpec{SizePerThread: []int{2}, ThreadsPerWarp: []int{4}, WarpsPerCTA: []int{1},
		Order: []int{0}}, []int{8})
	if err == nil {
		err = view.Text(os.Stdout, []view.View{{Title: "pairs", Layout: l}})
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// pairs
	//   register=[(1)] lane=[(2),(4)] warp=[] -> dim0:8
	//   2 registers in each of 4 threads, every element once
	//   T0:0 T0:1 T1:0 T1:1 T2:0 T2:1 T3:0 T3:1
}

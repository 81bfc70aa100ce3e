package layout_test

import (
	"fmt"

	"github.com/girih-ir/girih/layout"
)

// A tensor of 256 elements over 4 warps, two consecutive elements to a thread.
func ExampleBlocked() {
	spec, err := layout.DefaultBlocked([]int{256}, 2, []int{0}, 32, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	l, err := layout.Blocked(spec, []int{256})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(l)
	fmt.Println("register 1 of lane 5 of warp 2 holds element", l.Apply(1, 5, 2)[0])
	// Output:
	// register=[(1)] lane=[(2),(4),(8),(16),(32)] warp=[(64),(128)] -> dim0:256
	// register 1 of lane 5 of warp 2 holds element 139
}

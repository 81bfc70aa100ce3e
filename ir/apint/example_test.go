package apint_test

import (
	"fmt"

	"github.com/girih-ir/girih/ir/apint"
)

// 200 in eight bits is negative.
func Example() {
	x := apint.New(8, 200)
	fmt.Println(x.Int64(), x.IsNegative(), x.Add(apint.New(8, 100)).Int64())
	// Output:
	// -56 true 44
}

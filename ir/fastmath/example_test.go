package fastmath_test

import (
	"fmt"

	"github.com/girih-ir/girih/ir/fastmath"
)

func ExampleNew() {
	flags := fastmath.New("demo", "fast-math flags", ",", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc")
	fmt.Println(flags.Text(fastmath.NNaN | fastmath.Contract))
	// Output:
	// nnan,contract
}

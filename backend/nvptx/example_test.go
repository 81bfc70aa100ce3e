package nvptx_test

import (
	"fmt"

	"github.com/girih-ir/girih/backend/nvptx"
)

func ExampleParseTarget() {
	target, err := nvptx.ParseTarget("sm_90a")
	if err != nil {
		fmt.Println(err)
		return
	}
	limits, _ := target.Limits()
	fmt.Println(target.SM, target.MinPTX(), limits.SharedPerBlock)
	// Output:
	// 90 8.0 232448
}

package manifest_test

import (
	"fmt"

	"github.com/girih-ir/girih/backend/manifest"
)

// A launcher reads the JSON form.
func ExampleParse() {
	m, err := manifest.Parse([]byte(`{"target": "sm_90", "kernels": [{"entry": "k",
		"arguments": [{"kind": "integer", "type": "i32", "bytes": 4}], "block": [128, 1, 1],
		"grid": {"unit": "block", "axes": [0]}, "shared_memory": 0}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	k, err := m.Kernel("k")
	fmt.Println(k.Threads(), err)
	// Output:
	// 128 <nil>
}

package vector

import (
	"fmt"
	"os"
	"testing"
)

// TestMain runs all tests with the kernels, and then without them, as on a processor that cannot run them.
func TestMain(m *testing.M) {
	code := m.Run()
	if fast && code == 0 {
		fast = false
		if code = m.Run(); code != 0 {
			fmt.Println("without the kernels in assembly")
		}
	}
	os.Exit(code)
}

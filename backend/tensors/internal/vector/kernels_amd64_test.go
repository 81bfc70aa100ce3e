package vector

import (
	"fmt"
	"os"
	"testing"
)

// TestMain runs all tests with the kernels, and then without: as on a processor that lacks what they need.
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

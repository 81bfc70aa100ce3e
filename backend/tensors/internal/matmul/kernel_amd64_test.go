package matmul

import (
	"fmt"
	"os"
	"testing"
)

// TestMain runs all tests with the widest registers of the processor, with narrower ones, and without assembly.
func TestMain(m *testing.M) {
	code := m.Run()
	for _, narrow := range []*bool{&wide, &fast} {
		if *narrow && code == 0 {
			*narrow = false
			if code = m.Run(); code != 0 {
				fmt.Println("with narrower registers, or without assembly")
			}
		}
	}
	os.Exit(code)
}

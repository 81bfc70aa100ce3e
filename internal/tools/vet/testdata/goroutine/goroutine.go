// Package goroutine has a kernel that tile-vet refuses.
package goroutine

import "github.com/girih-ir/girih/kernel"

// Start is no kernel, as it starts a goroutine.
func Start(x kernel.Array1[float32]) {
	go func() {}()
}

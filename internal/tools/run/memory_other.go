//go:build !linux

package run

import "math"

// physicalMemory returns the size of the machine's memory in bytes, which is not known on this system.
func physicalMemory() int64 { return math.MaxInt64 }

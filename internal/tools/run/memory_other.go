//go:build !linux

package run

import "math"

// physicalMemory is how many bytes the machine has: nobody says here.
func physicalMemory() int64 { return math.MaxInt64 }

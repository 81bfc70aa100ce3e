package run

import (
	"math"

	"golang.org/x/sys/unix"
)

// physicalMemory returns the size of the machine's memory in bytes.
func physicalMemory() int64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return math.MaxInt64
	}
	return int64(info.Totalram) * int64(info.Unit)
}

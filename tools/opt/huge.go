package opt

import (
	"os"
	"runtime"
	"strconv"
	"syscall"
)

func HugeHeap() {
	n, _ := strconv.Atoi(os.Getenv("HUGE"))
	if n == 0 {
		return
	}
	b := make([]byte, n<<20)
	syscall.Madvise(b, 14)
	runtime.KeepAlive(b)
	b = nil
	runtime.GC()
}

package heap

import (
	"os"
	"runtime"
	"syscall"
)

// From minReserve bytes of input on, the heap gets reservePerByte times as many bytes of huge pages: what reading a
// file of short operations in custom form needs. There are at most maxReserve bytes, since some systems count memory
// that is never touched.
const (
	minReserve     = 1 << 20
	reservePerByte = 12
	maxReserve     = 1 << 30
)

// ReserveHugePages gives the heap huge pages for reading the named file, in a process that does nothing else. It
// returns memory of such pages for the file's text. Otherwise, a tenth of the time is spent in page faults for pages of
// 4 KiB: Go's run time leaves the choice to the kernel, which by default uses huge pages only if a program asks for
// them.
//
// Only mapped parts of Go's heap can be advised. So a large object is allocated, which does not touch its pages,
// advised, and dropped. The allocator then uses its pages for the next objects. The text gets memory of its own, which
// the allocator knows to be zero, so that it is first touched when the text is read into it, in parallel.
func (s *Settings) ReserveHugePages(name string) (text []byte) {
	if s == nil || name == "-" {
		return nil
	}
	file, err := os.Stat(name)
	if err != nil || !file.Mode().IsRegular() || file.Size() < minReserve || file.Size() >= collectFrom {
		return nil
	}
	text = make([]byte, file.Size())
	heap := make([]byte, min(file.Size()*reservePerByte, maxReserve))
	// MADV_HUGEPAGE of linux/mman.h. A kernel without it returns an error, which is ignored.
	const madvHugepage = 14
	_ = syscall.Madvise(text, madvHugepage)
	_ = syscall.Madvise(heap, madvHugepage)
	runtime.KeepAlive(heap)
	runtime.GC()
	return text
}

package heap

import (
	"os"
	"runtime"
	"syscall"
)

// From minReserve bytes of input on, the heap gets reservePerByte times as many bytes of huge pages: what reading needs
// for a file of short operations in custom form. There are at most maxReserve, since some systems count memory that is
// never touched.
const (
	minReserve     = 1 << 20
	reservePerByte = 12
	maxReserve     = 1 << 30
)

// ReserveHugePages has the heap that reading the named file will need made of huge pages, in a process that does
// nothing else, and returns memory of such pages for its text. Without, a tenth of the time goes to page faults, each
// for 4 KiB; Go's run time leaves the choice to the kernel, whose usual setting is huge pages only where a program asks
// for them.
//
// Go's heap can be advised only where it has been mapped. So a large object is allocated, which touches none of its
// pages, advised and dropped: the allocator gives its pages to what comes next. The text gets memory of its own, which
// the allocator knows to be zero and does not touch before the text is read, in parallel, into it.
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
	// MADV_HUGEPAGE of linux/mman.h; a kernel without it answers with an error, which costs nothing
	const madvHugepage = 14
	_ = syscall.Madvise(text, madvHugepage)
	_ = syscall.Madvise(heap, madvHugepage)
	runtime.KeepAlive(heap)
	runtime.GC()
	return text
}

package nvptx

import (
	"os"
	"sync"
	"time"
)

// opened remembers what programs and libraries have said about themselves, so that each one is asked once. A file that
// has changed since is asked again. A caller that asks while another one waits for the answer gets the same answer.
type opened[T any] struct {
	files sync.Map // *openedFile[T] by path
}

type openedFile[T any] struct {
	mu    sync.Mutex
	known bool
	size  int64
	time  time.Time
	value T
}

// get returns what open returns for the file at path. Errors are not remembered, nor are results for a name that is not
// that of a file.
func (o *opened[T]) get(path string, open func() (T, error)) (T, error) {
	info, err := os.Stat(path)
	if err != nil {
		return open()
	}
	entry, _ := o.files.LoadOrStore(path, new(openedFile[T]))
	file := entry.(*openedFile[T])
	file.mu.Lock()
	defer file.mu.Unlock()
	if file.known && file.size == info.Size() && file.time.Equal(info.ModTime()) {
		return file.value, nil
	}
	value, err := open()
	if err == nil {
		file.known, file.size, file.time, file.value = true, info.Size(), info.ModTime(), value
	}
	return value, err
}

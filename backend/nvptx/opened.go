package nvptx

import (
	"os"
	"sync"
	"time"
)

// opened remembers what programs and libraries have said about themselves, so that each one is asked once. A file that
// has changed since is asked again.
type opened[T any] struct {
	mu    sync.Mutex
	files map[string]openedFile[T]
}

type openedFile[T any] struct {
	size  int64
	time  time.Time
	value T
}

// get returns what open returns for the file at path. Errors are not remembered, nor is what has no file of this name.
func (o *opened[T]) get(path string, open func() (T, error)) (T, error) {
	info, err := os.Stat(path)
	if err != nil {
		return open()
	}
	o.mu.Lock()
	known, ok := o.files[path]
	o.mu.Unlock()
	if ok && known.size == info.Size() && known.time.Equal(info.ModTime()) {
		return known.value, nil
	}
	value, err := open()
	if err != nil {
		return value, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.files == nil {
		o.files = make(map[string]openedFile[T])
	}
	o.files[path] = openedFile[T]{info.Size(), info.ModTime(), value}
	return value, nil
}

// Package outfile reads inputs and writes outputs of tools whose flags name files, with "-" for the standard streams.
// An output replaces its file only when it is complete.
package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
)

// Read returns the contents of a file, or all of stdin for "-".
func Read(name string, stdin io.Reader) ([]byte, error) { return ReadInto(nil, name, stdin) }

// ReadInto is [Read], but reads a file of the length of buf into it.
func ReadInto(buf []byte, name string, stdin io.Reader) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(stdin)
	}
	if data, ok := readInParts(buf, name); ok {
		return data, nil
	}
	return os.ReadFile(name)
}

// partSize is the size of what one goroutine reads of a file, in bytes.
const partSize = 4 << 20

// readInParts reads a large regular file, all parts at once: that halves the time until there is something to work on.
// It reports whether all of the file was read; if not, reading it again in sequence tells why.
func readInParts(buf []byte, name string) ([]byte, bool) {
	f, err := os.Open(name)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > math.MaxInt {
		return nil, false
	}
	if int64(len(buf)) != info.Size() {
		if info.Size() < 2*partSize {
			return nil, false
		}
		buf = make([]byte, info.Size())
	}
	var failed atomic.Bool
	var wg sync.WaitGroup
	for at := 0; at < len(buf); at += partSize {
		part := buf[at:min(at+partSize, len(buf))]
		wg.Go(func() {
			if n, _ := f.ReadAt(part, int64(at)); n < len(part) {
				failed.Store(true)
			}
		})
	}
	wg.Wait()
	return buf, !failed.Load()
}

// Write replaces a file by data in one step, so that a failure leaves the old one; "-" is stdout.
func Write(name string, data []byte, stdout io.Writer) error {
	f, err := Create(name, stdout)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Discard()
		return err
	}
	return f.Commit()
}

// File is an output that is being written. What is not a regular file, such as a device, a pipe or standard output,
// receives what is written at once; a regular file is replaced when the output is committed.
type File struct {
	io.Writer
	name string   // of the file to replace; "" for none
	file *os.File // to close; nil for standard output
}

// Create begins to write an output.
func Create(name string, stdout io.Writer) (*File, error) {
	if name == "-" {
		return &File{Writer: stdout}, nil
	}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target // the link stays, what it leads to is replaced
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, cannotWrite(name, "", err)
		}
		return &File{Writer: f, file: f}, nil
	}
	dir := filepath.Dir(name)
	f, err := os.CreateTemp(dir, "."+filepath.Base(name)+"-*")
	if err != nil {
		return nil, cannotWrite(name, "directory "+dir+": ", err)
	}
	return &File{Writer: f, file: f, name: name}, nil
}

// cannotWrite names the output in an error, and not the temporary file, which says nothing to the user.
func cannotWrite(name, part string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("cannot write %s: %s%w", name, part, err)
}

// Commit ends the output and puts it in its place.
func (f *File) Commit() error {
	if f.name == "" {
		return f.close()
	}
	err := errors.Join(f.file.Chmod(0o644), f.close())
	if err == nil {
		err = os.Rename(f.file.Name(), f.name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.file.Name()))
	}
	return nil
}

// Discard ends the output and leaves what was in its place.
func (f *File) Discard() {
	// Nothing was promised about what is thrown away, so that errors tell nothing.
	_ = f.close()
	if f.name != "" {
		_ = os.Remove(f.file.Name())
	}
}

func (f *File) close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}

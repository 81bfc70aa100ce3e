// Package outfile reads inputs and writes outputs of tools whose flags name files; "-" names the standard streams. An
// output replaces its file only when it is complete.
package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
)

// Read returns the contents of a file, or all of stdin for "-".
func Read(name string, stdin io.Reader) ([]byte, error) { return ReadInto(nil, name, stdin) }

// ReadInto is [Read], but reads a file whose size is the length of buf into buf.
func ReadInto(buf []byte, name string, stdin io.Reader) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(stdin)
	}
	if data, ok := readInParts(buf, name); ok {
		return data, nil
	}
	return os.ReadFile(name)
}

// partSize is the number of bytes of a file that one goroutine reads.
const partSize = 4 << 20

// readInParts reads all parts of a large regular file in parallel, which halves the time. It reports whether all of the
// file was read. If not, reading it again in sequence finds the reason.
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

// Write replaces a file by data in one step, so that the old file stays after a failure; "-" is stdout.
func Write(name string, data []byte, stdout io.Writer) error {
	f, err := Create(name, stdout)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Discard()
		if name == "-" {
			name = "standard output"
		}
		return cannotWrite(name, "", err)
	}
	return f.Commit()
}

// File is an output that is being written. A regular file is replaced when the output is committed. Anything else, such
// as a device, a pipe or standard output, is written to immediately.
type File struct {
	io.Writer
	name  string   // of the file to replace; "" for none
	shown string   // the name that was given
	file  *os.File // to be closed; nil for standard output
}

// Create begins to write an output.
func Create(name string, stdout io.Writer) (*File, error) {
	if name == "-" {
		return &File{Writer: stdout}, nil
	}
	target, err := behindLinks(name)
	if err != nil {
		return nil, cannotWrite(name, "", err)
	}
	info, statErr := os.Stat(target)
	switch {
	case statErr == nil && info.IsDir():
		return nil, cannotWrite(name, "", syscall.EISDIR)
	case statErr == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return nil, cannotWrite(name, "", err)
		}
		return &File{Writer: f, file: f}, nil
	}
	dir := filepath.Dir(target)
	f, err := createTemporary(dir)
	if err != nil {
		return nil, cannotWrite(name, "directory "+dir+": ", err)
	}
	if statErr == nil {
		if err := f.Chmod(info.Mode().Perm()); err != nil {
			return nil, errors.Join(cannotWrite(name, "", err), f.Close(), removeTemporary(f.Name()))
		}
	}
	if len(filepath.Base(target)) > maxName {
		return nil, errors.Join(cannotWrite(name, "", syscall.ENAMETOOLONG), f.Close(), removeTemporary(f.Name()))
	}
	return &File{Writer: f, file: f, name: target, shown: name}, nil
}

// maxName is the greatest length in bytes of a file name in common file systems.
const maxName = 255

// behindLinks follows symbolic links: the links stay, and their target is replaced or created.
func behindLinks(name string) (string, error) {
	const most = 40 // the limit of Linux
	for range most {
		info, err := os.Lstat(name)
		if err != nil || info.Mode()&os.ModeSymlink == 0 {
			return name, nil // opening the file will report the error
		}
		to, err := os.Readlink(name)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(name), to)
		}
		name = to
	}
	return "", syscall.ELOOP
}

// createTemporary creates a file with the permissions of a new file. Its name is short, whatever the name of the output
// is.
func createTemporary(dir string) (*os.File, error) {
	for try := 0; ; try++ {
		name := filepath.Join(dir, fmt.Sprintf(".girih-%08x", rand.Uint32()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			temporaries.Store(name, nil)
		}
		if !errors.Is(err, fs.ErrExist) || try == 100 {
			return f, err
		}
	}
}

// temporaries are the names of files that are not in place yet. A process that is told to end has to remove them,
// whatever it is doing.
var temporaries sync.Map

// stopped says that the process was told to end.
var stopped atomic.Bool

// ErrStopped is the error of a commit after [Stop].
var ErrStopped = errors.New("stopped by a signal")

// Stop prevents outputs from replacing files from now on: the process was told to end, so no new output is expected.
func Stop() { stopped.Store(true) }

// RemoveTemporaries removes all temporary files, when the process is about to end.
func RemoveTemporaries() {
	temporaries.Range(func(name, _ any) bool {
		_ = os.Remove(name.(string)) // the error cannot be reported any more
		return true
	})
}

// removeTemporary removes a temporary file.
func removeTemporary(name string) error {
	temporaries.Delete(name)
	return os.Remove(name)
}

// WriteAll replaces several files, or none: each is written before the first is put in place. If that fails, the others
// are not touched.
func WriteAll(outputs []Output, stdout io.Writer) error {
	var open []*File
	var err error
	for _, o := range outputs {
		var f *File
		if f, err = Create(o.Name, stdout); err != nil {
			break
		}
		open = append(open, f)
		if err = o.Write(f); err != nil {
			err = fmt.Errorf("cannot write %s: %w", o.Name, err)
			break
		}
	}
	for i, f := range open {
		if err != nil {
			f.Discard()
		} else if err = f.Commit(); err != nil {
			for _, rest := range open[i+1:] {
				rest.Discard()
			}
			break
		}
	}
	return err
}

// Output is a file to be written.
type Output struct {
	Name  string
	Write func(w io.Writer) error
}

// Check returns an error if an output cannot be written, before the work that creates it. It changes nothing.
func Check(name string) error {
	target, err := behindLinks(name)
	if err != nil {
		return cannotWrite(name, "", err)
	}
	if info, err := os.Stat(target); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil // opening a pipe may wait for its reader
	}
	f, err := Create(name, io.Discard)
	if err == nil {
		f.Discard()
	}
	return err
}

// cannotWrite names the output in an error, and not the temporary file, whose name means nothing to the user.
func cannotWrite(name, part string, err error) error {
	var path *fs.PathError
	var link *os.LinkError
	if errors.As(err, &path) {
		err = path.Err
	} else if errors.As(err, &link) {
		err = link.Err
	}
	return fmt.Errorf("cannot write %s: %s%w", name, part, err)
}

// Commit completes the output and puts it in place.
func (f *File) Commit() error {
	if f.name == "" {
		return f.close()
	}
	err := f.close()
	if err == nil && stopped.Load() {
		err = ErrStopped
	}
	if err == nil {
		err = os.Rename(f.file.Name(), f.name)
	}
	temporaries.Delete(f.file.Name())
	if err != nil {
		_ = removeTemporary(f.file.Name())
		return cannotWrite(f.shown, "", err)
	}
	return nil
}

// Discard abandons the output; the old file stays.
func (f *File) Discard() {
	// The data is thrown away, so errors do not matter.
	_ = f.close()
	if f.name != "" {
		_ = removeTemporary(f.file.Name())
	}
}

func (f *File) close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}

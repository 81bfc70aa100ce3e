// Package outfile reads inputs and writes outputs of tools whose flags name files, with "-" for the standard streams.
// An output replaces its file only when it is complete.
package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Read returns the contents of a file, or all of stdin for "-".
func Read(name string, stdin io.Reader) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(stdin)
	}
	return os.ReadFile(name)
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

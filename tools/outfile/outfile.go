// Package outfile reads inputs and writes outputs of tools whose flags name files, with "-" for the standard streams.
package outfile

import (
	"errors"
	"io"
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
	if name == "-" {
		_, err := stdout.Write(data)
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

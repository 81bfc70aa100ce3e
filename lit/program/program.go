// Package program has small programs that tests use, as functions: cat, echo, count, diff and split-file. They behave
// like the programs in LLVM's lit and LLVM's tools. Other programs of the type [Func] can also run in the runner's
// process.
//
// Start with [Func] and [Standard]. Package execute calls them.
package program

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Invocation is one execution of a program.
type Invocation struct {
	Args           []string          // without the program's name
	Dir            string            // relative names of files are relative to it
	Env            map[string]string // the environment
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// Func is a program that runs in the process. It returns its exit code. It only uses the streams, the environment and
// the directory of the invocation, not those of the process. It may run at the same time as others. It returns soon
// after the context is done.
type Func func(ctx context.Context, inv Invocation) int

// Path resolves the name of a file relative to the directory of the invocation.
func (inv Invocation) Path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(inv.Dir, name)
}

// fail writes a message and returns exit code 1.
func (inv Invocation) fail(format string, args ...any) int {
	fmt.Fprintf(inv.Stderr, format+"\n", args...)
	return 1
}

// Standard returns the programs of this package by name.
func Standard() map[string]Func {
	return map[string]Func{"cat": cat, "count": count, "diff": diff, "echo": Echo, "split-file": splitFile}
}

// maxFile is the size of the largest file to read. Endless files, such as /dev/zero, must not fill the memory.
const maxFile = 256 << 20

// read returns the contents of a file, or of standard input for "-".
func read(inv Invocation, name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(inv.Stdin)
	}
	return readFile(inv.Path(name))
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("%s: longer than %d bytes", path, maxFile)
	}
	return data, err
}

package main

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/girih-ir/girih/backend/nvptx"
)

// size is the amount of text and code of a program at each stage.
type size struct {
	LLVMIR       int `json:"llvm_ir_lines"`
	PTX          int `json:"ptx_lines"`
	Instructions int `json:"instructions"` // of the GPU, with those that fill up the last lines
}

// lines counts the lines with something other than a comment, a label or debug information.
func lines(text string) (n int) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if len(line) > 0 && !strings.ContainsRune(";!/.", rune(line[0])) && !strings.HasSuffix(line, ":") {
			n++
		}
	}
	return n
}

// instructions counts the instructions of a cubin.
func instructions(cubin []byte) (n int, err error) {
	functions, err := nvptx.Cubin{Image: cubin}.Instructions()
	for _, size := range functions {
		n += size
	}
	return n, err
}

// peerSize reads Triton's output for the same program from files with the endings .llir, .ptx and .cubin. It returns
// nil if there are none.
func peerSize(name string) (*size, error) {
	var text [3][]byte
	for i, ending := range []string{".llir", ".ptx", ".cubin"} {
		var err error
		if text[i], err = os.ReadFile(name + ending); errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		} else if err != nil {
			return nil, err
		}
	}
	n, err := instructions(text[2])
	return &size{LLVMIR: lines(string(text[0])), PTX: lines(string(text[1])), Instructions: n}, err
}

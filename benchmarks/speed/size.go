package main

import (
	"bytes"
	"debug/elf"
	"errors"
	"io/fs"
	"os"
	"strings"
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

// instructions counts the instructions of a cubin. An instruction has 16 bytes from sm_70 on.
func instructions(cubin []byte) (n int, err error) {
	const version = 20 // offset of e_version: some releases of ptxas write one that readers of ELF do not know
	if len(cubin) > version {
		cubin = bytes.Clone(cubin)
		cubin[version] = byte(elf.EV_CURRENT)
	}
	file, err := elf.NewFile(bytes.NewReader(cubin))
	if err != nil {
		return 0, err
	}
	for _, section := range file.Sections {
		if strings.HasPrefix(section.Name, ".text.") {
			n += int(section.Size / 16)
		}
	}
	return n, nil
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

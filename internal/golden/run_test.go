package golden_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"testing"
)

// separator separates the modules of an input and of its output.
var separator = []byte("// -----\n")

// Run checks a printer for every case below fsys, in one parallel subtest each. print reads an input as mlir-opt does
// with inputFlags from standard input, and returns its text in the given mode.
func Run(t *testing.T, fsys fs.FS, print func(input []byte, mode Mode) ([]byte, error)) {
	t.Helper()
	cases := 0
	for c, err := range Cases(fsys) {
		if err != nil {
			t.Errorf("%s: %v", c.Path, err)
			continue
		}
		cases++
		t.Run(c.Name(), func(t *testing.T) {
			t.Parallel()
			got, err := print(c.Input, c.Mode)
			if err != nil {
				t.Fatalf("cannot print: %v", err)
			}
			if d := Diff(c.Want, got); d != "" {
				t.Error(d)
			}
		})
	}
	if cases == 0 {
		t.Error("the corpus has no cases")
	}
}

// Diff returns "" if got equals want, and otherwise a description of the first line that differs, with the module of
// the corpus file that contains it.
func Diff(want, got []byte) string {
	if bytes.Equal(want, got) {
		return ""
	}
	w, g := bytes.SplitAfter(want, separator), bytes.SplitAfter(got, separator)
	for i := range min(len(w), len(g)) {
		if d := diffLines(w[i], g[i]); d != "" {
			return fmt.Sprintf("module %d of %d, %s", i+1, len(w), d)
		}
	}
	return fmt.Sprintf("want %d modules, got %d", len(w), len(g))
}

// diffLines describes the first line in which two printed modules differ, or returns "".
func diffLines(want, got []byte) string {
	w, g := bytes.SplitAfter(want, []byte("\n")), bytes.SplitAfter(got, []byte("\n"))
	for i := range max(len(w), len(g)) {
		var wl, gl []byte
		if i < len(w) {
			wl = w[i]
		}
		if i < len(g) {
			gl = g[i]
		}
		if !bytes.Equal(wl, gl) {
			return fmt.Sprintf("line %d:\nwant %q\ngot  %q", i+1, wl, gl)
		}
	}
	return ""
}

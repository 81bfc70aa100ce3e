package golden_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// run returns the RUN line of a mode in the corpus.
func run(mode, flags string) string {
	return "// RUN: tile-opt --allow-unregistered-dialect --split-input-file" + flags + " | diff %s." + mode + " -\n"
}

func TestCasesFollowTheRunLines(t *testing.T) {
	input := run("pretty", " %s") + run("debuginfo", " --mlir-print-debuginfo < %s") + "module {}\n"
	fsys := fstest.MapFS{
		"a/x.mlir":           {Data: []byte(input)},
		"a/x.mlir.pretty":    {Data: []byte("P")},
		"a/x.mlir.debuginfo": {Data: []byte("D")},
		"a/x.mlir.generic":   {Data: []byte("no RUN line names this")},
		"b.mlir":             {Data: []byte("// RUN: tile-opt %s\n")},
	}
	var got []string
	for c, err := range Cases(fsys) {
		if err != nil {
			t.Fatal(err)
		}
		if string(c.Input) != input {
			t.Errorf("%s has input %q", c.Name(), c.Input)
		}
		got = append(got, c.Name()+"="+string(c.Want))
	}
	if want := "a/x.mlir.pretty=P a/x.mlir.debuginfo=D"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCasesReportWhatIsWrongWithAFile(t *testing.T) {
	tests := map[string]struct {
		fsys fstest.MapFS
		want string
	}{
		"golden file missing": {fstest.MapFS{"x.mlir": {Data: []byte(run("pretty", " %s"))}}, "file does not exist"},
		"unknown mode": {fstest.MapFS{"x.mlir": {Data: []byte(run("ugly", " %s"))}, "x.mlir.ugly": {}},
			"unknown mode"},
		"flags of another mode": {
			fstest.MapFS{"x.mlir": {Data: []byte(run("generic", " %s"))}, "x.mlir.generic": {}}, "is not the one of mode",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			found := false
			for c, err := range Cases(tt.fsys) {
				found = found || err != nil && strings.Contains(err.Error(), tt.want) && c.Path == "x.mlir"
			}
			if !found {
				t.Errorf("no error with %q", tt.want)
			}
		})
	}
}

func TestDiagnosticsCarriesTheFlag(t *testing.T) {
	fsys := fstest.MapFS{
		"a.mlir": {Data: []byte("// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics " +
			"%s\n")},
		"b.mlir": {Data: []byte("// RUN: tile-opt --allow-unregistered-dialect --split-input-file " +
			"--verify-diagnostics=only-expected %s\n")},
		"c.mlir": {Data: []byte("// RUN: tile-opt %s\n")},
	}
	var got []string
	for c, err := range Diagnostics(fsys) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, c.Path+" "+c.Flag)
	}
	if want := "a.mlir --verify-diagnostics, b.mlir --verify-diagnostics=only-expected"; strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDiffNamesTheModuleAndTheLine(t *testing.T) {
	want := []byte("module {\n}\n\n// -----\nmodule {\n  a\n}\n")
	got := []byte("module {\n}\n\n// -----\nmodule {\n  b\n}\n")
	if d := Diff(want, want); d != "" {
		t.Errorf("equal texts differ: %s", d)
	}
	if d := Diff(want, got); !strings.HasPrefix(d, "module 2 of 2, line 2:") {
		t.Errorf("got %q", d)
	}
	if d := Diff(want, want[:14]); d == "" {
		t.Error("a module too few is not a difference")
	}
	if d := Diff(want, bytes.TrimSuffix(want, []byte("\n"))); d == "" {
		t.Error("a line end too few is not a difference")
	}
}

// TestEveryFileOfTheCorpusIsChecked finds inputs that no test reads and golden files whose input is gone.
func TestEveryFileOfTheCorpusIsChecked(t *testing.T) {
	fsys := os.DirFS(corpus)
	used := map[string]bool{}
	modules := map[bool]int{}
	count := func(input []byte, invalid bool) { modules[invalid] += bytes.Count(input, []byte("\n// -----")) + 1 }
	for c, err := range Cases(fsys) {
		if err != nil {
			t.Error(err)
		}
		if !used[c.Path] {
			count(c.Input, false)
		}
		used[c.Path], used[c.Name()] = true, true
	}
	for c, err := range Diagnostics(fsys) {
		if err != nil {
			t.Error(err)
		}
		count(c.Input, true)
		used[c.Path] = true
		if !bytes.Contains(c.Input, []byte("expected-error")) {
			t.Errorf("%s expects no error", c.Path)
		}
	}
	err := fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.Contains(path, ".mlir") && !used[path] && !foreign(t, fsys, path) {
			t.Errorf("no test reads %s", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if modules[false] < 1000 || modules[true] < 1000 {
		t.Errorf("%d valid and %d invalid modules: the corpus has shrunk", modules[false], modules[true])
	}
}

func foreign(t *testing.T, fsys fs.FS, path string) bool {
	t.Helper()
	data, err := fs.ReadFile(fsys, path)
	if err != nil {
		t.Fatal(err)
	}
	return Foreign(data)
}

func TestFilesOfOtherRunnersAreLeftAlone(t *testing.T) {
	for line, want := range map[string]bool{
		"// RUN: tile-opt %s | filecheck %s\n":       true,
		"// RUN: tile-opt %s --verify-diagnostics\n": true,
		"no command\n": false,
		run("pretty", " %s") + "// RUN: tile-opt %s\n": false,
	} {
		if got := Foreign([]byte(line)); got != want {
			t.Errorf("Foreign(%q) = %v, want %v", line, got, want)
		}
	}
}

// A module of an invalid file without expected diagnostics would be a test that it is valid.
func TestEveryInvalidModuleExpectsAnError(t *testing.T) {
	for c, err := range Diagnostics(os.DirFS(corpus)) {
		if err != nil {
			t.Fatal(err)
		}
		for i, module := range strings.Split(string(c.Input), "\n// -----") {
			if !strings.Contains(module, "// expected-error") {
				t.Errorf("%s: module %d expects no error", c.Path, i+1)
			}
		}
	}
}

func FuzzCases(f *testing.F) {
	f.Add([]byte(run("pretty", " %s")))
	f.Add([]byte("// RUN: | diff %s. -\n// RUN: tile-opt --verify-diagnostics="))
	f.Fuzz(func(t *testing.T, input []byte) {
		fsys := fstest.MapFS{"x.mlir": {Data: input}, "x.mlir.pretty": {}}
		for c, err := range Cases(fsys) {
			if err == nil && len(c.Want) > 0 {
				t.Errorf("golden text out of nothing: %+v", c)
			}
		}
		for c, err := range Diagnostics(fsys) {
			if err != nil || c.Flag == "" {
				t.Errorf("%+v: %v", c, err)
			}
		}
	})
}

func ExampleCases() {
	fsys := fstest.MapFS{
		"x.mlir":        {Data: []byte(run("pretty", " %s") + "\"u.op\"() : () -> ()\n")},
		"x.mlir.pretty": {Data: []byte("module {\n  \"u.op\"() : () -> ()\n}\n\n")},
	}
	for c, err := range Cases(fsys) {
		if errors.Is(err, fs.ErrNotExist) {
			fmt.Println("run go test -update")
		}
		fmt.Printf("%s must print:\n%s", c.Name(), c.Want)
	}
	// Output:
	// x.mlir.pretty must print:
	// module {
	//   "u.op"() : () -> ()
	// }
}

package program_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/lit/program"
)

// call runs a standard program in a directory.
func call(t *testing.T, dir, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	f := program.Standard()[args[0]]
	code = f(t.Context(), program.Invocation{
		Args: args[1:], Dir: dir, Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs,
	})
	return code, out.String(), errs.String()
}

func TestPrograms(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a": "1\n2\n", "b": "1\n3\n", "crlf": "1\r\n2\r\n", "control": "\x01\x7f\x80\xff\t\n", "latin1": "\xe4\r\n",
		"spaces": "1 \n 2\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		command, stdin string
		code           int
		stdout, stderr string
	}{
		{"echo a b", "", 0, "a b\n", ""},
		{"echo -n a", "", 0, "a", ""},
		{`echo -e a\tb\x41\101\u00e9\q\\`, "", 0, "a\tbAA\u00e9\\q\\\n", ""},
		{`echo -e \x4`, "", 1, "", `truncated \x escape`},
		{`echo -e a\`, "", 1, "", `\ at end of string`},
		{`echo a\tb -n`, "", 0, `a\tb -n` + "\n", ""},
		{"cat a b", "", 0, "1\n2\n1\n3\n", ""},
		{"cat", "x\r\ny\rz", 0, "x\ny\nz", ""},
		{"cat crlf", "", 0, "1\n2\n", ""},
		{"cat latin1", "", 0, "\xe4\r\n", ""},
		{"cat -v control", "", 0, "^A^?M-^@M-^?\t\n", ""},
		{"cat --show-nonprinting control", "", 0, "^A^?M-^@M-^?\t\n", ""},
		{"cat missing", "", 1, "", "no such file"},
		{"cat -x a", "", 1, "", "Unsupported: 'cat':  option -x not recognized"},
		{"cat --x a", "", 1, "", "option --x not recognized"},
		{"count 2", "a\nb\n", 0, "", ""},
		{"count 2", "a\nb\nc", 0, "", ""},
		{"count 2", "a\n", 1, "", "Expected 2 lines, got 1."},
		{"count 2x", "", 2, "", "invalid count argument '2x'"},
		{"count", "", 2, "", "usage: count"},
		{"diff a a", "", 0, "", ""},
		{"diff a -", "1\n2\n", 0, "", ""},
		{"diff -u a b", "", 1, "--- a\n+++ b\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n", ""},
		{"diff -U0 a b", "", 1, "--- a\n+++ b\n@@ -2 +2 @@\n-2\n+3\n", ""},
		{"diff -U 0 a b", "", 1, "--- a\n+++ b\n@@ -2 +2 @@\n-2\n+3\n", ""},
		{"diff a b", "", 1, "*** a\n--- b\n***************\n*** 1,2 ****\n  1\n! 2\n--- 1,2 ----\n  1\n! 3\n", ""},
		{"diff -w a spaces", "", 0, "", ""},
		{"diff -b a spaces", "", 0, "", ""},
		{"diff --strip-trailing-cr a crlf", "", 0, "", ""},
		{"diff a crlf", "", 1, "*** a\n--- crlf\n***************\n*** 1,2 ****\n! 1\n! 2\n--- 1,2 ----\n! 1\r\n! 2\r\n", ""},
		{"diff -I [23] a b", "", 0, "", ""},
		{"diff -I ( a b", "", 1, "", "invalid '-I' argument"},
		{"diff -U -1 a b", "", 1, "", "invalid '-U' argument: -1"},
		{"diff -U", "", 1, "", "option -U requires argument"},
		{"diff a", "", 1, "", "missing or extra operand"},
		{"diff a missing", "", 1, "", "'diff' command failed"},
		{"diff -r - a", "", 1, "", "cannot recursively compare '-'"},
		{"split-file a", "", 1, "", "expected an input file and an output directory"},
		{"split-file a out", "", 1, "", "no part separator"},
		{"split-file --what a out", "", 1, "", "'--what'"},
		{"split-file - out", "#--- ../x\n", 1, "", "not in the output directory"},
		{"split-file - out", "#--- x\n#--- x\n", 1, "", "occurs more than once"},
		{"split-file - out", "#---  x\n", 1, "", "leading or trailing space"},
		{"split-file - out", "//--- \n", 1, "", "empty part name"},
	}
	for _, tt := range tests {
		code, stdout, stderr := call(t, dir, tt.stdin, strings.Split(tt.command, " ")...)
		if code != tt.code || stdout != tt.stdout || !strings.Contains(stderr, tt.stderr) || tt.stderr == "" && stderr != "" {
			t.Errorf("%s: exit code %d, printed %q, error %q", tt.command, code, stdout, stderr)
		}
	}
}

func TestDirectoriesAreComparedFileByFile(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"1/a": "x\n", "2/a": "y\n", "1/sub/b": "", "2/sub": "", "1/c": "",
		"2/d": ""} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	code, stdout, _ := call(t, dir, "", "diff", "-r", "1", "2")
	for _, want := range []string{"Only in " + dir + "/1: c", "Only in " + dir + "/2: d", "is a directory while", "! x",
		"! y"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q is missing in\n%s", want, stdout)
		}
	}
	if code != 1 {
		t.Errorf("exit code %d", code)
	}
	if code, stdout, _ := call(t, dir, "", "diff", "-r", "1", "1"); code != 0 || stdout != "" {
		t.Errorf("a directory differs from itself: %s", stdout)
	}
}

func TestSplitFileWritesWhatLLVMsWrites(t *testing.T) {
	tool := llvmtool.Find(t, "split-file")
	for _, input := range []string{
		"lead\n#--- a\n1\n2\n;--- b/c\nx\n//--- d\n-----\né--- q\n/--- e\nzz", "#--- a\n", "//--- a\r\nk\r\n//--- b\r\n",
		"##--- a\n#--- b\n",
		"//---a\n//--- x y\nz\n", "#--- \xc3\xa4\n1\n",
	} {
		for _, flag := range []string{"--no-leading-lines", "--leading-lines"} {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "in"), []byte(input), 0o666); err != nil {
				t.Fatal(err)
			}
			code, _, stderr := call(t, dir, "", "split-file", flag, "in", "ours")
			cmd := exec.Command(tool, flag, "in", "theirs")
			cmd.Dir = dir
			err := cmd.Run()
			if (code == 0) != (err == nil) {
				t.Errorf("%q: exit code %d (%s), LLVM's: %v", input, code, stderr, err)
				continue
			}
			if code, out, _ := call(t, dir, "", "diff", "-r", "ours", "theirs"); code != 0 {
				t.Errorf("%q %s: %s", input, flag, out)
			}
		}
	}
}

func FuzzSplitFile(f *testing.F) {
	f.Add([]byte("#--- a\n1\n//--- b\n"), true)
	f.Add([]byte("//---  a\n#--- \n--- x"), false)
	f.Fuzz(func(t *testing.T, data []byte, leading bool) {
		parts, err := program.Parts(data, leading)
		if (err == nil) != (len(parts) > 0) {
			t.Errorf("%d parts, error %v", len(parts), err)
		}
		names := map[string]bool{}
		for _, p := range parts {
			if names[p.Name] || strings.TrimSpace(p.Name) != p.Name || p.Name == "" {
				t.Errorf("part %q", p.Name)
			}
			names[p.Name] = true
		}
	})
}

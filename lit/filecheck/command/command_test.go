package command_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih/lit/filecheck/command"
)

func TestCommandLine(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	check := write("check", "CHECK: a\n")
	write("input", "b\n")
	for _, test := range []struct {
		name   string
		args   []string
		stdin  string
		env    string
		code   int
		output string // a part of the expected output
	}{
		{"standard input", []string{check}, "a\n", "", 0, ""},
		{"standard input by name", []string{check, "--input-file", "-"}, "b\n", "", 1,
			"<stdin>:1:1: note: scanning from here"},
		{"relative paths", []string{"check", "--input-file=input"}, "", "", 1, "Input file: input"},
		{"check file from standard input", []string{"-", "--input-file=input"}, "CHECK: b\n", "", 0, ""},
		{"check file that is not there", []string{"none"}, "a\n", "", 2,
			"Could not open check file 'none': No such file or directory"},
		{"input that is not there", []string{"check", "-input-file", "none"}, "", "", 2,
			"Could not open input file 'none': No such file or directory"},
		{"input that is a directory", []string{"check", "-input-file", "."}, "", "", 2,
			"Could not open input file '.': Is a directory"},
		{"no check file", nil, "a\n", "", 2, "<check-file> not specified"},
		{"empty input", []string{"check"}, "", "", 2,
			"FileCheck error: '<stdin>' is empty.\nFileCheck command line:  filecheck check\n"},
		{"options of the environment", []string{"check"}, "x 'y' z\n", `"--check-prefix=NO" --check-prefix 'CHECK'`, 2,
			"no check strings found with prefix 'NO:'"},
		{"environment and command line", []string{"check", "--dump-input=never"}, "b\n", "--color", 1, "\x1b[0;1;31merror: "},
		{"explanation of dumps", []string{"--dump-input=help"}, "", "", 0, "Labels:"},
		{"help", []string{"--help"}, "", "", 0, "USAGE: filecheck"},
		{"version", []string{"--version"}, "", "", 0, "LLVM 22"},
		{"end of options", []string{"--", "check"}, "a\n", "", 0, ""},
		{"missing value", []string{"check", "--input-file"}, "a\n", "", 1, "for the --input-file option: requires a value!"},
		{"missing definition", []string{"check", "-D", "X=1"}, "a\n", "", 1, "for the -D option: requires a value!"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var output bytes.Buffer
			code := command.Main(context.Background(), command.Invocation{
				Args: test.args, Dir: dir, Env: []string{"FILECHECK_OPTS=" + test.env},
				Stdin: strings.NewReader(test.stdin), Stdout: &output, Stderr: &output,
			})
			if code != test.code || !strings.Contains(output.String(), test.output) {
				t.Errorf("exit code %d, want %d; output\n%s", code, test.code, output.String())
			}
		})
	}
}

func TestCommandEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "check"), []byte("CHECK: [[X:(a|aa)+]]b[[X]]c\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	input := strings.Repeat("a", 60) + "b" + strings.Repeat("a", 61) + "c\n"
	code := command.Main(ctx, command.Invocation{Args: []string{"check"}, Dir: dir, Stdin: strings.NewReader(input),
		Stderr: &stderr})
	if code != 2 || !strings.Contains(stderr.String(), context.Canceled.Error()) {
		t.Errorf("exit code %d: %s", code, stderr.String())
	}
}

func ExampleMain() {
	dir, err := os.MkdirTemp("", "filecheck")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "test.txt"), []byte("CHECK: one\nCHECK-NEXT: two\n"), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	code := command.Main(context.Background(), command.Invocation{
		Args: []string{"test.txt", "--dump-input=never"}, Dir: dir,
		Stdin: strings.NewReader("one\ntoo\n"), Stdout: os.Stdout, Stderr: os.Stdout,
	})
	fmt.Println("exit code", code)
	// Output:
	// test.txt:2:13: error: CHECK-NEXT: expected string not found in input
	// CHECK-NEXT: two
	//             ^
	// <stdin>:1:4: note: scanning from here
	// one
	//    ^
	// <stdin>:2:1: note: possible intended match here
	// too
	// ^
	// exit code 1
}

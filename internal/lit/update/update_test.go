package update_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/girih-ir/girih/internal/lit/update"
	"github.com/girih-ir/girih/lit/filecheck/command"
	"github.com/girih-ir/girih/lit/program"
	"github.com/girih-ir/girih/lit/runner"
	"github.com/girih-ir/girih/lit/suite"
)

var record = flag.Bool("update", false, "write the golden files anew")

// options returns options with filecheck, and with print, which prints a file next to the test.
func options() runner.Options {
	return runner.Options{Programs: map[string]program.Func{
		"filecheck": func(ctx context.Context, inv program.Invocation) int {
			return command.Main(ctx, command.Invocation{
				Args: inv.Args, Dir: inv.Dir, Stdin: inv.Stdin, Stdout: inv.Stdout, Stderr: inv.Stderr,
			})
		},
		"print": func(_ context.Context, inv program.Invocation) int {
			data, err := os.ReadFile(inv.Path(inv.Args[0]))
			if err != nil {
				fmt.Fprintln(inv.Stderr, err)
				return 1
			}
			inv.Stdout.Write(data)
			return 0
		},
	}}
}

// load writes the files of a test and returns the test.
func load(t *testing.T, files []txtar.File) *suite.Test {
	t.Helper()
	dir := t.TempDir()
	files = append(files, txtar.File{Name: "lit.toml", Data: []byte("name = 'S'\nsuffixes = ['.mlir']\n")})
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	found, err := suite.Discover([]string{filepath.Join(dir, "test.mlir")}, suite.Settings{})
	if err != nil || len(found.Tests) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	return found.Tests[0]
}

// Each archive has a test, the output of its command, and the expected updated test.
func TestChecksAreRewritten(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range archives {
		t.Run(filepath.Base(name), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var files []txtar.File
			var want []byte
			for _, f := range a.Files {
				if f.Name == "want.mlir" {
					want = f.Data
				} else {
					files = append(files, f)
				}
			}
			test := load(t, files)
			if changed, err := update.Test(t.Context(), test, options()); err != nil || !changed {
				t.Fatalf("changed: %v, error: %v", changed, err)
			}
			got, err := os.ReadFile(test.Source())
			if err != nil {
				t.Fatal(err)
			}
			if *record {
				a.Files = append(files, txtar.File{Name: "want.mlir", Data: got})
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if string(got) != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if changed, err := update.Test(t.Context(), test, options()); err != nil || changed {
				t.Errorf("a second update changes the test (%v) or fails: %v", changed, err)
			}
		})
	}
}

func TestWhatCannotBeUpdatedStaysAsItIs(t *testing.T) {
	for source, want := range map[string]error{
		"// RUN: true\n":                        update.ErrNoChecks,
		"// RUN: print %S/a | filecheck %S/a\n": update.ErrNoChecks,
		"// RUN: print %S/a | filecheck %s\n// RUN: print %S/b | filecheck %s\n// CHECK: x\n" +
			"": update.ErrConflict,
		"// RUN: print %S/missing | filecheck %s\n": nil,
		"// RUN: print %S/a | filecheck %s --check-prefix=A\n// RUN: print %S/b | not filecheck %s --check-prefix=A\n": nil,
		"// RUN: print %S/a | filecheck %s\n// RUN: echo '\n":                                                          nil,
	} {
		test := load(t, []txtar.File{{Name: "test.mlir", Data: []byte(source)}, {Name: "a", Data: []byte("x\n")},
			{Name: "b", Data: []byte("y\n")}})
		changed, err := update.Test(t.Context(), test, options())
		if changed || err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%q: changed %v, error %v", source, changed, err)
		}
		if got, err := os.ReadFile(test.Source()); err != nil || string(got) != source {
			t.Errorf("%q became %q, %v", source, got, err)
		}
	}
}

func ExampleChecks() {
	const output = "module {\n  func.func @f(%arg0: i32) -> i32 {\n    %0 = arith.addi %arg0, %arg0 : i32\n    " +
		"return %0 : i32\n  }\n}\n"
	for _, module := range update.Checks(output, "CHECK", "// ") {
		for _, block := range module {
			fmt.Println(strings.Join(block.Lines, "\n"))
		}
	}
	// Output:
	// // CHECK-LABEL:     func.func @f(
	// // CHECK-SAME:         %[[VAL_0:[^:]*]]: i32) -> i32 {
	// // CHECK:       %[[VAL_1:.*]] = arith.addi %[[VAL_0]], %[[VAL_0]] : i32
	// // CHECK:       return %[[VAL_1]] : i32
	// // CHECK:     }
}

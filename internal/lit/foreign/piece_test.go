package foreign

import (
	"strings"
	"testing"
)

func TestPieces(t *testing.T) {
	const run = "// RUN: mlir-opt %s | FileCheck %s\n"
	for _, test := range []struct {
		rule, text string
		lines      []int
		in, out    []string // what the last piece must contain, and what it must not
	}{
		{"a test of one function is one piece", run + "func.func @a() {\n  return\n}\n", []int{1},
			[]string{"RUN:", "@a"}, nil},
		{"a marker cuts, and the RUN lines are in both parts",
			run + "func.func @a() {\n  return\n}\n// -----\nfunc.func @b() {\n  return\n}\n", []int{1, 6},
			[]string{"RUN:", "@b"}, []string{"@a", "-----"}},
		{"functions are cut, and keep the comments in front of them",
			run + "// CHECK: a\nfunc.func @a() {\n  return\n}\n// CHECK: b\nfunc.func @b() {\n  return\n}\n", []int{3, 7},
			[]string{"CHECK: b", "@b"}, []string{"CHECK: a", "@a"}},
		{"aliases and declarations are in all pieces",
			run + "!t = i32\nfunc.func private @d()\nfunc.func @a() {\n  return\n}\nfunc.func @b() {\n  return\n}\n",
			[]int{4, 7}, []string{"!t = i32", "@d", "@b"}, []string{"@a"}},
		{"a signature may take several lines",
			run + "func.func @a(%x: i32,\n    %y: i32) {\n  return\n}\nfunc.func @b() {\n  return\n}\n", []int{2, 6},
			[]string{"@b"}, []string{"@a", "%y"}},
		{"brackets in strings and comments do not count",
			run + "func.func @a() {\n  \"t.x\"() {s = \"}\\\"}\"} : () -> () // }\n  return\n}\nfunc.func @b() {\n  return\n}\n",
			[]int{2, 6}, []string{"@b"}, []string{"@a", "t.x"}},
		{"functions in a module stay together",
			run + "module {\nfunc.func @a() {\n  return\n}\nfunc.func @b() {\n  return\n}\n}\n", []int{1},
			[]string{"@a", "@b"}, nil},
		{"each RUN command is a piece of its own, with its continuation",
			"// RUN: mlir-opt %s --a \\\n// RUN:   | FileCheck %s\n// RUN: mlir-opt %s --b\n" + "func.func @a() { return }\n",
			[]int{1, 1}, []string{"--b", "@a"}, []string{"--a", "FileCheck"}},
		{"commands that may need each other stay together",
			"// RUN: mlir-opt %s -o %t\n// RUN: mlir-opt %t\n" + "func.func @a() { return }\n",
			[]int{1}, []string{"-o %t", "mlir-opt %t\n"}, nil},
		{"a part without code is no piece", run + "\n// -----\nfunc.func @b() { return }\n", []int{4}, []string{"@b"}, nil},
	} {
		t.Run(test.rule, func(t *testing.T) {
			got := pieces(test.text)
			if len(got) != len(test.lines) {
				t.Fatalf("%d pieces: %+v", len(got), got)
			}
			for i, p := range got {
				if p.line != test.lines[i] {
					t.Errorf("piece %d begins at line %d, not %d", i, p.line, test.lines[i])
				}
			}
			last := got[len(got)-1].text
			for _, s := range test.in {
				if !strings.Contains(last, s) {
					t.Errorf("no %q in %q", s, last)
				}
			}
			for _, s := range test.out {
				if strings.Contains(last, s) {
					t.Errorf("%q in %q", s, last)
				}
			}
		})
	}
}

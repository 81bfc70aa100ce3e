package references_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/torchgoldens"
	"github.com/girih-ir/girih/lowering/tensors/references"
)

var update = flag.Bool("update", false, "write the FileCheck tests of references anew")

// checks is the directory of the FileCheck tests of references. Each test shows the primitives of an operator.
const checks = "../../../lit/test/torch/references"

// TestReferencesHaveFileCheckTests checks that each reference has a FileCheck test. The calls are the smallest ones
// recorded from PyTorch, or are listed in unrecorded.
func TestReferencesHaveFileCheckTests(t *testing.T) {
	table := references.Standard()
	missing := make(map[string]bool)
	for name := range table {
		missing[strings.TrimPrefix(name, "torch.aten.")] = true
	}
	for _, family := range []string{"unary", "binary", "reduce", "shapes", "nn"} {
		smallest := make(map[string]torchgoldens.Call)
		f := torchgoldens.Read(t, ctx, family)
		for _, c := range f.Cases {
			if !missing[c.Op] || c.Missing != "" || len(c.Error) > 0 {
				continue
			}
			k, err := f.Call(c)
			if old, seen := smallest[c.Op]; err == nil && (!seen || sizeOf(k) < sizeOf(old)) {
				smallest[c.Op] = k
			}
		}
		var functions []string
		for _, op := range slices.Sorted(maps.Keys(smallest)) {
			k := smallest[op]
			if text := checked(op, torchgoldens.Program(k.Text, k.Types, k.Args)); text != "" {
				functions = append(functions, text)
				delete(missing, op)
			}
		}
		compareChecks(t, family, functions)
	}
	var functions []string
	for _, c := range unrecorded {
		op, _, _ := strings.Cut(c.call, "(")
		if text := checked(op, c.program()); text == "" {
			_, err := lowered(c.program())
			t.Errorf("%s: %v", c.call, err)
		} else {
			functions = append(functions, text)
			delete(missing, op)
		}
	}
	compareChecks(t, "unrecorded", functions)
	if len(missing) > 0 {
		t.Errorf("no FileCheck test of %v", slices.Sorted(maps.Keys(missing)))
	}
}

// sizeOf orders calls by the size of their arguments, and then by their text.
func sizeOf(k torchgoldens.Call) (n int) {
	for _, a := range k.Args {
		n += 1 + a.Numel()
	}
	return 1000*n + len(k.Text)
}

// checked returns a program with CHECK lines for its primitives, or "" if it cannot be lowered.
func checked(op, program string) string {
	f, err := lowered(program)
	if err != nil {
		return ""
	}
	name := strings.NewReplacer(".", "_").Replace(op)
	var b strings.Builder
	fmt.Fprintf(&b, "// CHECK-LABEL: func.func @%s(\n", name)
	for o := range f.Entry().Ops() {
		if o.Next() != nil {
			fmt.Fprintf(&b, "// CHECK-NEXT: = %s\n", o.Name())
		}
	}
	b.WriteString("// CHECK-NEXT: return\n")
	b.WriteString(strings.Replace(program, "@f(", "@"+name+"(", 1) + "\n")
	return b.String()
}

// compareChecks compares a file of functions with the existing one, or writes it.
func compareChecks(t *testing.T, family string, functions []string) {
	t.Helper()
	path := filepath.Join(checks, family+".mlir")
	text := "// RUN: tile-opt %s --pass-pipeline='builtin.module(torch-decompose{strict},torch-promote)' | " +
		"filecheck %s\n\n" +
		"// Written by go test ./lowering/tensors/references -run FileCheck -update.\n\n" + strings.Join(functions, "\n")
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if old, err := os.ReadFile(path); err != nil || string(old) != text {
		t.Errorf("%s is not current: run this test with -update, and read what changed (%v)", path, err)
	}
}

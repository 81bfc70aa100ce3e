package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

func TestInputsAreReproducibleAndVerify(t *testing.T) {
	for _, in := range inputs() {
		if in.large || in.ops > longtest.Count(3_000, 100_000) {
			continue
		}
		t.Run(in.name, func(t *testing.T) {
			first, second := filepath.Join(t.TempDir(), "a.mlir"), filepath.Join(t.TempDir(), "b.mlir")
			for _, f := range []string{first, second} {
				if err := writeInput(f, in); err != nil {
					t.Fatal(err)
				}
			}
			a, err := os.ReadFile(first)
			if err != nil {
				t.Fatal(err)
			}
			b, err := os.ReadFile(second)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(a, b) {
				t.Fatal("two files differ")
			}
			ctx := ir.NewContext(registry.All()...)
			ctx.AllowUnregistered = true
			op, err := text.Parse(ctx, &ir.Source{Name: in.name, Text: a}, text.ParseOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if err := ir.Verify(op, nil); err != nil {
				t.Fatal(err)
			}
		})
	}
}

package strides_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/strides"
	"github.com/girih-ir/girih/pass"
)

func TestStridesThatDoNotFitAreErrors(t *testing.T) {
	for attribute, want := range map[string]string{
		"array<i64: 1>":     "argument 0 has prim.strides = array<i64: 1>; expected a stride for each of 2 dimensions",
		"[4, 1]":            "expected a stride for each of 2 dimensions, from 0 on, as array<i64: 4, 1>",
		"array<i64: -4, 1>": "expected a stride for each of 2 dimensions, from 0 on",
		"4 : i64":           "argument 0 has prim.strides = 4 : i64",
	} {
		module, err := text.ParseString(registry.NewContext(), "func.func @f(%x: tensor<3x4xf32> {prim.strides = "+
			attribute+"}) {\n  return\n}")
		if err != nil {
			t.Fatal(err)
		}
		p := pass.NewPipeline("builtin.module", strides.Pass)
		if err := p.Run(t.Context(), module, pass.RunOptions{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", attribute, err, want)
		}
	}
}

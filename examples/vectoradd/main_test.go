package main

import (
	"strings"
	"testing"
)

func TestExamplePrintsStrictIRAndResults(t *testing.T) {
	var out strings.Builder
	if err := run(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"arith.addf", "z[299] = 300\n", "@vector_add(", "llvm.nvvm.read.ptx.sreg.tid.x"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output lacks %q:\n%s", want, &out)
		}
	}
}

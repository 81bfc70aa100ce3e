package main

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/nvptx"
)

// Kernels use the features of the target. For sm_90a these include features that later targets do not have.
func TestKernelsUseTheInstructionsOfTheTarget(t *testing.T) {
	for target, want := range map[string]bool{"sm_90": false, "sm_90a": true} {
		j := job{in: "../../lowering/importtt/testdata"}
		var err error
		if j.target, err = nvptx.ParseTarget(target); err != nil {
			t.Fatal(err)
		}
		c := j.triton("descriptors")
		if err := c.lower(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(c.program.String(), "nvvm.wgmma"); got != want {
			t.Errorf("%s: products of warp groups: %v, want %v", target, got, want)
		}
	}
}

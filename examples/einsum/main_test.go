package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the picture of docs/contractions.md anew")

func TestExamplesComputeWhatTheirEquationsMean(t *testing.T) {
	var out strings.Builder
	pictures := t.TempDir()
	if err := run(&out, "", pictures); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"conv2d: nc(h+r)(w+s), ckrs -> nkhw\n", "along A: a table of 71 steps", "1792 of 1792 elements",
		"896 of 896 elements", "2880 of 2880 elements", "960 of 960 elements", "512 of 512 elements",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output lacks %q:\n%s", want, &out)
		}
	}
	drawn, err := os.ReadFile(filepath.Join(pictures, "sparse.svg"))
	if err != nil {
		t.Fatal(err)
	}
	const page = "../../docs/contractions.svg"
	if *update {
		if err := os.WriteFile(page, drawn, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if shown, err := os.ReadFile(page); err != nil || string(shown) != string(drawn) {
		t.Errorf("%s is not what the example draws: run with -update (%v)", page, err)
	}
}

func TestOtherDevicesAreRefused(t *testing.T) {
	var out strings.Builder
	if err := run(&out, "tpu", ""); err == nil || !strings.Contains(err.Error(), `"tpu"`) || out.Len() > 0 {
		t.Errorf("got %v and %q", err, &out)
	}
}

package vet_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/tools/vet"
)

// A type error is printed once, although go list, the type checker and the package's tests all find it.
func TestAnErrorOfAPackageIsPrintedOnce(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":    "module m\n\ngo 1.26\n",
		"m.go":      "package m\n\nvar x string = 3\n",
		"m_test.go": "package m\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) {}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr strings.Builder
	if code := vet.Run(dir, []string{"./..."}, &stdout, &stderr); code != 1 {
		t.Errorf("exit code %d", code)
	}
	if text := stderr.String(); strings.Count(text, "\n") != 1 || strings.Count(text, "m.go:3:16: cannot use 3") != 1 {
		t.Errorf("printed\n%s", text)
	}
}

func TestFindingsAndWrongFlagsHaveExitCodes(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"-nope", 1, "flag provided but not defined: -nope"},
		{"", 1, "Usage: tile-vet [-flag] packages"},
		{"-test=false ./testdata/goroutine", 3, "goroutine.go:8:2: "},
		{"-test=false -json ./testdata/goroutine", 0, ""},
	} {
		var stdout, stderr strings.Builder
		code := vet.Run("", strings.Fields(c.args), &stdout, &stderr)
		if code != c.code || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%s: exit code %d, want %d; printed\n%s", c.args, code, c.code, stderr.String())
		}
		if json := strings.Contains(stdout.String(), "goroutine"); json != strings.Contains(c.args, "-json") {
			t.Errorf("%s: printed to standard output\n%s", c.args, stdout.String())
		}
	}
}

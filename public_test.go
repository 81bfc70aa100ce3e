package girih_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A package that other modules can import shows how it is used, in an Example that go test runs.
func TestPublicPackagesHaveExamples(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Name,Dir,TestGoFiles,XTestGoFiles", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p struct {
			ImportPath, Name, Dir     string
			TestGoFiles, XTestGoFiles []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		path := strings.TrimPrefix(p.ImportPath, module) + "/"
		if p.Name == "main" || strings.Contains(path, "/internal/") || strings.HasPrefix(path, "/examples/") ||
			strings.HasPrefix(path, "/benchmarks/") || strings.HasPrefix(path, "/lit/test/") || path == "/docs/" {
			continue
		}
		found := false
		for _, name := range append(p.TestGoFiles, p.XTestGoFiles...) {
			source, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			found = found || strings.Contains(string(source), "\nfunc Example")
		}
		if !found {
			t.Errorf("%s has no Example", p.ImportPath)
		}
	}
}

package manual_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/manual"
	"github.com/girih-ir/girih/dialects/registry"
)

var update = flag.Bool("update", false, "write docs/dialects anew")

func TestManualsInDocsAreUpToDate(t *testing.T) {
	dir := filepath.Join("..", "..", "docs", "dialects")
	for _, d := range registry.All() {
		file := filepath.Join(dir, d.Name+".md")
		got := manual.Dialect(d)
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s is out of date: run go test ./dialects/manual -update", file)
		}
	}
}

func TestEveryOperationHasASummary(t *testing.T) {
	for _, d := range registry.All() {
		for _, op := range d.Ops {
			if strings.TrimSpace(op.Summary) == "" {
				t.Errorf("%s has no summary", op.Name)
			}
		}
	}
}

package registry_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/golden"
	"github.com/girih-ir/girih/tools/opt"
)

// corpora lists the directories of lit/test that each contain the tests of one dialect.
var corpora = []string{"arith", "cf", "func", "math", "scf", "ub"}

func corpus(t *testing.T, name string) fs.FS {
	t.Helper()
	dir := "../../lit/test/" + name
	if _, err := os.Stat(dir); err != nil {
		t.Fatal(err)
	}
	return os.DirFS(dir)
}

// run processes input as tile-opt does.
func run(input []byte, flags ...string) ([]byte, error) {
	var out, errs bytes.Buffer
	cfg := opt.Config{Name: "tile-opt", Dialects: registry.All()}
	if code := opt.Main(cfg, append(golden.InputFlags(), flags...), bytes.NewReader(input), &out, &errs); code != 0 {
		return nil, fmt.Errorf("exit code %d\n%s", code, errs.Bytes())
	}
	return out.Bytes(), nil
}

func TestPrintsTheCorpusAsMlirOptDoes(t *testing.T) {
	for _, name := range corpora {
		t.Run(name, func(t *testing.T) {
			golden.Run(t, corpus(t, name), func(input []byte, mode golden.Mode) ([]byte, error) {
				return run(input, mode.Flags()...)
			})
		})
	}
}

func TestRejectsWhatMlirOptRejectsWithItsDiagnostics(t *testing.T) {
	for _, name := range corpora {
		for c, err := range golden.Diagnostics(corpus(t, name)) {
			if err != nil {
				t.Fatal(err)
			}
			t.Run(name+"/"+c.Path, func(t *testing.T) {
				t.Parallel()
				if _, err := run(c.Input, c.Flag); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

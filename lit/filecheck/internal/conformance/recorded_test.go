package conformance_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/girih-ir/girih/internal/llvmtool"
)

// Verdicts and dumps have to be those of FileCheck even where LLVM is not installed. They are recorded in files, which
// -update takes from LLVM.
func TestWrittenCasesAreAsRecorded(t *testing.T) {
	for _, test := range []struct {
		file   string
		chosen func(name string) bool
		show   func(name string, o outcome) string
	}{
		{"verdicts.txt", func(string) bool { return true }, func(name string, o outcome) string {
			return fmt.Sprintf("%d %s %q\n", o.code, name, o.firstLine())
		}},
		{"dumps.txt", func(name string) bool { return strings.Contains(name, "dump") }, func(name string, o outcome) string {
			return fmt.Sprintf("== %s\n%s", name, o.stderr)
		}},
	} {
		t.Run(test.file, func(t *testing.T) {
			var our, their strings.Builder
			for _, c := range written(t) {
				if !test.chosen(c.Name) {
					continue
				}
				dir := t.TempDir()
				args := arguments(t, dir, c)
				our.WriteString(test.show(c.Name, ours(t, dir, args)))
				if *update {
					their.WriteString(test.show(c.Name, theirs(t, llvmtool.Find(t, "FileCheck"), dir, args)))
				}
			}
			path := filepath.Join("testdata", test.file)
			if *update {
				if err := os.WriteFile(path, []byte(their.String()), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), our.String()); diff != "" {
				t.Errorf("-FileCheck +ours:\n%s", diff)
			}
		})
	}
}

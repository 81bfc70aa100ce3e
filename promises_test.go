package girih_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// docs/promises.md names the tests that check each promise; all of them must exist.
func TestPromisesNameTestsThatExist(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("docs", "promises.md"))
	if err != nil {
		t.Fatal(err)
	}
	functions := testFunctions(t)
	named := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9]+|lit/test/[a-z0-9_/-]+\\.mlir)`").FindAllStringSubmatch(
		string(page), -1)
	if len(named) < 20 {
		t.Fatalf("only %d tests are named", len(named))
	}
	for _, match := range named {
		name := match[1]
		if strings.HasPrefix(name, "lit/") {
			if _, err := os.Stat(filepath.FromSlash(name)); err != nil {
				t.Error(err)
			}
		} else if !functions[name] {
			t.Errorf("no test is called %s", name)
		}
	}
}

// testFunctions returns the names of the module's tests.
func testFunctions(t *testing.T) map[string]bool {
	t.Helper()
	definition := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)[A-Za-z0-9]+)\(`)
	names := make(map[string]bool)
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, match := range definition.FindAllStringSubmatch(string(source), -1) {
			names[match[1]] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

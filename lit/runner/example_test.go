package runner_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/girih-ir/girih/lit/runner"
	"github.com/girih-ir/girih/lit/suite"
)

// A suite is a directory with a lit.toml; a test is a file with RUN lines.
func ExampleRunAll() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	for name, content := range map[string]string{
		"lit.toml": "name = \"demo\"\nsuffixes = [\".txt\"]\n",
		"a.txt":    "RUN: echo hello | count 1\n",
		"b.txt":    "RUN: not echo hello\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			fmt.Println(err)
			return
		}
	}
	results, err := runner.RunAll(context.Background(), suite.Settings{}, runner.Options{}, dir)
	for _, r := range results {
		fmt.Println(r.Code, r.Test.Name())
	}
	fmt.Println(err)
	// Output:
	// PASS demo :: a.txt
	// FAIL demo :: b.txt
	// <nil>
}

package suite_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/girih-ir/girih/lit/suite"
)

func ExampleDiscover() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	for name, content := range map[string]string{
		"lit.toml":  "name = \"demo\"\nsuffixes = [\".mlir\"]\nfeatures = [\"cpu\"]\n",
		"a.mlir":    "",
		"notes.txt": "",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			fmt.Println(err)
			return
		}
	}
	found, err := suite.Discover([]string{dir}, suite.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range found.Tests {
		fmt.Println(t.Name(), t.Config.Features)
	}
	// Output: demo :: a.mlir map[cpu:true]
}

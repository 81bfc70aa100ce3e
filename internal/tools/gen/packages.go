package gen

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// packageFolders returns the folders with Go files that arguments name: a folder, or all folders below one as
// folder/... As in Go's tools, folders whose names start with a dot or an underscore, and testdata, are left out.
func packageFolders(args []string) ([]string, error) {
	var list []string
	for _, arg := range args {
		root, all := strings.CutSuffix(arg, "...")
		root = filepath.Clean(strings.TrimSuffix(root, "/"))
		if !all {
			if !hasGo(root) {
				return nil, fmt.Errorf("%s: there are no Go files: name the folder of a package, or folder/... for all below",
					arg)
			}
			list = append(list, root)
			continue
		}
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			name := d.Name()
			if path != root && (name[0] == '.' || name[0] == '_' || name == "testdata") {
				return filepath.SkipDir
			}
			if hasGo(path) {
				list = append(list, path)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

func hasGo(dir string) bool {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".go") && !strings.HasSuffix(e.Name(), "_test.go") {
			return true
		}
	}
	return false
}

package execute

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/girih-ir/girih/internal/lit/shell"
)

// expand returns the files that a pattern matches, as absolute names in order. If there are none, or the word is not a
// pattern, it returns the word itself.
func (s *Shell) expand(w shell.Word) []string {
	if !w.Glob {
		return []string{w.Text}
	}
	found := glob(s.path(w.Text))
	if len(found) == 0 {
		return []string{w.Text}
	}
	slices.Sort(found)
	return found
}

// glob returns the names that an absolute pattern matches. Unlike in [filepath.Glob], * and ? do not match the dot of a
// hidden file, and [!x] is the complement of [x].
func glob(pattern string) []string {
	found := []string{string(filepath.Separator)}
	if vol := filepath.VolumeName(pattern); vol != "" {
		found = []string{vol + string(filepath.Separator)}
		pattern = pattern[len(vol):]
	}
	for part := range strings.SplitSeq(filepath.ToSlash(pattern), "/") {
		if part == "" {
			continue
		}
		var next []string
		for _, dir := range found {
			next = append(next, globIn(dir, part)...)
		}
		found = next
	}
	return found
}

func globIn(dir, part string) []string {
	if !strings.ContainsAny(part, "*?[") {
		path := filepath.Join(dir, part)
		if _, err := os.Lstat(path); err != nil {
			return nil
		}
		return []string{path}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	part = strings.ReplaceAll(part, "[!", "[^")
	var found []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") && !strings.HasPrefix(part, ".") {
			continue
		}
		if ok, err := filepath.Match(part, e.Name()); ok && err == nil {
			found = append(found, filepath.Join(dir, e.Name()))
		}
	}
	return found
}

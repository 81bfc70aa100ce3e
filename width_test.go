package girih_test

import (
	"bytes"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// limit is the greatest number of characters in a line.
const limit = 120

// Lines of Go code have at most 120 characters, a tab being one. A line stays longer where a line break would change
// what it says: in a raw string, a directive, a `// want` of an analyzer, an expected output or an address.
func TestLinesFitIn120Columns(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != "." && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil || bytes.Contains(source[:min(len(source), 300)], []byte("Code generated")) {
			return err
		}
		quoted := linesOfRawStrings(source)
		for i, line := range strings.Split(string(source), "\n") {
			text := strings.TrimSpace(line)
			switch {
			case utf8.RuneCountInString(line) <= limit, quoted[i+1]:
			case strings.HasPrefix(text, "//\t"), strings.HasPrefix(text, "//   "), strings.HasPrefix(text, "//go:"):
			case strings.Contains(text, "// want "), strings.Contains(text, "://"):
			default:
				t.Errorf("%s:%d: %d characters, at most %d are allowed", path, i+1, utf8.RuneCountInString(line), limit)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Pages that people write fit as well, except for tables, code, and words that are longer than a line.
func TestPagesFitIn120Columns(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(pages, "README.md", "CONTRIBUTING.md") {
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		code := false
		for i, line := range strings.Split(string(page), "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				code = !code
			}
			if n := utf8.RuneCountInString(line); n > limit && !code && !strings.HasPrefix(line, "|") &&
				strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("%s:%d: %d characters, at most %d are allowed", path, i+1, n, limit)
			}
		}
	}
}

// linesOfRawStrings returns the numbers of all lines that a raw string of source covers.
func linesOfRawStrings(source []byte) map[int]bool {
	lines := map[int]bool{}
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(source))
	var s scanner.Scanner
	s.Init(file, source, nil, 0)
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return lines
		}
		if tok == token.STRING && text[0] == '`' {
			first := file.Line(pos)
			for i := range strings.Count(text, "\n") + 1 {
				lines[first+i] = true
			}
		}
	}
}

// isNo matches messages such as "x is no tensor", for which plain English has "x is not a tensor".
var isNo = regexp.MustCompile(`(?i)(there )?\b(?:is|are) no (\w+)`)

func TestMessagesFitInPlainEnglish(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file := token.NewFileSet().AddFile(path, -1, len(source))
		var s scanner.Scanner
		s.Init(file, source, nil, 0)
		for pos, tok, text := s.Scan(); tok != token.EOF; pos, tok, text = s.Scan() {
			if tok != token.STRING {
				continue
			}
			for _, m := range isNo.FindAllStringSubmatch(text, -1) {
				if m[1] == "" && m[2] != "longer" && m[2] != "more" {
					t.Errorf("%s:%d: %q: say 'not a'", path, file.Line(pos), m[0])
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

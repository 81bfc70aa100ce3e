package program

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// splitFile splits a file at lines such as "//--- name" or "#--- name". It writes each part to a file with that name in
// a directory. With --leading-lines, each part starts with empty lines, so that line numbers stay the same.
func splitFile(_ context.Context, inv Invocation) int {
	var leading bool
	var names []string
	for _, arg := range inv.Args {
		switch strings.TrimPrefix(arg, "-") {
		case "-leading-lines":
			leading = true
		case "-no-leading-lines":
			leading = false
		default:
			if len(arg) > 1 && arg[0] == '-' {
				return inv.fail("split-file: Unknown command line argument '%s'.", arg)
			}
			names = append(names, arg)
		}
	}
	if len(names) != 2 {
		return inv.fail("split-file: error: expected an input file and an output directory")
	}
	data, err := read(inv, names[0])
	if err != nil {
		return inv.fail("split-file: error: %s: %v", names[0], err)
	}
	parts, err := Parts(data, leading)
	if err != nil {
		return inv.fail("split-file: error: %s:%v", names[0], err)
	}
	if err := writeParts(inv.Path(names[1]), parts); err != nil {
		return inv.fail("split-file: error: %v", err)
	}
	return 0
}

// Part is one of the files in a file.
type Part struct {
	Name string
	Data []byte
}

// Parts splits a file into its parts. With leading, each part starts with as many empty lines as there are lines before
// it, so that line numbers stay the same.
func Parts(data []byte, leading bool) ([]Part, error) {
	var parts []Part
	seen := map[string]bool{}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		name, ok := separator(string(bytes.TrimRight(line, "\r\n")))
		if !ok {
			if n := len(parts); n > 0 {
				parts[n-1].Data = append(parts[n-1].Data, line...)
			}
			continue
		}
		switch {
		case strings.TrimSpace(name) == "":
			return nil, fmt.Errorf("%d: empty part name", number)
		case strings.TrimSpace(name) != name:
			return nil, fmt.Errorf("%d: part name cannot have leading or trailing space", number)
		case seen[name]:
			return nil, fmt.Errorf("%d: the part '%s' occurs more than once", number, name)
		}
		seen[name] = true
		p := Part{Name: name}
		if leading {
			p.Data = bytes.Repeat(lineEnd(data), number)
		}
		parts = append(parts, p)
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf(" no part separator was found")
	}
	return parts, nil
}

// lineEnd returns the line end of a file's first line.
func lineEnd(data []byte) []byte {
	if i := bytes.IndexByte(data, '\n'); i > 0 && data[i-1] == '\r' {
		return data[i-1 : i+1]
	}
	return []byte("\n")
}

// separator returns the name in a line that starts a part.
func separator(line string) (name string, ok bool) {
	for _, at := range []int{2, 1} {
		if at == 2 != strings.HasPrefix(line, "//") || len(line) < at {
			continue
		}
		return strings.CutPrefix(line[at:], "--- ")
	}
	return "", false
}

func writeParts(dir string, parts []Part) error {
	for _, p := range parts {
		if !filepath.IsLocal(filepath.FromSlash(p.Name)) {
			return fmt.Errorf("the part '%s' is not in the output directory", p.Name)
		}
		path := filepath.Join(dir, filepath.FromSlash(p.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, p.Data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

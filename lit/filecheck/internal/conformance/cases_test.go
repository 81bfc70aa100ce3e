package conformance_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// fileCase is a check file, an input, and flags.
type fileCase struct {
	Name  string
	Flags []string
	Check string
	Input string
}

// readCases reads the written cases in dir/*.cases. A case looks like
//
//	== what it is about
//	--flag
//	"--flag with spaces"
//	check:
//	| a line
//	|"quoted as in Go, without a newline of its own"
//	input:
//	| a line
//
// Lines that start with # are comments.
func readCases(dir string) ([]fileCase, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.cases"))
	if err != nil {
		return nil, err
	}
	var cases []fileCase
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		topic := strings.TrimSuffix(filepath.Base(file), ".cases")
		if cases, err = appendCases(cases, topic, string(text)); err != nil {
			return nil, fmt.Errorf("%s:%w", file, err)
		}
	}
	return cases, nil
}

func appendCases(cases []fileCase, topic, text string) ([]fileCase, error) {
	var c *fileCase
	var part *string
	for number, line := range strings.Split(text, "\n") {
		switch {
		case line == "" || line[0] == '#':
		case strings.HasPrefix(line, "== "):
			cases = append(cases, fileCase{Name: topic + "/" + strings.ReplaceAll(line[3:], " ", "_")})
			c, part = &cases[len(cases)-1], nil
		case c == nil:
			return nil, fmt.Errorf("%d: text before the first case", number+1)
		case line == "check:":
			part = &c.Check
		case line == "input:":
			part = &c.Input
		case part == nil:
			flag, err := unquote(line)
			if err != nil {
				return nil, fmt.Errorf("%d: %w", number+1, err)
			}
			c.Flags = append(c.Flags, flag)
		case line == "|":
			*part += "\n"
		case strings.HasPrefix(line, "| "):
			*part += line[2:] + "\n"
		case strings.HasPrefix(line, `|"`):
			piece, err := unquote(line[1:])
			if err != nil {
				return nil, fmt.Errorf("%d: %w", number+1, err)
			}
			*part += piece
		default:
			return nil, fmt.Errorf("%d: not a line of a case: %q", number+1, line)
		}
	}
	return cases, nil
}

func unquote(s string) (string, error) {
	if strings.HasPrefix(s, `"`) {
		return strconv.Unquote(s)
	}
	return s, nil
}

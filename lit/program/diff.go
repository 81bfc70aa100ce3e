package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// diffOptions are the flags of diff.
type diffOptions struct {
	ignoreSpace       bool // -w
	ignoreSpaceChange bool // -b
	ignoreLines       *regexp.Regexp
	unified           bool
	context           int
	recursive         bool
	stripCR           bool
}

// diff compares two files, or two directories with -r, and prints the differences. A file may be "-", standard input.
// The output is a unified diff with -u or -U N, else a context diff. -w ignores blanks. -b ignores their number. -I
// REGEX ignores lines that start with a match. --strip-trailing-cr ignores carriage returns before line feeds. The exit
// code is 1 if there is a difference or an error.
func diff(_ context.Context, inv Invocation) int {
	o, names, err := diffFlags(inv.Args)
	if err != nil {
		return inv.fail("%v", err)
	}
	if len(names) != 2 {
		return inv.fail("Error: missing or extra operand")
	}
	var same bool
	if o.recursive {
		if names[0] == "-" || names[1] == "-" {
			return inv.fail("Error: cannot recursively compare '-'")
		}
		same, err = o.trees(inv, inv.Path(names[0]), inv.Path(names[1]))
	} else {
		same, err = o.files(inv, names[0], names[1])
	}
	if err != nil {
		return inv.fail("Error: 'diff' command failed, %v", err)
	}
	if !same {
		return 1
	}
	return 0
}

func diffFlags(args []string) (o diffOptions, names []string, err error) {
	opts, names, err := options(args, "wbuI:U:r", "--strip-trailing-cr")
	if err != nil {
		//lint:ignore ST1005 the words are lit's
		return o, nil, fmt.Errorf("Unsupported: 'diff': %w", err)
	}
	o.context = 3
	for _, opt := range opts {
		switch opt.name {
		case "-w":
			o.ignoreSpace = true
		case "-b":
			o.ignoreSpaceChange = true
		case "-u":
			o.unified = true
		case "-U":
			o.unified = true
			if o.context, err = strconv.Atoi(opt.value); err != nil || o.context < 0 {
				//lint:ignore ST1005 the words are lit's
				return o, nil, fmt.Errorf("Error: invalid '-U' argument: %s", opt.value)
			}
		case "-I":
			if o.ignoreLines, err = regexp.Compile("^(?:" + opt.value + ")"); err != nil {
				//lint:ignore ST1005 the words are lit's
				return o, nil, fmt.Errorf("Error: invalid '-I' argument: %w", err)
			}
		case "-r":
			o.recursive = true
		case "--strip-trailing-cr":
			o.stripCR = true
		}
	}
	return o, names, nil
}

// files compares two files and prints their differences.
func (o diffOptions) files(inv Invocation, a, b string) (same bool, err error) {
	left, err := read(inv, a)
	if err != nil {
		return false, err
	}
	right, err := read(inv, b)
	if err != nil {
		return false, err
	}
	if bytes.Equal(left, right) {
		return true, nil
	}
	if !utf8.Valid(left) || !utf8.Valid(right) {
		o.ignoreSpace, o.ignoreSpaceChange, o.ignoreLines, o.stripCR = false, false, nil, false
		o.unified = true
	}
	x, y := o.lines(left), o.lines(right)
	hunks := hunksOf(edits(x, y), o.context)
	if len(hunks) == 0 {
		return true, nil
	}
	if o.unified {
		writeUnified(inv.Stdout, a, b, hunks, x, y)
	} else {
		writeContext(inv.Stdout, a, b, hunks, x, y)
	}
	return false, nil
}

// lines divides a file into the lines to compare, which include their line feeds.
func (o diffOptions) lines(data []byte) []string {
	var lines []string
	for line := range strings.Lines(string(data)) {
		if o.ignoreLines != nil && o.ignoreLines.MatchString(line) {
			continue
		}
		if o.stripCR {
			line = strings.ReplaceAll(line, "\r\n", "\n")
		}
		switch {
		case o.ignoreSpace:
			line = strings.Join(strings.Fields(line), "") + "\n"
		case o.ignoreSpaceChange:
			line = strings.Join(strings.Fields(line), " ") + "\n"
		}
		lines = append(lines, line)
	}
	return lines
}

// trees compares two directories, or two files.
func (o diffOptions) trees(inv Invocation, a, b string) (same bool, err error) {
	left, err := os.Stat(a)
	if err != nil {
		return false, err
	}
	right, err := os.Stat(b)
	if err != nil {
		return false, err
	}
	if left.IsDir() != right.IsDir() {
		fmt.Fprintf(inv.Stdout, "File %s is a %s while file %s is a %s\n", a, kind(left), b, kind(right))
		return false, nil
	}
	if !left.IsDir() {
		return o.files(inv, a, b)
	}
	names, only, err := entries(a, b)
	if err != nil {
		return false, err
	}
	for _, path := range only {
		fmt.Fprintf(inv.Stdout, "Only in %s: %s\n", filepath.Dir(path), filepath.Base(path))
	}
	same = len(only) == 0
	for _, name := range names {
		equal, err := o.trees(inv, filepath.Join(a, name), filepath.Join(b, name))
		if err != nil {
			return false, err
		}
		same = same && equal
	}
	return same, nil
}

func kind(info fs.FileInfo) string {
	switch {
	case info.IsDir():
		return "directory"
	case info.Size() == 0:
		return "regular empty file"
	}
	return "regular file"
}

// entries returns the names that both directories have, and the paths of the names that only one has.
func entries(a, b string) (both, only []string, err error) {
	left, err := os.ReadDir(a)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range left {
		_, err := os.Lstat(filepath.Join(b, e.Name()))
		switch {
		case err == nil:
			both = append(both, e.Name())
		case errors.Is(err, fs.ErrNotExist):
			only = append(only, filepath.Join(a, e.Name()))
		default:
			return nil, nil, err
		}
	}
	right, err := os.ReadDir(b)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range right {
		if _, err := os.Lstat(filepath.Join(a, e.Name())); errors.Is(err, fs.ErrNotExist) {
			only = append(only, filepath.Join(b, e.Name()))
		}
	}
	return both, only, nil
}

// Package cli holds the common part of the command lines of all tools.
package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/girih-ir/girih/internal/spelling"
)

// Parse parses flags, which may be before and after the input file, as in LLVM's tools, and returns the input's name,
// or "-" (standard input) if there is none. With --help it prints the overview and the flags and returns
// [flag.ErrHelp].
func Parse(fs *flag.FlagSet, args []string, stdout io.Writer, overview string) (input string, err error) {
	return ParseWith(fs, args, func() error {
		return WriteHelp(stdout, fs.Name(), overview, Section{"General options", FlagEntries(fs, nil)})
	})
}

// ParseWith is [Parse] for tools that print their help themselves.
func ParseWith(fs *flag.FlagSet, args []string, help func() error) (input string, err error) {
	files, err := ParseFiles(fs, args, help)
	if err != nil {
		return "", err
	}
	switch len(files) {
	case 0:
		return "-", nil
	case 1:
		return files[0], nil
	}
	return "", fmt.Errorf("too many input files: %s; give one, or - for standard input", strings.Join(files, ", "))
}

// ParseFiles is [ParseWith] for tools that take any number of inputs.
func ParseFiles(fs *flag.FlagSet, args []string, help func() error) (files []string, err error) {
	fs.SetOutput(io.Discard)
	for {
		if err := fs.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, errors.Join(err, help())
			}
			return nil, fmt.Errorf("%w%s; see --help", err, suggestion(fs, err))
		}
		if fs.NArg() == 0 {
			return files, nil
		}
		files = append(files, fs.Arg(0))
		args = fs.Args()[1:]
	}
}

// suggestion returns the flag that was probably meant by an unknown one.
func suggestion(fs *flag.FlagSet, err error) string {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return ""
	}
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	if best := spelling.Closest(strings.TrimPrefix(name, "-"), names); best != "" {
		return " (did you mean " + dashes(best) + best + "?)"
	}
	return ""
}

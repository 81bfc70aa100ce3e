// Package cli holds what the command lines of all tools have in common. What a tool does is in a package of its own.
package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// Parse parses flags, which may stand before and after the input file, as LLVM's tools admit, and returns the input's
// name: "-", standard input, when there is none. With --help it prints the overview and the flags and returns
// [flag.ErrHelp].
func Parse(fs *flag.FlagSet, args []string, stdout io.Writer, overview string) (input string, err error) {
	fs.SetOutput(io.Discard)
	var files []string
	for {
		if err := fs.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				fmt.Fprintf(stdout, "OVERVIEW: %s\n\nUSAGE: %s [options] <input file>\n\nOPTIONS:\n", overview, fs.Name())
				fs.SetOutput(stdout)
				fs.PrintDefaults()
				return "", err
			}
			return "", fmt.Errorf("%w; see --help", err)
		}
		if fs.NArg() == 0 {
			break
		}
		files = append(files, fs.Arg(0))
		args = fs.Args()[1:]
	}
	switch len(files) {
	case 0:
		return "-", nil
	case 1:
		return files[0], nil
	}
	return "", fmt.Errorf("too many input files: %s; give one, or - for standard input", strings.Join(files, ", "))
}

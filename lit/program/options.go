package program

import (
	"fmt"
	"strings"
)

// option is a flag of the command line.
type option struct {
	name  string // with its dashes
	value string
}

// options reads flags in the same way as getopt: single letters, which may be joined, and long names. A colon after a
// letter of short means that the letter takes a value. Flags may come after other arguments; -- ends the flags.
func options(args []string, short string, long ...string) (opts []option, rest []string, err error) {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			return opts, append(rest, args...), nil
		case strings.HasPrefix(arg, "--"):
			name, err := longOption(arg, long)
			if err != nil {
				return nil, nil, err
			}
			opts = append(opts, option{name: name})
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			rest = append(rest, arg)
		default:
			letters, n, err := shortOptions(arg[1:], args, short)
			if err != nil {
				return nil, nil, err
			}
			opts = append(opts, letters...)
			args = args[n:]
		}
	}
	return opts, rest, nil
}

// longOption returns the only long name that is equal to arg or starts with it.
func longOption(arg string, long []string) (string, error) {
	var found []string
	for _, name := range long {
		if name == arg {
			return name, nil
		}
		if strings.HasPrefix(name, arg) {
			found = append(found, name)
		}
	}
	if len(found) != 1 {
		return "", fmt.Errorf("option %s not recognized", arg)
	}
	return found[0], nil
}

// shortOptions reads the letters of one argument. n is the number of following arguments that it uses as a value.
func shortOptions(letters string, args []string, short string) (opts []option, n int, err error) {
	for i := range len(letters) {
		at := strings.IndexByte(short, letters[i])
		if at < 0 || letters[i] == ':' {
			return nil, 0, fmt.Errorf("option -%c not recognized", letters[i])
		}
		o := option{name: "-" + letters[i:i+1]}
		if at+1 == len(short) || short[at+1] != ':' {
			opts = append(opts, o)
			continue
		}
		if o.value = letters[i+1:]; o.value == "" {
			if len(args) == 0 {
				return nil, 0, fmt.Errorf("option -%c requires argument", letters[i])
			}
			o.value, n = args[0], 1
		}
		return append(opts, o), n, nil
	}
	return opts, 0, nil
}

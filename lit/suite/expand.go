package suite

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// expansion replaces ${...} in the strings of a file. It keeps the first error in err.
type expansion struct {
	dir      string
	config   *Config
	settings *Settings
	err      error
}

var variable = regexp.MustCompile(`\$(\$|\{[^{}]*\})?`)

func (e *expansion) expand(s string) string {
	return variable.ReplaceAllStringFunc(s, func(m string) string {
		switch m {
		case "$$":
			return "$"
		case "$":
			e.fail("a $ in %q is neither $$ nor ${...}", s)
			return m
		}
		return e.value(m[2 : len(m)-1])
	})
}

func (e *expansion) fail(format string, args ...any) {
	if e.err == nil {
		e.err = fmt.Errorf(format, args...)
	}
}

func (e *expansion) value(name string) string {
	kind, rest, _ := strings.Cut(name, ":")
	switch kind {
	case "dir":
		return e.dir
	case "source-root":
		return e.config.sourceRoot
	case "exec-root":
		return e.config.execRoot
	case "tmp":
		return strings.TrimSuffix(os.TempDir(), string(os.PathSeparator))
	case "uid":
		return strconv.Itoa(os.Getuid())
	case "env":
		return os.Getenv(rest)
	case "param":
		param, fallback, optional := strings.Cut(rest, ":")
		v, ok := e.settings.Params[param]
		switch {
		case ok:
			return v
		case optional:
			return fallback
		}
		e.fail("the parameter %s is not set: give -D %s=VALUE", param, param)
		return ""
	}
	e.fail("unknown variable ${%s}", name)
	return ""
}

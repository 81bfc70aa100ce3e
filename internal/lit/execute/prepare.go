package execute

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"strings"

	"github.com/girih-ir/girih/internal/lit/shell"
	"github.com/girih-ir/girih/lit/program"
)

// command is a command without its prefixes (env, not, !).
type command struct {
	source *shell.Command
	args   []string
	env    map[string]string // the shell's, unless env changed it
	own    bool              // whether env is a copy
	nots   []string          // the prefixes that negate, in order: "not", "--crash", "!"
	crash  bool              // --crash is among nots
}

func (c *command) errorf(format string, args ...any) error {
	return &commandError{command: c.source, message: fmt.Sprintf(format, args...)}
}

// negations returns how many not and ! precede the command.
func (c *command) negations() (n int) {
	for _, p := range c.nots {
		if p != "--crash" {
			n++
		}
	}
	return n
}

// prepare expands the words of a command.
func (s *Shell) prepare(source *shell.Command) (*command, error) {
	c := &command{source: source, env: s.Env}
	words := make([]shell.Word, len(source.Words))
	for i, w := range source.Words {
		if !w.Glob {
			text, err := s.readFiles(w.Text)
			if err != nil {
				return nil, c.errorf("%v", err)
			}
			w.Text = text
		}
		words[i] = w
	}
	words, err := c.prefixes(words)
	if err != nil || len(words) == 0 {
		return c, err
	}
	c.args = append(c.args, s.expand(words[0])[0])
	for _, w := range words[1:] {
		c.args = append(c.args, s.expand(w)...)
	}
	return c, nil
}

// prefixes removes env, not and !. After an env without a command, no words are left.
func (c *command) prefixes(words []shell.Word) ([]shell.Word, error) {
	for {
		switch name := words[0].Text; name {
		case "env":
			if !c.own {
				c.env, c.own = maps.Clone(c.env), true
			}
			words = setEnv(c.env, words[1:])
			if len(words) == 0 {
				return nil, nil
			}
		case "not", "!":
			c.nots = append(c.nots, name)
			words = words[1:]
			if name == "not" && len(words) > 0 && words[0].Text == "--crash" {
				c.nots = append(c.nots, "--crash")
				c.crash = true
				words = words[1:]
			}
			if len(words) == 0 {
				return nil, c.errorf("Error: '%s' requires a subcommand", name)
			}
		default:
			return words, nil
		}
	}
}

// setEnv applies the arguments of env and export, up to the first that is neither NAME=VALUE nor -u NAME nor -i, and
// returns the rest.
func setEnv(env map[string]string, words []shell.Word) []shell.Word {
	unset := false
	for i, w := range words {
		name, value, isAssignment := strings.Cut(w.Text, "=")
		switch {
		case w.Text == "-u":
			unset = true
		case w.Text == "-i":
			clear(env)
		case unset:
			delete(env, w.Text)
			unset = false
		case isAssignment:
			env[name] = value
		default:
			return words[i:]
		}
	}
	return nil
}

var readFile = regexp.MustCompile(`%\{readfile:([^}]*)\}`)

// readFiles replaces %{readfile:NAME} by the content of the file at the time when the command runs.
func (s *Shell) readFiles(text string) (string, error) {
	if !strings.Contains(text, "%{readfile:") {
		return text, nil
	}
	var failure error
	text = readFile.ReplaceAllStringFunc(text, func(m string) string {
		data, err := os.ReadFile(s.path(readFile.FindStringSubmatch(m)[1]))
		if err != nil && failure == nil {
			//lint:ignore ST1005 the words are lit's
			failure = fmt.Errorf("File specified in readfile substitution does not exist: %w", err)
		}
		return string(data)
	})
	return text, failure
}

// path returns the path of a file name in the current directory.
func (s *Shell) path(name string) string { return program.Invocation{Dir: s.Dir}.Path(name) }

package foreign

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/girih-ir/girih/lit/program"
	"github.com/girih-ir/girih/lit/runner"
	"github.com/girih-ir/girih/lit/suite"
)

// ErrNoTests says that a directory has no test that could be run.
var ErrNoTests = errors.New("no .mlir file with RUN lines")

// Options say what is run.
type Options struct {
	// Programs are our tools, by the names that the tests call: "mlir-opt", "mlir-translate", "FileCheck".
	Programs map[string]program.Func
	// Theirs is the directory with the tests' own tools. If it is empty, all pieces count.
	Theirs string
	// Lacking are the dialects that their tools have and ours do not. A piece that uses such a dialect and does not
	// pass counts as Missing: our tools accept operations of the dialect as unregistered ones only.
	Lacking []string
	// Filter, if set, selects tests by their name relative to the root, with slashes.
	Filter *regexp.Regexp
	// Workers is the number of pieces that run at the same time; 0 means one for each processor.
	Workers int
}

// lack matches messages of our tools about an operation, type, pass or flag that they do not have.
var lack = regexp.MustCompile("flag provided but not defined: \\S+|" +
	"['`\"][^'`\"]*['`\"] does not refer to a registered pass|no such option|" +
	"Dialect `[^']*' not found|custom op '[^']*' is unknown|unregistered (operation|dialect)|" +
	"unknown attribute `[^`]*` in dialect|unknown  type `|unknown LLVM type|" +
	"command not found|no registered translation|dialect '[^']*' (is unknown|provides no type parsing hook)")

// Run splits the tests below root into pieces and runs those that count. The files that tests write are in a temporary
// directory. Run fails if there are no tests, if a file cannot be read, or if ctx is done.
func Run(ctx context.Context, root string, o Options) (*Report, error) {
	dir, err := os.MkdirTemp("", "foreign")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := write(root, dir, o.Filter); err != nil {
		return nil, err
	}
	found, err := suite.Discover([]string{dir}, suite.Settings{Path: theirPath(o.Theirs)})
	if err != nil {
		return nil, err
	}
	tests, report := found.Tests, &Report{Areas: map[string]*Counts{}, Needs: map[string]int{}}
	if o.Theirs != "" {
		results, err := runner.Run(ctx, tests, runner.Options{Workers: o.Workers})
		if err != nil {
			return nil, err
		}
		tests = nil
		for _, r := range results {
			if r.Code == runner.Pass {
				tests = append(tests, r.Test)
			} else {
				report.area(r.Test).NotCounted++
			}
		}
	}
	results, err := runner.Run(ctx, tests, runner.Options{Workers: o.Workers, Programs: o.Programs})
	if err != nil {
		return nil, err
	}
	names := naming(o.Lacking)
	for _, r := range results {
		text, err := os.ReadFile(r.Test.Source())
		if err != nil {
			return nil, err
		}
		need := lack.FindString(r.Output)
		if need == "" {
			need = strings.TrimLeft(names.FindString(comment.ReplaceAllString(string(text), "")), notName)
		}
		report.add(r, need)
	}
	return report, nil
}

// comment matches a comment outside strings, except one that begins after a string with slashes on the same line.
var comment = regexp.MustCompile(`(?m)//.*$`)

// notName are bytes that may precede a dialect's name in IR.
const notName = " \t\n!#\"(<,=:[{-"

// naming matches the name of an operation, type or attribute of some dialects.
func naming(dialects []string) *regexp.Regexp {
	if len(dialects) == 0 {
		return regexp.MustCompile(`$.^`) // matches nothing
	}
	return regexp.MustCompile(`(?:^|[^\w.$@%])(?:` + strings.Join(dialects, "|") + `)\.[a-z]\w*`)
}

func theirPath(dir string) []string {
	if dir == "" {
		return nil
	}
	return []string{dir}
}

// configuration is the lit.toml of the directory of pieces.
const configuration = `name = "foreign"
suffixes = [".mlir"]
excludes = ["Output"]
timeout = 60
`

// write creates a suite in dir from the pieces of the tests below root. The piece of a/b.mlir at line 7 is
// a/b.mlir.7.mlir, or a/b.mlir.7.2.mlir for the second of several commands.
func write(root, dir string, filter *regexp.Regexp) error {
	if err := os.WriteFile(filepath.Join(dir, "lit.toml"), []byte(configuration), 0o600); err != nil {
		return err
	}
	tree, none := os.DirFS(root), true
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".mlir" || filter != nil && !filter.MatchString(name) {
			return err
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil || !strings.Contains(string(text), "RUN:") {
			return err
		}
		target := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			return err
		}
		for _, p := range pieces(string(text)) {
			none = false
			if err := os.WriteFile(target+p.suffix(), []byte(p.text), 0o600); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && none {
		err = fmt.Errorf("%s: %w", root, ErrNoTests)
	}
	return err
}

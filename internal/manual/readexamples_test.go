package manual_test

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// exampleModules are the files that examples are taken from, a module for each dialect.
//
//go:embed examples/*.mlir
var exampleModules embed.FS

// Examples are uses of operations, by the name of the operation.
type Examples map[string]string

// maxExample bounds the number of lines of an example.
const maxExample = 30

// readExamples takes the first use of each operation from the modules in the folder examples of files. The module of
// the operation's own dialect takes precedence.
func readExamples(ctx *ir.Context, files fs.FS) (Examples, error) {
	names, err := fs.Glob(files, "examples/*.mlir")
	if err != nil {
		return nil, err
	}
	examples := make(Examples)
	for _, own := range []bool{true, false} {
		for _, name := range names {
			source, err := fs.ReadFile(files, name)
			if err != nil {
				return nil, err
			}
			if err := examples.add(ctx, &ir.Source{Name: name, Text: source}, own); err != nil {
				return nil, err
			}
		}
	}
	return examples, nil
}

// add adds the operations of the file's own dialect, or those of all dialects.
func (e Examples) add(ctx *ir.Context, src *ir.Source, own bool) error {
	module, err := text.Parse(ctx, src, text.ParseOptions{})
	if err != nil {
		return fmt.Errorf("example: %w", err)
	}
	dialect := strings.TrimSuffix(strings.TrimPrefix(src.Name, "examples/"), ".mlir")
	lines := strings.Split(string(src.Text), "\n")
	module.Walk(func(op *ir.Operation) bool {
		at := ir.FileLocation(op.Loc())
		if at == nil || own && op.Info().DialectName() != dialect {
			return true
		}
		if _, have := e[op.Name()]; !have {
			if found := use(lines[at.StartLine-1:]); found != "" {
				e[op.Name()] = found
			}
		}
		return true
	})
	return nil
}

// use returns the text of the operation that starts on the first of lines, without its indentation, up to the line on
// which all brackets are closed. It returns "" for an operation that is too long.
func use(lines []string) string {
	indent := len(lines[0]) - len(strings.TrimLeft(lines[0], " "))
	var out []string
	depth := 0
	for _, line := range lines[:min(len(lines), maxExample)] {
		for _, c := range line {
			switch c {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			}
		}
		out = append(out, line[min(indent, len(line)):])
		if depth == 0 {
			return strings.Join(out, "\n")
		}
	}
	return ""
}

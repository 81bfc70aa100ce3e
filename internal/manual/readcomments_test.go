package manual_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Comments has the doc comments about operations, types and attributes in the source of a dialect.
type Comments struct {
	// Ops and Types are keyed by name with the dialect's prefix, Attrs by the names of attributes in text.
	Ops, Types, Attrs map[string]string
}

// readComments reads the Go files of a dialect's package.
func readComments(source fs.FS) (Comments, error) {
	c := Comments{Ops: map[string]string{}, Types: map[string]string{}, Attrs: map[string]string{}}
	names, err := fs.Glob(source, "*.go")
	if err != nil {
		return c, err
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(source, name)
		if err != nil {
			return c, err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
		if err != nil {
			return c, err
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.GenDecl); ok {
				c.declaration(d)
			}
		}
	}
	return c, nil
}

func (c Comments) declaration(d *ast.GenDecl) {
	// A comment is also about the constants without a comment after it, if it names them.
	doc := d.Doc
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			c.typ(d.Doc)
		case *ast.ValueSpec:
			if s.Doc != nil {
				doc = s.Doc
			}
			if d.Tok == token.CONST {
				c.constants(s, doc)
				continue
			}
			c.operations(s.Doc)
			c.operations(d.Doc)
		}
	}
}

var (
	// opDefines matches the beginning of a comment about operations: Reduce defines `tile.reduce`: tensors ...; Dim and
	// Stride define `tile.dim` and `tile.stride`: ...
	opDefines = regexp.MustCompile("[A-Z]\\w*(?:,? (?:and )?[A-Z]\\w*)*\\s+defines?\\s+" +
		"((?:`[\\w.]+`(?:,\\s+|\\s+and\\s+)?)+):\\s")
	// typeIs matches the beginning of the comment of a type: PtrType is `!tile.ptr<f32>`: the address ...
	typeIs = regexp.MustCompile("(?s)^\\w+ is `!([\\w.]+)([^`]*)`: (.*)")
	quoted = regexp.MustCompile("`([\\w.]+)`")
	// constantsAre matches the beginning of a comment about constants: Before is ...; Before and After are ...
	constantsAre = regexp.MustCompile(`^(\w+(?:(?:, and|,| and) [A-Z]\w*)*) (?:(?:is|are) )?`)
	word         = regexp.MustCompile(`\w+`)
	// link matches a reference to another declaration.
	link = regexp.MustCompile(`(^|[\s(])\[([\w.*]+)\]`)
)

// operations adds a comment about operations.
func (c Comments) operations(doc *ast.CommentGroup) {
	if doc == nil {
		return
	}
	text := doc.Text()
	places := opDefines.FindAllStringSubmatchIndex(text, -1)
	for i, at := range places {
		end := len(text)
		if i+1 < len(places) {
			end = places[i+1][0]
		}
		for _, name := range quoted.FindAllStringSubmatch(text[at[2]:at[3]], -1) {
			c.Ops[name[1]] = sentence(prose(text[at[1]:end]))
		}
	}
}

// typ adds a comment about a type.
func (c Comments) typ(doc *ast.CommentGroup) {
	if doc == nil {
		return
	}
	if m := typeIs.FindStringSubmatch(doc.Text()); m != nil {
		c.Types[m[1]] = "Text: `!" + m[1] + strings.Join(strings.Fields(m[2]), " ") + "`. " + sentence(prose(m[3]))
	}
}

// constants adds a comment for each constant that it names and that is the name of an attribute. The comment begins
// with the names: "AnywhereName is the unit attribute of ...", "Before and After are lists of ...".
func (c Comments) constants(s *ast.ValueSpec, doc *ast.CommentGroup) {
	if doc == nil {
		return
	}
	text := prose(doc.Text())
	head := constantsAre.FindStringSubmatch(text)
	if head == nil {
		return
	}
	named := word.FindAllString(head[1], -1)
	for i, v := range s.Values {
		value, ok := v.(*ast.BasicLit)
		if !ok || value.Kind != token.STRING || !slices.Contains(named, s.Names[i].Name) {
			continue
		}
		if name, err := strconv.Unquote(value.Value); err == nil {
			c.Attrs[name] = sentence(text[len(head[0]):])
		}
	}
}

// prose returns the text of a comment as Markdown: each paragraph in one line, without links, and indented lines as
// code.
func prose(text string) string {
	var out []string
	for _, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if strings.HasPrefix(paragraph, "\t") {
			out = append(out, "```mlir\n"+strings.ReplaceAll(paragraph[1:], "\n\t", "\n")+"\n```")
			continue
		}
		out = append(out, link.ReplaceAllString(strings.Join(strings.Fields(paragraph), " "), "$1$2"))
	}
	return strings.Join(out, "\n\n")
}

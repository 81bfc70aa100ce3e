package manual_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// dialectPage returns the manual of a dialect, with examples of its operations and the doc comments in its source.
func dialectPage(d *ir.Dialect, examples Examples, comments Comments) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Dialect `%s`\n\n", d.Name)
	paragraph(&b, sentence(d.Summary))
	paragraph(&b, d.Description)
	if len(d.Types) > 0 {
		b.WriteString("## Types\n\n| type | meaning |\n|---|---|\n")
		for _, t := range d.Types {
			fmt.Fprintf(&b, "| `!%s.%s` | %s |\n", d.Name, t.Mnemonic, cell(t.Summary))
		}
		b.WriteString("\n")
		for _, t := range d.Types {
			if text := comments.Types[d.Name+"."+t.Mnemonic]; text != "" {
				fmt.Fprintf(&b, "### `!%s.%s`\n\n", d.Name, t.Mnemonic)
				paragraph(&b, text)
			}
		}
	}
	if len(d.Attrs) > 0 {
		b.WriteString("## Attributes\n\n| attribute | meaning |\n|---|---|\n")
		for _, a := range d.Attrs {
			fmt.Fprintf(&b, "| `#%s.%s` | %s |\n", d.Name, a.Mnemonic, cell(a.Summary))
		}
		b.WriteString("\n")
	}
	attributes(&b, d, comments)
	if len(d.Definitions()) > 0 {
		b.WriteString("## Operations\n\n")
		if d.Upstream > 0 {
			paragraph(&b, fmt.Sprintf("These are %d of the %d operations that MLIR's dialect has in LLVM 22. The others are "+
				"accepted in generic form with `--allow-unregistered-dialect`, and passes leave them alone.",
				len(d.Definitions()), d.Upstream))
		}
	}
	for _, op := range d.Definitions() {
		operation(&b, op, examples[op.Name], comments)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// attributes lists the dialect's attributes that operations of any dialect may have.
func attributes(b *strings.Builder, d *ir.Dialect, comments Comments) {
	var names []string
	for name := range comments.Attrs {
		if strings.HasPrefix(name, d.Name+".") {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return
	}
	slices.Sort(names)
	b.WriteString("## Attributes of operations and arguments\n\n")
	for _, name := range names {
		paragraph(b, "- `"+name+"`: "+comments.Attrs[name])
	}
}

func operation(b *strings.Builder, op *ir.OpDef, example string, comments Comments) {
	fmt.Fprintf(b, "### `%s`\n\n", op.Name)
	paragraph(b, sentence(op.Summary))
	if syntax := op.ReadableSyntax(); syntax != "" {
		paragraph(b, "Syntax: `"+syntax+"`")
	}
	paragraph(b, op.Description)
	paragraph(b, comments.Ops[op.Name])
	if example != "" {
		paragraph(b, "```mlir\n"+example+"\n```")
	}
	var rows []string
	row := func(kind, name, constraint, doc string) {
		rows = append(rows, fmt.Sprintf("| %s | `%s` | %s | %s |", kind, name, cell(constraint), cell(doc)))
	}
	for _, v := range op.Operands {
		row("operand", v.Name, arity(v.Arity)+v.Type.Summary, v.Doc)
	}
	for _, a := range op.Attrs {
		doc := a.Doc
		if doc == "" {
			doc = comments.Attrs[a.Name]
		}
		row("attribute", a.Name, presence(&a)+a.Attr.Summary, doc)
	}
	for _, r := range op.Regions {
		row("region", r.Name, r.Summary, "")
	}
	for _, s := range op.Successors {
		row("successor", s.Name, "", "")
	}
	for _, v := range op.Results {
		row("result", v.Name, arity(v.Arity)+v.Type.Summary, v.Doc)
	}
	if len(rows) > 0 {
		b.WriteString("| | name | constraint | |\n|---|---|---|---|\n" + strings.Join(rows, "\n") + "\n\n")
	}
	var rules []string
	for _, r := range op.TypeRules {
		if r.Summary != "" {
			rules = append(rules, r.Summary)
		}
	}
	if len(rules) > 0 {
		paragraph(b, "Types: "+strings.Join(rules, "; ")+".")
	}
	if traits := op.Traits.Names(); len(traits) > 0 {
		paragraph(b, "Traits: "+strings.Join(traits, ", ")+".")
	}
	if does := behaviour(op); len(does) > 0 {
		paragraph(b, sentence(strings.Join(does, "; ")))
	}
	if len(op.Parents) > 0 {
		paragraph(b, "Directly inside `"+strings.Join(op.Parents, "` or `")+"`.")
	}
}

func paragraph(b *strings.Builder, s string) {
	if s = strings.TrimSpace(s); s != "" {
		b.WriteString(s + "\n\n")
	}
}

// sentence starts s with a capital letter and ends it with a full stop.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	s = strings.ToUpper(s[:1]) + s[1:]
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

func cell(s string) string { return strings.ReplaceAll(s, "|", "\\|") }

func arity(a ir.Arity) string {
	switch a {
	case ir.Optional:
		return "optional "
	case ir.Variadic:
		return "any number of "
	}
	return ""
}

func presence(a *ir.OpAttr) string {
	if a.Optional || a.Default != nil {
		return "optional "
	}
	return ""
}

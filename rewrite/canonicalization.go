package rewrite

import "github.com/girih-ir/girih/ir"

// Canonicalization is the patterns that bring one kind of operation into its canonical form, found among the
// definition's Interfaces.
type Canonicalization []*Pattern

// Canonicalize adds patterns, rooted at def, to its canonicalization. Dialects call it while the program initializes,
// since the patterns of operations refer to each other's definitions.
func Canonicalize(def *ir.OpDef, patterns ...*Pattern) {
	for _, p := range patterns {
		p.Root = def
	}
	def.Interfaces = append(def.Interfaces, Canonicalization(patterns))
}

// Canonicalizations returns the patterns of all operations whose dialects ctx has loaded.
func Canonicalizations(ctx *ir.Context) (*Set, error) {
	var all []*Pattern
	for _, d := range ctx.Dialects() {
		for _, def := range d.Ops {
			for _, i := range def.Interfaces {
				if c, ok := i.(Canonicalization); ok {
					all = append(all, c...)
				}
			}
		}
	}
	return NewSet(all...)
}

package rewrite

import "github.com/girih-ir/girih/ir"

// Canonicalization holds the patterns that bring one kind of operation into canonical form. It is one of the
// Interfaces of the definition.
type Canonicalization []*Pattern

// Canonicalize adds patterns, rooted at def, to its canonicalization. Dialects call it while the program initializes,
// since the patterns of operations refer to each other's definitions.
func Canonicalize(def *ir.OpDef, patterns ...*Pattern) {
	for _, p := range patterns {
		p.Root = def
	}
	def.Interfaces = append(def.Interfaces, Canonicalization(patterns))
}

// CanonicalizeBy adds rules, each to the canonicalization of the operation it is rooted at. It panics where
// [Rule.MustPattern] does.
func CanonicalizeBy(rules ...Rule) {
	for _, r := range rules {
		p := r.MustPattern()
		Canonicalize(p.Root, p)
	}
}

// canonicalizationsKey is the key of a context's canonicalizations. It has the number of loaded dialects, since loading
// another one changes them.
type canonicalizationsKey struct{ dialects int }

// setOrError is the result of [NewSet].
type setOrError struct {
	set *Set
	err error
}

// Canonicalizations returns the patterns of all operations whose dialects ctx has loaded. The set is created once for a
// context.
func Canonicalizations(ctx *ir.Context) (*Set, error) {
	dialects := ctx.Dialects()
	s := ir.Intern(ctx, canonicalizationsKey{len(dialects)}, func(canonicalizationsKey) setOrError {
		var all []*Pattern
		for _, d := range dialects {
			for _, def := range d.Ops {
				for _, i := range def.Interfaces {
					if c, ok := i.(Canonicalization); ok {
						all = append(all, c...)
					}
				}
			}
		}
		set, err := NewSet(all...)
		return setOrError{set, err}
	})
	return s.set, s.err
}

// CanonicalizeGreedily rewrites root with [Canonicalizations], and reports whether anything changed.
func CanonicalizeGreedily(root *ir.Operation, opts Options) (changed bool, err error) {
	patterns, err := Canonicalizations(root.Context())
	if err != nil {
		return false, err
	}
	return Greedy(root, patterns, opts)
}

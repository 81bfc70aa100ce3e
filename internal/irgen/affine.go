package irgen

import "strings"

// affineSpace names the identifiers that an affine expression may use.
type affineSpace struct{ dims, symbols []string }

func (g *generator) affineSpace() (affineSpace, string) {
	letters := pick(g, []string{"d0", "d1", "d2"}, []string{"i", "j", "k"})
	s := affineSpace{dims: letters[:g.IntN(4)], symbols: []string{"s0", "n"}[:g.IntN(3)]}
	text := "(" + strings.Join(s.dims, ", ") + ")"
	if len(s.symbols) > 0 {
		text += "[" + strings.Join(s.symbols, ", ") + "]"
	}
	return s, text
}

// affineMap returns an affine map attribute.
func (g *generator) affineMap() string {
	s, head := g.affineSpace()
	results := make([]string, g.IntN(4))
	for i := range results {
		results[i] = g.affineExpr(s, g.affineHeight(3))
	}
	return "affine_map<" + head + " -> (" + strings.Join(results, ", ") + ")>"
}

// affineSet returns an integer set attribute.
func (g *generator) affineSet() string {
	s, head := g.affineSpace()
	constraints := make([]string, g.IntN(3))
	for i := range constraints {
		left, right := g.affineExpr(s, g.affineHeight(2)), "0"
		if !g.opts.Stable {
			right = pick(g, "0", "4", g.affineExpr(s, 1))
		}
		constraints[i] = left + pick(g, " >= ", " == ", " <= ") + right
	}
	return "affine_set<" + head + " : (" + strings.Join(constraints, ", ") + ")>"
}

// affineHeight is the height of expressions that print and read back unchanged.
func (g *generator) affineHeight(otherwise int) int {
	if g.opts.Stable {
		return 1
	}
	return otherwise
}

// affineExpr returns an expression of at most the given height.
func (g *generator) affineExpr(s affineSpace, height int) string {
	if height == 0 || g.chance(25) {
		names := append(append([]string{}, s.dims...), s.symbols...)
		if len(names) == 0 || g.chance(25) {
			return itoa(g.IntN(40))
		}
		return pick(g, names...)
	}
	left := g.affineExpr(s, height-1)
	switch g.IntN(7) {
	case 0:
		return "(" + left + " + " + g.affineExpr(s, height-1) + ")"
	case 1:
		return left + " + " + g.affineExpr(s, height-1)
	case 2:
		return left + " - (" + g.affineExpr(s, height-1) + ")"
	case 3:
		return "-(" + left + ")"
	case 4:
		return "(" + left + ") * " + itoa(g.IntN(9)-4)
	}
	return "(" + left + ") " + pick(g, "floordiv", "ceildiv", "mod") + " " + itoa(1+g.IntN(16))
}

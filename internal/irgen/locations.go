package irgen

import "strings"

// trailingLocation returns a location with a leading blank, or nothing.
func (g *generator) trailingLocation() string {
	if !g.has(Locations) || g.chance(70) {
		return ""
	}
	if g.has(Aliases) && g.chance(30) {
		if n := len(g.locAliases); n > 0 && g.chance(60) {
			return " loc(#where" + itoa(g.IntN(n)) + ")"
		}
		g.locAliases = append(g.locAliases, "loc("+g.location(2)+")")
		return " loc(#where" + itoa(len(g.locAliases)-1) + ")"
	}
	return " loc(" + g.location(3) + ")"
}

// location returns a location without the keyword, nested at most depth deep.
func (g *generator) location(depth int) string {
	if depth == 0 {
		return pick(g, `"name"`, `"file.mlir":1:2`, `"other.c":30:4`)
	}
	switch g.IntN(8) {
	case 0:
		return "unknown"
	case 1:
		return `"` + pick(g, texts[1:]...) + `"`
	case 2:
		return `"name"(` + g.location(depth-1) + ")"
	case 3:
		return "callsite(" + g.location(depth-1) + " at " + g.location(depth-1) + ")"
	case 4:
		return "fused[" + g.locations(depth-1) + "]"
	case 5:
		return "fused<" + pick(g, `"meta"`, "1 : i8", "{a, b = 2}", "#gen.m") + ">[" + g.locations(depth-1) + "]"
	case 6:
		line := itoa(1 + g.IntN(50))
		return `"range.mlir":` + line + ":1 to " + pick(g, ":7", itoa(60+g.IntN(9))+":3")
	}
	return `"file` + itoa(g.IntN(3)) + `.mlir":` + itoa(g.IntN(1000)) + ":" + itoa(g.IntN(80))
}

func (g *generator) locations(depth int) string {
	parts := make([]string, 1+g.IntN(3))
	for i := range parts {
		parts[i] = g.location(depth)
		for g.opts.Stable && parts[i] == "unknown" {
			parts[i] = g.location(depth)
		}
	}
	return strings.Join(parts, ", ")
}

// aliases writes definitions of attribute and type aliases, which later text may use.
func (g *generator) aliases() {
	if !g.has(Aliases) {
		return
	}
	for i := range g.IntN(3) {
		name := "#value" + itoa(i)
		g.write(name, " = ", g.attribute(2), "\n")
		g.attrAliases = append(g.attrAliases, name)
	}
	for i := range g.IntN(3) {
		t := g.typ()
		g.write("!kind", itoa(i), " = ", t.String(), "\n")
		g.typeAliases = append(g.typeAliases, t)
	}
}

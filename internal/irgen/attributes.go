package irgen

import "strings"

// attributeDictionary returns the discardable attributes of an operation, with a leading blank, or nothing.
func (g *generator) attributeDictionary() string {
	if !g.has(Attributes) || g.chance(80) {
		return ""
	}
	return " {" + g.namedAttributes() + "}"
}

// namedAttributes returns at least one key, with values. The keys name a dialect, as modules and functions demand.
func (g *generator) namedAttributes() string {
	keys := []string{"gen.a", "gen.B", "gen.nested.key", "gen.a10", "gen.a2", "other._z", `"gen.quoted key"`}
	g.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	var parts []string
	for _, k := range keys[:1+g.IntN(3)] {
		if g.chance(15) {
			parts = append(parts, k)
		} else {
			parts = append(parts, k+" = "+g.attribute(2))
		}
	}
	return strings.Join(parts, ", ")
}

// attribute returns the text of an attribute; containers nest at most depth deep.
func (g *generator) attribute(depth int) string {
	kinds := []func() string{
		g.integerAttribute, g.floatAttribute, g.stringAttribute, g.symbolAttribute, g.typeText, g.denseAttribute,
		g.denseArray, g.sparseAttribute, g.affineMap, g.affineSet, g.opaqueAttribute, g.distinctAttribute,
		g.stridedAttribute, g.resourceAttribute, g.flagAttribute,
		func() string { return pick(g, "true", "false", "unit") },
	}
	if !g.opts.Stable {
		kinds = append(kinds, func() string { return "loc(" + g.location(2) + ")" })
	}
	if depth > 0 && g.chance(25) {
		return g.containerAttribute(depth - 1)
	}
	if n := len(g.attrAliases); n > 0 && g.chance(15) {
		return pick(g, g.attrAliases...)
	}
	return pick(g, kinds...)()
}

func (g *generator) containerAttribute(depth int) string {
	var parts []string
	if g.chance(60) {
		for range g.IntN(4) {
			parts = append(parts, g.attribute(depth))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	for _, k := range []string{"key", "i32", `"a b"`, "true"}[:g.IntN(5)] {
		parts = append(parts, k+" = "+g.attribute(depth))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func (g *generator) integerAttribute() string {
	switch g.IntN(6) {
	case 0:
		return g.intLiteral(64, true)
	case 1:
		w := pick(g, 8, 16, 32, 64, 17)
		return g.intLiteral(w, true) + " : si" + itoa(w)
	case 2:
		w := pick(g, 8, 16, 32, 64, 17)
		return g.intLiteral(w, false) + " : ui" + itoa(w)
	case 3:
		return g.intLiteral(64, true) + " : index"
	case 4:
		return "0x" + g.hex(pick(g, 8, 13, 32)) + " : i64"
	}
	w := 2 + g.IntN(200)
	return g.intLiteral(w, g.chance(70)) + " : i" + itoa(w)
}

func (g *generator) floatAttribute() string {
	t := g.floatingType()
	text := g.floatLiteral(t)
	if t.elem == "f64" && !strings.HasPrefix(text, "0x") && g.chance(50) {
		return text
	}
	return text + " : " + t.elem
}

// texts are contents of strings that test quoting.
var texts = []string{"", "text", "two words", `quote \"`, `back\\slash`, `tab\t line\n`, `\00\FF`, "é",
	"// no comment", "%s {}"}

func (g *generator) stringAttribute() string {
	s := `"` + pick(g, texts...) + `"`
	if g.chance(15) {
		return s + " : " + g.typeText()
	}
	return s
}

func (g *generator) symbolAttribute() string {
	s := pick(g, "@f", "@_under", `@"two words"`, "@a.b$c")
	for g.chance(30) {
		s += "::" + pick(g, "@inner", `@"quoted"`)
	}
	return s
}

func (g *generator) denseAttribute() string {
	switch g.IntN(8) {
	case 0:
		return `dense<["a", "\"b\"", "c\\"]> : tensor<3x!gen.str>`
	case 1:
		return "dense<[(" + pick(g, "1.0, 2.0), (-0.5, 0.0", "0.0, 0.0), (0.0, 0.0") + ")]> : tensor<2xcomplex<" +
			pick(g, "f32", "f64", "f16") + ">>"
	case 2:
		return g.largeDense()
	}
	t := g.element()
	t = g.vectorOf(t, g.chance(20))
	if g.chance(50) {
		t.scalable, t.pre = false, "tensor<"
		for _, d := range t.shape {
			t.pre += itoa(d) + "x"
		}
	}
	return g.dense(t) + " : " + t.String()
}

// largeDense returns a dense attribute of about the size from which elements print as raw bytes.
func (g *generator) largeDense() string {
	n := 95 + g.IntN(12)
	t := g.element()
	t.container, t.shape, t.pre, t.post = tensor, []int{n}, "tensor<"+itoa(n)+"x", ">"
	return "dense<" + nest(t.shape, func() string { return g.literal(t) }) + "> : " + t.String()
}

func (g *generator) denseArray() string {
	t := pick(g, intType(1), intType(8), intType(16), i32Type, intType(64), floatType("f32", 32), floatType("f64", 64))
	parts := make([]string, g.IntN(5))
	if len(parts) == 0 {
		return "array<" + t.elem + ">"
	}
	for i := range parts {
		parts[i] = g.literal(t)
	}
	return "array<" + t.elem + ": " + strings.Join(parts, ", ") + ">"
}

func (g *generator) sparseAttribute() string {
	return pick(g,
		"sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>",
		"sparse<[[0, 1]], 2.5> : tensor<2x2xf32>",
		"sparse<[[3], [5]], [-1.0, 0.0]> : tensor<8xf64>",
		"sparse<> : tensor<4xi8>")
}

func (g *generator) opaqueAttribute() string {
	return pick(g, "#gen.unit", "#gen.box<1, [2.0], \"three\">", "#gen<opaque>", "#gen.map<{a -> b}>", "#gen.typed : i32",
		"#gen.nested<#gen.unit, !gen.token>")
}

func (g *generator) distinctAttribute() string {
	g.distinct++
	return "distinct[" + itoa(g.distinct) + "]<" + pick(g, "", "unit", "1 : i8", `"x"`) + ">"
}

func (g *generator) stridedAttribute() string {
	return pick(g, "strided<[1]>", "strided<[?, 1], offset: ?>", "strided<[4, -1], offset: 3>", "strided<[]>")
}

func (g *generator) resourceAttribute() string {
	return "dense_resource<" + pick(g, "none", "weights_1", `"quoted key"`) + "> : tensor<" + itoa(g.IntN(9)) + "xf32>"
}

// flagAttribute returns an attribute of a registered dialect.
func (g *generator) flagAttribute() string {
	return pick(g, "#arith.fastmath<fast>", "#arith.fastmath<nnan,ninf>", "#arith.overflow<nsw, nuw>",
		"#arith.overflow<none>")
}

package conformance_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generate returns the case for a seed. It makes the input from the directives; in about half of the cases it then
// changes the input.
func generate(seed uint64) fileCase {
	g := generator{rand: rand.New(rand.NewPCG(seed, 1)), strings: map[string]string{}, numbers: map[string]int{}}
	g.flags()
	for n := 2 + g.rand.IntN(8); n > 0; n-- {
		g.directive()
	}
	if g.rand.IntN(2) == 0 {
		g.spoil()
	}
	return fileCase{
		Name: fmt.Sprintf("generated/%d", seed), Flags: g.args,
		Check: strings.Join(g.check, "\n") + "\n", Input: strings.Join(g.input, "\n") + "\n",
	}
}

type generator struct {
	rand       *rand.Rand
	args       []string
	prefix     string
	check      []string
	input      []string
	strings    map[string]string
	numbers    map[string]int
	strict     bool
	ignoreCase bool
	dags       [][2]string
}

func (g *generator) one(of ...string) string { return of[g.rand.IntN(len(of))] }

func (g *generator) chance(percent int) bool { return g.rand.IntN(100) < percent }

func (g *generator) flags() {
	g.prefix = "CHECK"
	flag := func(percent int, args ...string) bool {
		if !g.chance(percent) {
			return false
		}
		g.args = append(g.args, args...)
		return true
	}
	flag(8, "--match-full-lines")
	g.strict = flag(8, "--strict-whitespace")
	g.ignoreCase = flag(8, "--ignore-case")
	flag(8, "--enable-var-scope")
	flag(8, "--implicit-check-not="+g.word())
	flag(4, "--allow-deprecated-dag-overlap")
	flag(15, "-v")
	flag(10, "-vv")
	flag(10, "--dump-input=always")
	flag(6, "--dump-input=never")
	flag(6, "--dump-input-filter="+g.one("all", "annotation", "annotation-full", "error"))
	flag(6, "--dump-input-context="+g.one("0", "1", "3"))
	if flag(10, "--check-prefix=FOO") {
		g.prefix = "FOO"
	}
	if flag(15, "-DDEF=alpha") {
		g.strings["DEF"] = "alpha"
	}
	if flag(15, "-D#NUM=7") {
		g.numbers["NUM"] = 7
	}
}

func (g *generator) word() string {
	return g.one("alpha", "beta", "gamma", "delta", "x1", "y.z", "a+b", "(c)", "%0", "@f", "i32", "->", "q[0]", "{}", "w*")
}

// directive adds a directive and the lines of the input that match it.
func (g *generator) directive() {
	pattern, text := g.pattern(g.chance(50))
	kind := g.one("", "", "", "-NEXT", "-NEXT", "-SAME", "-NOT", "-DAG", "-DAG", "-LABEL", "-EMPTY", "-COUNT-2",
		"{LITERAL}", "comment")
	if len(g.check) == 0 && kind != "-LABEL" {
		kind = ""
	}
	if kind != "-DAG" {
		g.flushDags()
	}
	add := func(line string) { g.check = append(g.check, g.one("", "; ", "// ")+g.prefix+kind+": "+line) }
	switch kind {
	case "":
		g.noise()
		add(pattern)
		g.input = append(g.input, text)
	case "-NEXT":
		add(pattern)
		g.input = append(g.input, text)
	case "-SAME":
		add(pattern)
		g.input[len(g.input)-1] += " " + text
	case "-NOT":
		add(g.one(g.word(), "{{no+}}", "never", pattern))
	case "-DAG":
		add(pattern)
		g.dags = append(g.dags, [2]string{pattern, text})
	case "-LABEL":
		text = "label" + fmt.Sprint(g.rand.IntN(100))
		add(text)
		g.input = append(g.input, text)
	case "-EMPTY":
		g.check = append(g.check, g.prefix+kind+":")
		g.input = append(g.input, "")
	case "-COUNT-2":
		add(pattern)
		g.input = append(g.input, text, text)
	case "{LITERAL}":
		word := g.one("[[X]]", "{{a}}", "[[#N]]", "plain")
		add(word)
		g.input = append(g.input, word)
	case "comment":
		g.check = append(g.check, "COM: "+g.prefix+": nothing", "RUN: "+g.prefix+": nothing")
	}
}

// flushDags adds the texts of a group of DAG directives to the input in a random order.
func (g *generator) flushDags() {
	g.rand.Shuffle(len(g.dags), func(i, j int) { g.dags[i], g.dags[j] = g.dags[j], g.dags[i] })
	for _, d := range g.dags {
		g.input = append(g.input, d[1])
	}
	g.dags = nil
}

func (g *generator) noise() {
	for g.chance(30) {
		g.input = append(g.input, g.one("noise", "", "  "+g.word(), g.word()+"\t"+g.word()))
	}
}

// pattern returns a pattern and a text that it matches.
func (g *generator) pattern(variables bool) (pattern, text string) {
	for n := 1 + g.rand.IntN(4); n > 0; n-- {
		p, t := g.piece(variables)
		space := ""
		if pattern != "" {
			space = g.one("", " ", " ")
		}
		pattern += space + p
		if space == " " && !g.strict {
			space = g.one(" ", "  ", "\t")
		}
		text += space + t
	}
	return pattern, text
}

func (g *generator) piece(variables bool) (pattern, text string) {
	if !variables || g.chance(50) {
		if g.chance(60) {
			w := g.word()
			if g.ignoreCase {
				return w, strings.ToUpper(w)
			}
			return w, w
		}
		re, t := g.regex()
		return "{{" + re + "}}", t
	}
	name := g.one("A", "B", "$G", "_c")
	number := g.one("N", "M", "$K")
	switch g.rand.IntN(6) {
	case 0:
		re, t := g.regex()
		g.strings[name] = t
		return "[[" + name + ":" + re + "]]", t
	case 1:
		if v, ok := g.strings["DEF"]; ok && g.chance(50) {
			return "[[DEF]]", v
		}
		return "[[" + name + "]]", g.strings[name]
	case 2:
		v := g.rand.IntN(300)
		g.numbers[number] = v
		return "[[#" + number + ":]]", fmt.Sprint(v)
	case 3:
		return g.expression(number)
	case 4:
		return g.hexadecimal()
	default:
		return g.one("[[@LINE]]", "[[#@LINE]]", "[[# @LINE - 0]]"), fmt.Sprint(len(g.check) + 1)
	}
}

func (g *generator) expression(number string) (pattern, text string) {
	v, n := g.numbers[number], g.rand.IntN(20)
	switch g.rand.IntN(7) {
	case 0:
		return fmt.Sprintf("[[#%s+%d]]", number, n), fmt.Sprint(v + n)
	case 1:
		return fmt.Sprintf("[[#%s - %d]]", number, n), fmt.Sprint(v - n)
	case 2:
		return fmt.Sprintf("[[#mul(%s,%d)]]", number, n), fmt.Sprint(v * n)
	case 3:
		return fmt.Sprintf("[[#max(%s, %d)+(1-2)]]", number, n), fmt.Sprint(max(v, n) - 1)
	case 4:
		return fmt.Sprintf("[[#%%u, Z%d: %s + 1]]", g.rand.IntN(3), number), fmt.Sprint(v + 1)
	case 5:
		return fmt.Sprintf("[[#div(%s,%d)]]", number, n), fmt.Sprint(v / max(n, 1))
	default:
		return fmt.Sprintf("[[#==%s]]", number), fmt.Sprint(v)
	}
}

func (g *generator) hexadecimal() (pattern, text string) {
	n := g.rand.IntN(4000)
	switch g.rand.IntN(4) {
	case 0:
		return "[[#%x,H:]]", fmt.Sprintf("%x", n)
	case 1:
		return "[[#%#X,I:]]", fmt.Sprintf("0x%X", n)
	case 2:
		return "[[#%.5d,J:]]", fmt.Sprintf("%05d", n)
	default:
		return fmt.Sprintf("[[#%%.8x,%d]]", n), fmt.Sprintf("%08x", n)
	}
}

// regex returns a regular expression of a usual kind and a text that it matches.
func (g *generator) regex() (re, text string) {
	r := [][2]string{
		{".*", "any thing"}, {"[0-9]+", "42"}, {"[a-z]+", "word"}, {"%[0-9a-z]+", "%v7"}, {"a|b|cd", "cd"},
		{"(x|yy)+", "xyyx"},
		{"[^,]*", "not comma"}, {"0x[[:xdigit:]]+", "0xBeef"}, {"(a{2,3})", "aaa"}, {`\.`, "."}, {"(foo)?bar", "bar"},
		{"[[:space:]]*", " "}, {"^", ""}, {"$", ""}, {`(a)(b)\1`, "aba"}, {"t(r(u)e|alse)?", "true"},
	}
	pick := r[g.rand.IntN(len(r))]
	return pick[0], pick[1]
}

// spoil changes the input. The change may or may not affect the verdict.
func (g *generator) spoil() {
	if len(g.input) == 0 {
		return
	}
	i, j := g.rand.IntN(len(g.input)), g.rand.IntN(len(g.input))
	switch g.rand.IntN(5) {
	case 0:
		g.input = append(g.input[:i:i], g.input[i+1:]...)
	case 1:
		g.input[i], g.input[j] = g.input[j], g.input[i]
	case 2:
		g.input = append(g.input[:i+1:i+1], g.input[i:]...)
	case 3:
		if line := g.input[i]; line != "" {
			k := g.rand.IntN(len(line))
			g.input[i] = line[:k] + g.one("", "z", "7", " ") + line[k+1:]
		}
	default:
		g.input = append(g.input[:i:i], append([]string{g.word()}, g.input[i:]...)...)
	}
}

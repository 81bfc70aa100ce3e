package conformance_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generateRegex returns a case with a random expression and a random text. It shows the match and the captured groups.
func generateRegex(seed uint64) fileCase {
	r := rand.New(rand.NewPCG(seed, 2))
	g := regexGenerator{rand: r}
	var check strings.Builder
	check.WriteString("CHECK: ")
	if r.IntN(3) == 0 {
		check.WriteString("{{^}}")
	}
	for n := 1 + r.IntN(3); n > 0; n-- {
		switch r.IntN(5) {
		case 0:
			check.WriteString("{{" + g.expression(3) + "}}")
		case 1:
			fmt.Fprintf(&check, "[[V%d]]", 1+r.IntN(3))
		default:
			fmt.Fprintf(&check, "[[V%d:%s]]", n, g.expression(3))
		}
	}
	var input strings.Builder
	for n := r.IntN(14); n >= 0; n-- {
		input.WriteByte("aaabbbcab1 -\n"[r.IntN(13)])
	}
	input.WriteByte('\n')
	flags := []string{"--dump-input=always", "-vv", "-DV1=a", "-DV2=ab", "-DV3="}
	if r.IntN(6) == 0 {
		flags = append(flags, "--ignore-case")
	}
	return fileCase{Name: fmt.Sprintf("regex/%d", seed), Flags: flags, Check: check.String() + "\n", Input: input.String()}
}

type regexGenerator struct {
	rand   *rand.Rand
	groups int
}

// expression returns an expression; depth bounds its nesting.
func (g *regexGenerator) expression(depth int) string {
	var b strings.Builder
	for n := 1 + g.rand.IntN(3); n > 0; n-- {
		b.WriteString(g.atom(depth))
		if g.rand.IntN(2) == 0 {
			b.WriteString([]string{"*", "+", "?", "{2}", "{1,2}", "{0,2}", "{2,}"}[g.rand.IntN(7)])
		}
		if g.rand.IntN(8) == 0 && n > 1 {
			b.WriteString("|")
		}
	}
	// Closing braces would end the block, so they are separated.
	return strings.ReplaceAll(b.String(), "}}", "} }")
}

func (g *regexGenerator) atom(depth int) string {
	switch n := g.rand.IntN(20); {
	case n < 9:
		return string("abc1"[g.rand.IntN(4)])
	case n < 11:
		return "."
	case n < 13:
		return []string{"[ab]", "[^a]", "[b-c1]", "[[:alpha:]]", "[^[:space:]]"}[g.rand.IntN(5)]
	case n == 13:
		return []string{"^", "$", "[[:<:]]", "[[:>:]]"}[g.rand.IntN(4)]
	case n == 14 && g.groups > 0:
		return fmt.Sprintf(`\%d`, 1+g.rand.IntN(min(g.groups, 9)))
	case depth > 0:
		inner := g.expression(depth - 1)
		g.groups++
		return "(" + inner + ")"
	}
	return "a"
}

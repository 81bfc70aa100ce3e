package conformance_test

import (
	"fmt"
	"math/rand/v2"
)

// tokens are the texts that mutations insert.
var tokens = []string{
	"{{", "}}", "[[", "]]", "[[#", "[[@LINE+1]]", "[[X:", "[[X]]", "[", "]", "(", ")", "{", "}", "*", "+", "?", "|",
	"\\", "^", "$",
	".", ":", ",", "%", "#", "-", "0x", "99999999999999999999", "\n", "\r\n", "\t", " ", "CHECK:", "CHECK-NOT:",
	"CHECK-NEXT:",
	"CHECK-COUNT-", "CHECK-LABEL:", "CHECK-DAG:", "CHECK-EMPTY:", "CHECK_NEXT:", "{LITERAL}", "\x00", "\xff", "é", "==",
	"add(",
	"[[:alpha:]]", "{2,3}", "\\1",
}

// mutate returns a case with a few random changes.
func mutate(seed uint64, c fileCase) fileCase {
	r := rand.New(rand.NewPCG(seed, 3))
	c.Name = fmt.Sprintf("mutated/%d/%s", seed, c.Name)
	for n := 1 + r.IntN(3); n > 0; n-- {
		if r.IntN(4) > 0 {
			c.Check = mutateText(r, c.Check)
		} else {
			c.Input = mutateText(r, c.Input)
		}
	}
	return c
}

func mutateText(r *rand.Rand, s string) string {
	i := r.IntN(len(s) + 1)
	j := min(len(s), i+r.IntN(6))
	switch r.IntN(4) {
	case 0:
		return s[:i] + s[j:]
	case 1:
		return s[:j] + s[i:]
	default:
		return s[:i] + tokens[r.IntN(len(tokens))] + s[i:]
	}
}

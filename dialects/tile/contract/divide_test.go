package contract_test

import (
	"testing"

	"github.com/girih-ir/girih/dialects/tile/contract"
)

// The quotient times the divisor plus the remainder must be the expression. Letters that only occur in multiples of the
// divisor must not occur in the remainder.
func TestExpressionsAreQuotientsAndRemainders(t *testing.T) {
	for _, test := range []struct {
		axis, quotient, remainder string
		by                        int64
	}{
		{"2*h+r", "h+r//2", "r%2", 2},
		{"2*h+r-1", "h+(r+-1)//2", "(r+-1)%2", 2},
		{"4*h-6*r+8", "2*h-(3*r)+4", "0", 2},
		{"3*(h-r)+2*s", "h-r+(2*s)//3", "(2*s)%3", 3},
	} {
		eq, err := contract.Parse("(" + test.axis + ")rs,rs->h")
		if err != nil {
			t.Fatal(err)
		}
		x := eq.A[0].Expr
		quotient, remainder := contract.Divide(x, test.by)
		if quotient.String() != test.quotient || remainder.String() != test.remainder {
			t.Errorf("%s by %d: %s and %s", test.axis, test.by, quotient, remainder)
		}
		for i := range int64(125) {
			values := map[contract.Letter]int64{'h': i % 5, 'r': i / 5 % 5, 's': i / 25}
			of := func(x contract.Expr) int64 {
				v, err := contract.Eval(x, values, nil)
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			if r := of(remainder); of(quotient)*test.by+r != of(x) || r < 0 || r >= test.by {
				t.Errorf("%s by %d of %v: %d and %d", test.axis, test.by, values, of(quotient), r)
			}
		}
	}
}

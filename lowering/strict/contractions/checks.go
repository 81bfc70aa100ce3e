package contractions

import (
	"fmt"
	"maps"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// agrees inserts an assertion, if Options.Check is set, that a letter has the same extent n here as it does elsewhere.
func (l *lowering) agrees(letter contract.Letter, n number, where string) {
	old, ok := l.of[letter]
	if !ok || !l.check || old.v == nil && n.v == nil && old.n == n.n {
		return
	}
	x, y := l.both(old, n)
	tile.NewAssert(l.b, arith.NewCmpI(l.b, arith.EQ, x, y),
		fmt.Sprintf("the extent of letter '%s' in %s differs from its extent elsewhere", letter, where))
}

// checkTables inserts assertions, if Options.Check is set, that indices of tables lie inside. It checks indices whose
// least and greatest values are known: sums of multiples of letters, and their quotients by numbers.
func (l *lowering) checkTables() {
	if !l.check {
		return
	}
	for _, axis := range slices.Concat(l.A, l.B, l.C) {
		contract.Reads(axis.Expr, func(r *contract.Read) {
			for i, x := range r.Indices {
				bounds := interval{lowering: l, seen: map[contract.Letter]bool{}}
				low, high, ok := bounds.of(x)
				if !ok {
					continue
				}
				var size number
				if t, constant := l.Constants[r.Table]; constant {
					size = known(t.Shape[i])
				} else {
					size = l.arrays[l.Tables[r.Table]].sizes[i]
				}
				empty := l.compare(arith.EQ, l.product(slices.Collect(maps.Keys(bounds.seen))), known(0))
				inside := and(l.b, l.compare(arith.SGE, low, known(0)), l.compare(arith.SLT, high, size))
				tile.NewAssert(l.b, arith.Binary(l.b, &arith.OrI, empty, inside),
					fmt.Sprintf("index %d of table '%s' lies outside", i, r.Table))
			}
		})
	}
}

func (l *lowering) compare(predicate int, a, b number) *ir.Value {
	x, y := l.both(a, b)
	return arith.NewCmpI(l.b, predicate, x, y)
}

// interval finds the least and the greatest value of an expression in which each letter occurs once.
type interval struct {
	*lowering
	seen map[contract.Letter]bool
}

func (r *interval) of(x contract.Expr) (low, high number, ok bool) {
	switch x := x.(type) {
	case contract.Const:
		return known(int64(x)), known(int64(x)), true
	case contract.Letter:
		again := r.seen[x]
		r.seen[x] = true
		return known(0), r.sub(r.lowering.of[x], known(1)), !again
	case *contract.Neg:
		low, high, ok = r.of(x.X)
		return r.sub(known(0), high), r.sub(known(0), low), ok
	case *contract.Binary:
		return r.ofBinary(x)
	}
	return known(0), known(0), false
}

func (r *interval) ofBinary(x *contract.Binary) (low, high number, ok bool) {
	left, right := x.X, x.Y
	if _, constant := left.(contract.Const); constant && x.Op == "*" {
		left, right = right, left
	}
	a, b, ok := r.of(left)
	c, d, also := r.of(right)
	n, constant := right.(contract.Const)
	switch ok = ok && also; {
	case x.Op == "+":
		return r.add(a, c), r.add(b, d), ok
	case x.Op == "-":
		return r.sub(a, d), r.sub(b, c), ok
	case x.Op == "*" && constant && n >= 0:
		return r.mul(a, c), r.mul(b, c), ok
	case x.Op == "*" && constant:
		return r.mul(b, c), r.mul(a, c), ok
	case x.Op == "//" && constant && n > 0:
		return r.floorDiv(a, c), r.floorDiv(b, c), ok
	}
	return a, b, false
}

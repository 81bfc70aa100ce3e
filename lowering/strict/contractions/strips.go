package contractions

import (
	"maps"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// rowsAhead is the number of rows of a strip whose factors are loaded ahead of the products.
const rowsAhead = 5

// term is product k of the sum of neighbor j.
type term struct{ j, k int64 }

// strip is how a lane computes the sums of its neighbors: row by row of the factors. A row has the products with one
// index along the axis that depends on the first of the neighbors' letters, such as h+r in n(h+r)(w+s)c. So a factor is
// needed for the products of one row only, and as rows follow each other, sums begin and end.
type strip struct {
	*lowering
	there     part
	rows      [][]term
	loaded    map[string]*ir.Value    // factors by their indices
	converted map[*ir.Value]*ir.Value // factors as elements of the sums
}

// sumsOfStrip computes the sums of a lane's neighbors, which begin with none. The sums are unrolled.
func (l *lowering) sumsOfStrip(there part, none *ir.Value, store func(j int64, sum *ir.Value)) {
	s := &strip{lowering: l, there: there, rows: l.rowsOfStrip(), loaded: map[string]*ir.Value{},
		converted: map[*ir.Value]*ir.Value{}}
	sums, n := slices.Repeat([]*ir.Value{none}, int(l.neighbors.n)), l.product(l.k).n
	next := 0
	for i, row := range s.rows {
		for ; next < len(s.rows) && next <= i+rowsAhead && len(s.rows) > 1; next++ {
			for _, t := range s.rows[next] {
				s.factors(t)
			}
		}
		for _, t := range row {
			factors := s.factors(t)
			for f, v := range factors {
				if s.converted[v] == nil {
					s.converted[v] = tile.Convert(l.b, v, l.Accumulator)
				}
				factors[f] = s.converted[v]
			}
			sums[t.j] = l.addFactors(sums[t.j], factors)
		}
		for _, t := range row {
			if t.k == n-1 {
				store(t.j, sums[t.j])
			}
		}
	}
}

// factors returns the factors of a product, which it loads if they have not been loaded.
func (s *strip) factors(t term) [2]*ir.Value {
	s.digits(known(t.k), s.k, s.of, s.values)
	return s.factorsOfLanes(s.there, t.j, s.loaded)
}

// rowsOfStrip returns the products of a lane's neighbors, by rows. All are one row if the products of a sum, whose
// order is given, do not follow the rows.
func (l *lowering) rowsOfStrip() [][]term {
	rows := map[int64][]term{}
	up, down := true, true
	last := slices.Repeat([]int64{0}, int(l.neighbors.n))
	n := l.product(l.k).n
	for k := range n {
		l.digits(known(k), l.k, l.of, l.values)
		for j := range l.neighbors.n {
			row := l.rowOf(j)
			rows[row] = append(rows[row], term{j, k})
			up, down = up && (k == 0 || last[j] <= row), down && (k == 0 || last[j] >= row)
			last[j] = row
		}
	}
	order := slices.Sorted(maps.Keys(rows))
	switch {
	case !up && !down:
		order = order[:1]
		rows = map[int64][]term{order[0]: l.allTerms()}
	case !up:
		slices.Reverse(order)
	}
	out := make([][]term, len(order))
	for i, row := range order {
		out[i] = rows[row]
	}
	return out
}

// allTerms returns the products of a lane's neighbors, one of each sum after the other.
func (l *lowering) allTerms() (all []term) {
	for k := range l.product(l.k).n {
		for j := range l.neighbors.n {
			all = append(all, term{j, k})
		}
	}
	return all
}

// rowOf returns the row of neighbor j's product for the current values of the letters of K.
func (l *lowering) rowOf(j int64) int64 {
	if len(l.neighbors.letters) < 2 {
		return 0
	}
	first, by := l.neighbors.letters[0], l.neighbors.along(j)
	for _, axis := range slices.Concat(l.A, l.B) {
		if contract.Contains(axis.Expr, first) && axis.Reduced != contract.Expr(contract.Const(0)) {
			return by[first]*coefficient(axis.Expr, first) + l.eval(axis.Reduced).n
		}
	}
	return 0
}

package pairs

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// product is a [prim.Dot] with the letters of its operands and its result.
type product struct {
	op      *ir.Operation
	letters [3][]contract.Letter
}

// findSides determines the dimensions of rows and columns. The dimension that reductions reduce, or that the first sum
// sums over, is that of columns. If another sum sums over another dimension, that is the dimension of rows. Otherwise
// it is the last dimension for which isRow holds.
func (p *Pairs) findSides(ops []*ir.Operation) error {
	var scores, sums []product
	for _, op := range ops {
		letters, err := prim.Letters(op.Inherent("equation").(*ir.StringAttr).Value)
		switch {
		case err != nil:
			return apart("%w", err)
		case p.places[op.Result(0)] == Pair:
			scores = append(scores, product{op, letters})
		default:
			sums = append(sums, product{op, letters})
		}
	}
	if len(scores) == 0 || len(sums) == 0 {
		return apart("pairs are computed by products, and summed up by products")
	}
	for _, s := range sums {
		sum := p.sum(s)
		if sum == nil {
			return apart("%s sums over several dimensions, or has other features", s.op.Name())
		}
		p.Sums = append(p.Sums, sum)
	}
	if p.Column < 0 {
		p.Column = p.Sums[0].Over
	}
	for _, s := range p.Sums {
		if s.Over != p.Column {
			p.Row = s.Over
		}
	}
	for d := range p.Shape {
		if p.Row < 0 || d > p.Row && !p.overRows() {
			if d != p.Column && p.isRow(scores, d) {
				p.Row = d
			}
		}
	}
	if p.Row < 0 {
		return apart("no dimension can be that of rows")
	}
	for _, s := range p.Sums {
		other := p.Row + p.Column - s.Over
		if s.Over != p.Row && s.Over != p.Column || s.Factor.Dims[other] >= 0 || s.Result.Dims[other] < 0 {
			return apart("%s sums over another dimension than rows or columns", s.Op.Name())
		}
	}
	for _, s := range scores {
		score := p.score(s)
		if score == nil {
			return apart("%s does not multiply an operand with rows by one with columns", s.op.Name())
		}
		p.Scores = append(p.Scores, score)
	}
	return nil
}

// overRows reports whether a product sums over rows, so that it determines the dimension of rows.
func (p *Pairs) overRows() bool {
	return slices.ContainsFunc(p.Sums, func(s *Sum) bool { return s.Over != p.Column })
}

// isRow reports whether d can be the dimension of rows: no operand of a score has both d and the column, no factor of a
// sum has d, and the result of each sum has d.
func (p *Pairs) isRow(scores []product, d int) bool {
	for _, s := range scores {
		column, row := s.letters[2][p.Column], s.letters[2][d]
		for i := range 2 {
			if slices.Contains(s.letters[i], column) && slices.Contains(s.letters[i], row) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(p.Sums, func(s *Sum) bool { return s.Factor.Dims[d] >= 0 || s.Result.Dims[d] < 0 })
}

// score returns a score with its operands of rows and columns; nil if the product does not have such operands.
func (p *Pairs) score(s product) *Score {
	row, column := s.letters[2][p.Row], s.letters[2][p.Column]
	score := &Score{Op: s.op}
	for i := range 2 {
		m, ok := matrices(s.op.Operand(i), s.letters[i], s.letters[2])
		switch hasRow, hasColumn := slices.Contains(s.letters[i], row), slices.Contains(s.letters[i], column); {
		case !ok || hasRow == hasColumn:
			return nil
		case hasRow:
			score.Row = m
		default:
			score.Column = m
		}
	}
	if score.Row.Value == nil || score.Column.Value == nil {
		return nil
	}
	return score
}

// sum returns a product that sums over one dimension of pairs; nil for other products.
func (p *Pairs) sum(s product) *Sum {
	i := 0
	if p.places[s.op.Operand(0)] != Pair {
		i = 1
	}
	if p.places[s.op.Operand(1-i)] != Free {
		return nil
	}
	of, over := s.letters[i], -1
	for d, l := range of {
		switch {
		case slices.Contains(s.letters[2], l):
		case over >= 0:
			return nil
		default:
			over = d
		}
	}
	factor, ok := matrices(s.op.Operand(1-i), s.letters[1-i], of)
	result, too := matrices(s.op.Result(0), s.letters[2], of)
	if over < 0 || !ok || !too || factor.Dims[over] < 0 || s.letters[1-i][factor.Feature] != s.letters[2][result.Feature] {
		return nil
	}
	return &Sum{Op: s.op, Pairs: s.op.Operand(i), Over: over, Factor: factor, Result: result}
}

// matrices returns which dimension of a value corresponds to which letter of pairs. Exactly one other dimension must be
// left, which is that of features.
func matrices(v *ir.Value, own, pairs []contract.Letter) (m Matrices, ok bool) {
	m = Matrices{Value: v, Feature: -1}
	for _, l := range pairs {
		m.Dims = append(m.Dims, slices.Index(own, l))
	}
	for d, l := range own {
		switch {
		case slices.Contains(pairs, l):
		case m.Feature >= 0:
			return m, false
		default:
			m.Feature = d
		}
	}
	return m, m.Feature >= 0
}

// Operands returns the operands of a product as matrices, given the dimensions of its result; ok is false if they are
// not matrices.
func Operands(op *ir.Operation) (m [2]Matrices, ok bool) {
	letters, err := prim.Letters(op.Inherent("equation").(*ir.StringAttr).Value)
	ok = err == nil
	for i := 0; i < 2 && ok; i++ {
		m[i], ok = matrices(op.Operand(i), letters[i], letters[2])
	}
	return m, ok
}

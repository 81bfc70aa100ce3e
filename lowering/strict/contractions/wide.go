package contractions

import (
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// A program may compute several tiles of the output together, side by side: 3 tiles of 64 columns are 192. Their
// products have the same left factor, so that one instruction of warp groups can compute all (package rings). Each tile
// is a box of its own, wherever it is in the output:
//
//	for k { l = lhs[i, k]; s += l * rhs[k, 3 * j]; t += l * rhs[k, 3 * j + 1]; u += l * rhs[k, 3 * j + 2] }

// widthStep is the step between the columns of tiles that are compared.
const widthStep = 32

// chooseBeside divides columns that a contraction asks for into tiles whose columns are a power of two.
func (p *plan) chooseBeside() {
	one := int64(1) << bits.TrailingZeros64(uint64(p.shape[columns]))
	p.beside, p.shape[columns] = p.shape[columns]/one, one
}

// checkBeside returns an error if tiles cannot have the columns that a contraction asks for.
func (p *plan) checkBeside() error {
	if p.beside == 1 || p.views || p.boxes != nil {
		return nil
	}
	why := ""
	if p.noBoxes != "" {
		why = ": " + p.noBoxes
	}
	return p.Errorf("has tiles of %d columns, which are not a power of two: only tiles that are loaded through views may "+
		"have such columns, and these are not%s; choose %d or %d columns with 'shape'", p.width(), why, below(p.width()),
		2*below(p.width()))
}

// below returns the largest power of two that is not larger than n.
func below(n int64) int64 { return int64(1) << (bits.Len64(uint64(n)) - 1) }

// width returns the columns of all tiles that a program computes together.
func (p *plan) width() int64 { return p.beside * p.shape[columns] }

// exceed reports whether the last tiles side by side may be more than the output has. Accesses to these are outside of
// the arrays along the columns.
func (l *lowering) exceed() bool {
	if l.boxes != nil {
		return l.boxes.tiles(l.plan, l.n)%l.beside != 0
	}
	n, known := l.count(l.n)
	return l.beside > 1 && (!known || ceil(n, l.shape[columns])%l.beside != 0)
}

// mayExceed reports whether the values of a letter of rows or columns may be beyond its extent in a whole tile.
func (l *lowering) mayExceed(axis int, letter contract.Letter) bool {
	return axis == columns && l.boxes.pixels[axis] == nil && l.exceed() && letter == append(l.counting(l.n), l.n[0])[0]
}

// counting returns the letters that differ from tile to tile. A number beyond the last tile gives the first of them a
// value beyond its extent.
func (l *lowering) counting(letters []contract.Letter) []contract.Letter {
	return slices.DeleteFunc(slices.Clone(letters), func(letter contract.Letter) bool {
		return ceil(l.known[letter], l.boxes.size(letter)) == 1
	})
}

// markAnywhere lets an access to a tile of columns be outside of the array, if the last tiles may be.
func (l *lowering) markAnywhere(access *ir.Operation) {
	if l.exceed() {
		access.SetAttr(tile.AnywhereName, l.Context().Unit())
	}
}

// loopOfSum makes a loop over the tiles of products. In each iteration, add adds products to the sums.
func (l *lowering) loopOfSum(add func(step *ir.Value, sums []*ir.Value)) scf.For {
	var zeros []*ir.Value
	for range l.beside {
		zeros = append(zeros, l.zeros())
	}
	bounds := l.boundsOfSum()
	return scf.NewFor(l.b, bounds[0], bounds[1], bounds[2], zeros,
		func(b *ir.Builder, step *ir.Value, sums []*ir.Value) []*ir.Value {
			outside := l.b
			l.b = b
			defer func() { l.b = outside }()
			sums = append([]*ir.Value(nil), sums...)
			add(step, sums)
			return sums
		})
}

// exchanged returns a contraction with its operands in the other order, so that rows of the product become columns.
func exchanged(c *tile.Contraction) *tile.Contraction {
	out, eq := *c, *c.Equation
	eq.A, eq.B, eq.M, eq.N = c.B, c.A, c.N, c.M
	out.Equation, out.LHS, out.RHS, out.Outside = &eq, c.RHS, c.LHS, [2][]tile.Outside{c.Outside[1], c.Outside[0]}
	return &out
}

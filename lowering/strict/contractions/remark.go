package contractions

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// remark describes the plan: the letters of each class, the sizes of tiles, and the route that was chosen.
func (p *plan) remark(tensor string) *ir.Diagnostic {
	text := fmt.Sprintf("batch %s, M %s, N %s, K %s; tiles of %d rows, %d columns and %d products, by tile.dot of %s",
		spell(p.batch), spell(p.m), spell(p.n), spell(p.k), p.shape[0], p.shape[1], p.shape[2], tensor)
	if p.beside > 1 {
		text += fmt.Sprintf(", %d of them side by side for each program", p.beside)
	}
	switch {
	case p.lanes:
		text = fmt.Sprintf("output %s, K %s; tiles of %d elements, without tile.dot, since M or N has one element",
			spell(p.m), spell(p.k), p.shape[0])
		if p.neighbors.n > 1 {
			text += fmt.Sprintf("; each lane computes %d adjacent elements along %s, which share factors", p.neighbors.n,
				spell(p.neighbors.letters))
		}
	case p.views:
		text += "; every class has one letter, and all axes are letters: tiles are loaded through views"
	case p.boxes != nil:
		text += "; tiles are boxes of the operands, loaded through views: " + p.boxes.String()
	default:
		if p.runs != nil {
			text += fmt.Sprintf("; a tile adds up runs of %d products along %s, at constant offsets", p.runs.each,
				p.runs.last)
			if n := p.shape[products] / p.depth(); n > 1 {
				text += fmt.Sprintf(", by %d tile.dot for each tile", n)
			}
			if p.runs.crossed {
				text += fmt.Sprintf(", for %d values of %s, along which rhs is contiguous", p.runs.n, p.runs.first)
			}
			break
		}
		for i, name := range [2]string{"lhs", "rhs"} {
			text += "; addresses of " + name + " " + p.route(i)
		}
	}
	if p.noBoxes != "" {
		text += "; threads load tiles, not bulk copies: " + p.noBoxes
	}
	if p.swapped {
		text += "; the operands have changed places"
	}
	switch {
	case p.atOnce():
		text += "; threads copy all tiles of a sum to shared memory at once"
	case p.cells > 0 && p.tilesInLoop() > 1:
		text += fmt.Sprintf("; threads copy tiles to shared memory, %d ahead", p.cells-1)
	}
	if p.twoPlaces {
		text += "; tiles have two places in shared memory, in turns"
	}
	if p.rest != nil {
		text += fmt.Sprintf("; tiles of the last %d %s have %d, so that they are not nearly empty",
			p.flat(p.rest.axis)-p.rest.first, [2]string{"rows", "columns"}[p.rest.axis], p.rest.size)
	}
	for axis, one := range p.patches {
		if one != nil {
			text += fmt.Sprintf("; %s of a tile are %d values of %s, along which %s is contiguous, by %d of %s, along which "+
				"the output is", [2]string{"rows", "columns"}[axis], one.of[one.near], one.near, [2]string{"lhs", "rhs"}[axis],
				one.of[one.out], one.out)
		}
	}
	if p.parts > 1 {
		text += fmt.Sprintf("; there are few tiles, so each sum is split into %d parts, for different warps", p.parts)
	}
	if p.blocks > 1 {
		text += fmt.Sprintf("; there are few tiles, so %d blocks share each, and one adds up their sums", p.blocks)
	}
	return p.Errorf("%s%s", text, p.notes)
}

// route says how the addresses of operand i along K are found.
func (p *plan) route(i int) string {
	k, ok := p.count(p.k)
	switch w := p.steps(i); {
	case p.extents == nil && ok && k <= maxTable:
		return fmt.Sprintf("come from tables of %d indices, since sizes or strides are dynamic", k)
	case p.extents == nil:
		return "are computed, since sizes and strides are dynamic"
	case w == nil:
		return fmt.Sprintf("are computed, since a table would have more than %d offsets", maxTable)
	case w.table == nil:
		return fmt.Sprintf("advance by %d elements", w.step)
	default:
		return fmt.Sprintf("come from a table of %d offsets", len(w.table))
	}
}

func spell(letters []contract.Letter) string {
	if len(letters) == 0 {
		return "-"
	}
	out := ""
	for _, l := range letters {
		out += l.String()
	}
	return out
}

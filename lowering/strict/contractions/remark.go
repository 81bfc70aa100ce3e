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
	switch {
	case p.lanes:
		text = fmt.Sprintf("output %s, K %s; tiles of %d elements, summed one by one, as a factor is a row or column",
			spell(p.m), spell(p.k), p.shape[0])
		if p.neighbors.n > 1 {
			text += fmt.Sprintf("; lanes sum up %d neighbors along %s, which share factors", p.neighbors.n,
				spell(p.neighbors.letters))
		}
	case p.views:
		text += "; all axes are letters, one of each class: tiles go through views, as of matrices"
	case p.boxes != nil:
		text += "; tiles are boxes of the operands, and go through views: " + p.boxes.String()
	default:
		if p.runs != nil {
			text += fmt.Sprintf("; products of a tile are runs of %d along %s, at distances that are known", p.runs.each,
				p.runs.last)
			if p.runs.crossed {
				text += fmt.Sprintf(", at %d of %s, along which neighbors lie in rhs", p.runs.n, p.runs.first)
			}
			break
		}
		for i, name := range [2]string{"lhs", "rhs"} {
			text += "; " + name + " " + p.route(i)
		}
	}
	if p.noBoxes != "" {
		text += "; threads load tiles, as " + p.noBoxes
	}
	for axis, one := range p.patches {
		if one != nil {
			text += fmt.Sprintf("; %s of a tile are %d of %s by %d of %s, along which neighbors lie in %s and in the output",
				[2]string{"rows", "columns"}[axis], one.of[one.near], one.near, one.of[one.out], one.out,
				[2]string{"lhs", "rhs"}[axis])
		}
	}
	if p.parts > 1 {
		text += fmt.Sprintf("; there are few tiles, so that warps add up %d parts of each sum", p.parts)
	}
	return p.Errorf("%s%s", text, p.notes)
}

// route describes how the addresses of operand i along K are found.
func (p *plan) route(i int) string {
	k, ok := p.count(p.k)
	switch w := p.steps[i]; {
	case p.extents == nil && ok && k <= maxTable:
		return fmt.Sprintf("walks along tables of %d indices, as strides or sizes are open", k)
	case p.extents == nil:
		return "computes addresses, as sizes and strides are open"
	case w == nil:
		return fmt.Sprintf("computes addresses, as a table would have more than %d entries", maxTable)
	case w.table == nil:
		return fmt.Sprintf("walks by %d elements", w.step)
	default:
		return fmt.Sprintf("walks along a table of %d entries", len(w.table))
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

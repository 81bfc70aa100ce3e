package contractions

import "github.com/girih-ir/girih/dialects/tile"

// finalPlan returns the plan by which a contraction is computed. Operands of f64 change places in two cases. If the
// output is contiguous along rows, the threads of a warp, which have neighbors along columns, would exchange all sums
// before they store them: that counts for short sums, and where all rows are in one tile. If the last rows are few,
// they are better the last columns: tensor cores multiply 16 rows at least, but 8 columns.
func finalPlan(c *tile.Contraction, opts Options) (*plan, error) {
	p, err := newPlan(c, opts)
	if err != nil || !p.doubles || c.Shape != nil || p.Scatters() {
		return p, err
	}
	turned := p.storesTransposed() && (p.atOnce() || p.tilesAlong(rows) == 1)
	if last := p.rest != nil && p.rest.axis == rows; !turned && !last {
		return p, nil
	}
	q, err := newPlan(exchanged(c), opts)
	if err != nil || q.seconds() > p.seconds() || !turned && (q.rest == nil || q.rest.axis == rows) {
		return p, nil
	}
	q.swapped = true
	return q, nil
}

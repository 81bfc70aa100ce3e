// Package picture draws contractions as SVG. A picture shows the axes of the operands and the output, colored by the
// classes of their letters. It also shows the elements of the first operand that contribute to one element of the
// output, in the order in which a kernel reads them, and the steps between them.
//
//	n c h+r w+s      1 1 6 1 1 6 ...
//
// Start at [Write]. Package contract defines contractions.
package picture

import (
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile/contract"
)

// Contraction is an equation with the sizes of its arrays. The arrays are row-major.
type Contraction struct {
	*contract.Equation
	A, B, C []int64
	Tables  map[string]contract.Table
}

// Colors of the classes Batch, M, N and K.
var colors = [4]string{"#b9a7d9", "#8fc1e3", "#f2c078", "#9bd3a0"}

var classNames = [4]string{"batch", "M", "N", "K"}

// Sizes in pixels, and bounds of the number of steps and cells that are drawn.
const (
	box      = 54
	cell     = 30
	margin   = 16
	maxSteps = 24
	maxCells = 12
)

// Write draws a contraction. It returns errors of the extents and of w.
func Write(w io.Writer, c *Contraction) error {
	e, err := c.Extents(c.A, c.B, c.C, c.Tables)
	if err != nil {
		return err
	}
	p := &painter{Contraction: c, extents: e, y: margin}
	p.operands()
	p.classes()
	order, err := c.Order(c.Equation.A, prim.Contiguous(c.A), e, c.Tables)
	if err != nil {
		return err
	}
	if err := p.reads(order); err != nil {
		return err
	}
	for i, axes := range [2][]contract.Axis{c.Equation.A, c.Equation.B} {
		in, err := c.Increments(axes, prim.Contiguous([2][]int64{c.A, c.B}[i]), order, e, c.Tables)
		if err != nil {
			return err
		}
		p.steps("AB"[i:i+1], in)
	}
	_, err = fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" `+
		`font-family="sans-serif" font-size="13">
<rect width="100%%" height="100%%" fill="white"/>
%s</svg>
`, p.width+margin, p.y, p.b.String())
	return err
}

// painter draws from top to bottom.
type painter struct {
	*Contraction
	extents *contract.Extents
	b       strings.Builder
	y       int // top of the next row
	width   int // so far
}

func (p *painter) text(x, y int, anchor, text string) {
	fmt.Fprintf(&p.b, "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, html.EscapeString(text))
	if end := x + 8*len(text); anchor == "start" {
		p.width = max(p.width, end)
	}
}

// rect draws a box that is divided into parts from left to right, one for each color.
func (p *painter) rect(x, y, width, height int, fills ...string) {
	if len(fills) == 0 {
		fills = []string{"#eeeeee"}
	}
	for i, fill := range fills {
		from, to := x+i*width/len(fills), x+(i+1)*width/len(fills)
		fmt.Fprintf(&p.b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", from, y, to-from, height,
			fill)
	}
	fmt.Fprintf(&p.b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#555555\"/>\n", x, y,
		width, height)
	p.width = max(p.width, x+width)
}

// fills returns the colors of an axis: those of the classes of its letters, in the order of the classes.
func (p *painter) fills(x contract.Expr) (out []string) {
	for class, letters := range [4][]contract.Letter{p.Batch, p.M, p.N, p.K} {
		if slices.ContainsFunc(letters, func(l contract.Letter) bool { return contract.Contains(x, l) }) {
			out = append(out, colors[class])
		}
	}
	return out
}

// operands draws the axes of the operands and the output.
func (p *painter) operands() {
	x := margin
	for i, axes := range [3][]contract.Axis{p.Equation.A, p.Equation.B, p.Equation.C} {
		p.text(x, p.y+20+cell/2, "start", []string{"A", "B", "C"}[i])
		x += 20
		for d, axis := range axes {
			width := max(box, 9*len(axis.Expr.String())+12)
			p.rect(x, p.y+14, width, cell, p.fills(axis.Expr)...)
			p.text(x+width/2, p.y+20+cell/2, "middle", axis.Expr.String())
			p.text(x+width/2, p.y+32+cell, "middle", fmt.Sprint([3][]int64{p.A, p.B, p.Contraction.C}[i][d]))
			x += width + 4
		}
		x += margin
	}
	p.y += cell + 50
}

// classes writes the letters of each class and their extents.
func (p *painter) classes() {
	for i, letters := range [4][]contract.Letter{p.Batch, p.M, p.N, p.K} {
		text, n := classNames[i]+":", int64(1)
		for _, l := range letters {
			text += fmt.Sprintf(" %s=%d", l, p.extents.Of[l])
			n *= p.extents.Of[l]
		}
		p.rect(margin, p.y, 14, 14, colors[i])
		p.text(margin+22, p.y+12, "start", fmt.Sprintf("%s (%d)", text, n))
		p.y += 20
	}
	p.y += margin
}

// reads draws the elements along the last two axes of A that the first element of the output needs; indices of other
// axes are the first ones. Each element shows the numbers of the products that read it.
func (p *painter) reads(order []contract.Letter) error {
	rank := len(p.A)
	if rank < 2 {
		return nil
	}
	rows, columns := p.A[rank-2], p.A[rank-1]
	seen := map[[2]int64][]string{}
	values, n := map[contract.Letter]int64{}, 0
	var visit func(rest []contract.Letter) error
	visit = func(rest []contract.Letter) error {
		if len(rest) > 0 {
			for v := range p.extents.Of[rest[0]] {
				values[rest[0]] = v
				if err := visit(rest[1:]); err != nil {
					return err
				}
			}
			return nil
		}
		index := make([]int64, rank)
		for d, axis := range p.Equation.A {
			v, err := contract.Eval(axis.Expr, values, p.Tables)
			if err != nil {
				return err
			}
			index[d] = v
		}
		at := [2]int64{index[rank-2], index[rank-1]}
		if !slices.ContainsFunc(index[:rank-2], func(v int64) bool { return v != 0 }) {
			seen[at] = append(seen[at], fmt.Sprint(n))
		}
		n++
		return nil
	}
	if err := visit(order); err != nil {
		return err
	}
	p.text(margin, p.y+10, "start", "what the first output element reads of A where the other axes are 0, in order")
	p.y += 20
	for i := range min(rows, maxCells) {
		for k := range min(columns, maxCells) {
			x, y, numbers := margin+int(k)*cell, p.y+int(i)*cell, seen[[2]int64{i, k}]
			if numbers == nil {
				p.rect(x, y, cell, cell, "#f7f7f7")
				continue
			}
			p.rect(x, y, cell, cell, colors[3])
			label := numbers[0]
			if len(numbers) > 1 {
				label += "…"
			}
			p.text(x+cell/2, y+cell/2+5, "middle", label)
		}
	}
	p.y += int(min(rows, maxCells))*cell + margin
	return nil
}

// steps draws the distances in memory between consecutive products.
func (p *painter) steps(name string, in *contract.Increments) {
	what := fmt.Sprintf("steps in %s: a table of %d", name, len(in.Steps))
	switch {
	case len(in.Steps) == 0:
		what = fmt.Sprintf("steps in %s: none", name)
	case in.Constant:
		what = fmt.Sprintf("steps in %s: always %d", name, in.Steps[0])
	}
	p.text(margin, p.y+12, "start", what)
	p.y += 20
	for i, step := range in.Steps[:min(len(in.Steps), maxSteps)] {
		fill := colors[3]
		if step != in.Steps[0] {
			fill = "#e8e0a0"
		}
		p.rect(margin+i*(cell+6), p.y, cell+6, cell, fill)
		p.text(margin+i*(cell+6)+(cell+6)/2, p.y+cell/2+5, "middle", fmt.Sprint(step))
	}
	if len(in.Steps) > maxSteps {
		p.text(margin+maxSteps*(cell+6)+6, p.y+cell/2+5, "start", "…")
	}
	p.y += cell + margin
}

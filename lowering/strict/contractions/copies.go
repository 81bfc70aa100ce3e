package contractions

import (
	"cmp"
	"math"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// form describes a copy of an operand. Each dimension of the copy has a letter; the last one is contiguous. There are
// two kinds. In a copy that has the operand's axes in another order, the letters are new ones that merely number
// dimensions. In the other kind, they are letters of the equation.
type form struct {
	axes    []contract.Axis // the axes that the contraction has for the copy
	shape   []int64
	outside []tile.Outside
	letters []contract.Letter // the letters of the copy's dimensions
	from    []contract.Expr   // the operand's indices, as expressions of letters
	to      []contract.Expr   // the copy's indices, as expressions of letters
	text    string            // a description for remarks
}

// maxGrowth bounds the size of a copy that has an element for each combination of its letters, as a multiple of the
// operand's size.
const maxGrowth = 2

// chooseCopies decides which operands are copied to another form before the contraction. Copies can make tiles boxes,
// which bulk copies can load. For elements of more than 16 bits, they can make operands contiguous along rows and
// columns, which suits multiply-adds, or along a letter whose elements are close in the output. They are chosen if this
// saves more time than copying takes. chooseCopies returns the plan of the contraction of the copies.
func (s *stages) chooseCopies(p *plan) (*plan, error) {
	x, y := p.LHS.Type().(*tile.ArrayType).ElementType(), p.RHS.Type().(*tile.ArrayType).ElementType()
	if p.boxes != nil && !p.boxes.hasPieces() || p.views || p.lanes {
		return p, nil
	}
	var pairs [][2]*form
	var others [2][]*form // that may take the place of one of the best pair: to try all pairs takes three times as long
	why := "tiles are boxes"
	switch {
	case ir.BitWidth(x) > 16:
		why = "tiles load and store longer pieces of memory"
		pairs = product(p.orders(0, p.nearestStored(p.M)), p.orders(1, p.nearestStored(p.N)))
	case s.opts.Boxes && tensorcores.CheckRingTypes(x, y, p.Accumulator, tile.PrecisionIEEE) == nil:
		for _, along := range p.K {
			pairs = append(pairs, product(p.forms(0, along), p.forms(1, along))...)
		}
		others = [2][]*form{p.orders(0, p.M)[1:], p.orders(1, p.N)[1:]} // tensor cores take these factors as well
	}
	best := &planned{p, p.divided()}
	if s.opts.Stages == "always" {
		best.total = math.Inf(1)
	}
	for _, forms := range pairs {
		if err := s.try(p, forms, best); err != nil {
			return nil, err
		}
	}
	for i, forms := range others {
		for _, f := range forms {
			pair := s.copied
			pair[i] = f
			if err := s.try(p, pair, best); err != nil {
				return nil, err
			}
		}
	}
	for i, f := range s.copied {
		if f != nil {
			s.note("another kernel first copies %s to %s, so that %s", [2]string{"lhs", "rhs"}[i], f.text, why)
		}
	}
	return best.plan, nil
}

// planned is the plan of a contraction, perhaps of copies, and how long it takes with copying.
type planned struct {
	*plan
	total float64
}

// try takes two forms for the operands of p, which may be nil for no copy, if that takes less time than the best plan.
func (s *stages) try(p *plan, forms [2]*form, best *planned) error {
	bits := ir.BitWidth(p.LHS.Type().(*tile.ArrayType).ElementType())
	seconds := 0.0
	for i, f := range forms {
		if f == nil {
			continue
		}
		elem := [2]*ir.Value{p.LHS, p.RHS}[i].Type().(*tile.ArrayType).ElementType()
		n := elements(f.shape) * float64(ir.BitWidth(elem)) / 8
		if bits <= 16 {
			n *= s.padding(p, i, f)
		}
		seconds += s.aheadSeconds(n, elem)
	}
	if seconds >= best.total {
		return nil
	}
	k, q, err := s.withCopies(forms)
	if err != nil {
		return err
	}
	if bits <= 16 && (q.boxes == nil || q.boxes.hasPieces()) || seconds+q.divided() >= best.total {
		k.Erase()
		return nil
	}
	if s.main.Operation != nil {
		s.main.Erase()
	}
	s.main, s.copied, *best = k, forms, planned{q, seconds + q.divided()}
	return nil
}

// nearestStored sorts letters by their strides in the output, the smallest first.
func (p *plan) nearestStored(letters []contract.Letter) []contract.Letter {
	out := p.ordered(letters, p.Output, p.C)
	slices.Reverse(out)
	return out
}

// product returns all pairs of forms, except for the pair of nils: an operand with form nil is not copied.
func product(lhs, rhs []*form) (out [][2]*form) {
	for _, x := range lhs {
		for _, y := range rhs {
			if x != nil || y != nil {
				out = append(out, [2]*form{x, y})
			}
		}
	}
	return out
}

// orders returns the forms of operand i that have its axes in another order, with one of the given letters last; and
// nil for no copy.
func (p *plan) orders(i int, last []contract.Letter) []*form {
	out := []*form{nil}
	for _, l := range last {
		if f := p.order(i, l); f != nil {
			out = append(out, f)
		}
	}
	return out
}

// order returns the form of operand i that has its axes with a letter's axis moved to the end. It returns nil if no
// axis is this letter alone.
func (p *plan) order(i int, last contract.Letter) *form {
	v, axes := [2]*ir.Value{p.LHS, p.RHS}[i], [2][]contract.Axis{p.A, p.B}[i]
	shape := v.Type().(*tile.ArrayType).Shape()
	at := slices.IndexFunc(axes, func(a contract.Axis) bool { return a.Expr == contract.Expr(last) })
	own := unusedLetters(&contract.Equation{}, len(axes))
	if at < 0 || len(axes) == 1 || len(own) < len(axes) {
		return nil
	}
	f := &form{from: make([]contract.Expr, len(axes))}
	for n := range axes {
		d := n
		if n >= at {
			d = n + 1
		}
		if n == len(axes)-1 {
			d = at
		}
		f.axes, f.shape = append(f.axes, axes[d]), append(f.shape, shape[d])
		f.outside, f.letters = append(f.outside, p.Outside[i][d]), append(f.letters, own[n])
		f.from[d] = own[n]
	}
	f.text = "the order " + spelled(f.axes)
	return f
}

// forms returns the forms of operand i whose last dimension is a letter of K: its axes with the letter's axis last, and
// an array with one dimension for each of its letters. The first form is nil, for no copy.
func (p *plan) forms(i int, along contract.Letter) []*form {
	v, axes := [2]*ir.Value{p.LHS, p.RHS}[i], [2][]contract.Axis{p.A, p.B}[i]
	out, shape := p.orders(i, []contract.Letter{along}), v.Type().(*tile.ArrayType).Shape()
	f := &form{}
	for _, l := range p.lettersOf(axes, along) {
		f.letters, f.axes = append(f.letters, l), append(f.axes, contract.Axis{Expr: l})
		f.shape, f.outside = append(f.shape, p.known[l]), append(f.outside, tile.OutsideChecked)
	}
	for _, axis := range axes {
		f.from = append(f.from, axis.Expr)
	}
	f.text = "an array of " + spelled(f.axes)
	if elements(f.shape) <= maxGrowth*elements(shape) {
		out = append(out, f)
	}
	return out
}

// elements returns how many elements an array has.
func elements(shape []int64) float64 {
	n := 1.0
	for _, size := range shape {
		n *= float64(size)
	}
	return n
}

// spelled returns axes as they are written in an equation.
func spelled(axes []contract.Axis) string {
	text := (&contract.Equation{A: axes}).String()
	return text[:len(text)-len(",->")]
}

// lettersOf returns the letters of an operand in the order of its axes, but with the letters of K after the others, and
// the given letter last.
func (p *plan) lettersOf(axes []contract.Axis, last contract.Letter) []contract.Letter {
	var out []contract.Letter
	for _, l := range slices.Concat(p.Batch, p.M, p.N, p.K) {
		if slices.ContainsFunc(axes, func(a contract.Axis) bool { return contract.Contains(a.Expr, l) }) {
			out = append(out, l)
		}
	}
	rank := func(l contract.Letter) int {
		place := slices.IndexFunc(axes, func(a contract.Axis) bool { return contract.Contains(a.Expr, l) })
		switch {
		case l == last:
			return 3 * len(axes)
		case slices.Contains(p.K, l):
			return len(axes) + place
		}
		return place
	}
	slices.SortStableFunc(out, func(x, y contract.Letter) int { return cmp.Compare(rank(x), rank(y)) })
	return out
}

// withCopies returns a kernel that computes the contraction of copies of the given forms, and its plan.
func (s *stages) withCopies(forms [2]*form) (tile.Kernel, *plan, error) {
	k := s.clone(s.kernel, "_main")
	old := s.copied
	s.copied = forms
	copied, _ := s.addWorkspaces(k)
	s.copied = old
	c := contractionIn(k)
	eq, operands, outside := *c.Equation, [2]*ir.Value{c.LHS, c.RHS}, c.Outside
	for i, f := range forms {
		if f == nil {
			continue
		}
		operands[i], outside[i] = copied[i], f.outside
		if i == 0 {
			eq.A = f.axes
		} else {
			eq.B = f.axes
		}
	}
	c.Replace(&eq, operands, outside)
	p, err := newPlan(contractionIn(k), s.opts)
	if err != nil {
		k.Erase()
	}
	return k, p, err
}

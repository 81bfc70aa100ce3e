package fusion

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// unit is executed as a whole: it is a region, or a single operation outside of all regions.
type unit struct {
	space   prim.Space
	region  bool    // whether it is a region
	early   bool    // whether it is computed before regions that could include it
	product bool    // whether the region is a product and operations on its result
	columns []int64 // the dimensions that it reduces at its end, if these are not the last ones
	ops     []int   // indices of operations, ascending
	visited int     // the last search that visited the unit

	place      int64 // position in the order of all units
	prev, next *unit
}

func (u *unit) last() int { return u.ops[len(u.ops)-1] }

// refusal says why an operation is not in the same region as the producer of an operand.
type refusal struct {
	op, producer *ir.Operation
	err          error
}

// Limits of a region. The values of a longer body, or of a longer row, do not stay in a cache. Operations that need the
// result of a reduction of such a row would read the row twice anyway.
const (
	maxOps = 192
	maxRow = 1 << 16
	// maxSearch bounds the units that are visited to find out whether two regions can be merged.
	maxSearch = 2000
)

// divider divides the operations of a block into units.
type divider struct {
	wide     bool // the Wide flag of the spaces
	ops      []*ir.Operation
	number   map[*ir.Operation]int
	units    []*unit         // the unit of each operation
	early    []*ir.Operation // not in regions with others: see computeFirst
	order    order
	effect   map[int]int // for an operation with side effects, the previous one with side effects
	search   int
	refusals []refusal
}

// divide finds the regions of a block. It visits the operations in order, and lets each one join the regions of its
// operands. These regions are merged if all their operations fit in one space, and if no operation outside depends on
// one of them and is needed by the other. Operations of early are only merged with each other.
func divide(block *ir.Block, wide bool, early []*ir.Operation) *divider {
	d := &divider{wide: wide, number: make(map[*ir.Operation]int), effect: make(map[int]int), early: early}
	before := -1
	for op := range block.Ops() {
		if op.Next() == nil {
			break // the terminator
		}
		i := len(d.ops)
		d.ops, d.units = append(d.ops, op), append(d.units, nil)
		d.number[op] = i
		if op.Info().DialectName() != prim.Dialect.Name || op.Is(&prim.RandomKey) {
			if before >= 0 {
				d.effect[i] = before
			}
			before = i
		}
		if !isConstant(op) {
			d.add(i)
		} else if use := op.Result(0).FirstUse(); use == nil || !takesConstants(use.Owner(), wide) {
			d.single(i) // other constants join the units that use them
		}
	}
	return d
}

// add adds operation i to the region of its operands, or makes it a unit of its own.
func (d *divider) add(i int) {
	op := d.ops[i]
	u := &unit{ops: []int{i}, early: slices.Contains(d.early, op)}
	for _, v := range op.Operands() {
		if p := v.DefiningOp(); isConstant(p) && d.units[d.number[p]] == nil {
			u.ops = append(u.ops, d.number[p])
		}
	}
	slices.Sort(u.ops)
	u.ops = slices.Compact(u.ops)
	space, alone := d.replay(u.ops)
	if alone == nil && tooLong(space) {
		alone = fmt.Errorf("%w: rows of %d elements are longer than %d", prim.ErrApart, space.RowLen(), maxRow)
	}
	u.space, u.region = space, alone == nil
	if !u.region {
		for _, k := range u.ops {
			if k != i {
				d.single(k)
			}
		}
		u.ops = []int{i}
	}
	d.order.append(u)
	d.own(u)
	var refused []refusal
	for left := d.regionsOf(op, u); len(left) > 0; {
		again := left[:0:0]
		refused = nil
		for _, p := range left {
			if err := d.merge(u, p, alone); err != nil {
				again, refused = append(again, p), append(refused, refusal{op, d.producerIn(op, p), err})
			}
		}
		if len(again) == len(left) {
			break
		}
		left = again // what was merged may have been between u and these
	}
	d.refusals = append(d.refusals, refused...)
}

// own registers u as the unit of its operations.
func (d *divider) own(u *unit) {
	for _, k := range u.ops {
		d.units[k] = u
	}
}

// single makes operation i a unit by itself.
func (d *divider) single(i int) {
	d.units[i] = &unit{ops: []int{i}}
	d.order.append(d.units[i])
}

func tooLong(s prim.Space) bool { return s.Kept < len(s.Shape) && s.RowLen() > maxRow }

// regionsOf returns the regions that op's operands come from, except own, the latest first.
func (d *divider) regionsOf(op *ir.Operation, own *unit) (units []*unit) {
	for _, v := range op.Operands() {
		if p := v.DefiningOp(); p != nil {
			if u := d.units[d.number[p]]; u.region && u != own && !slices.Contains(units, u) {
				units = append(units, u)
			}
		}
	}
	slices.SortFunc(units, func(a, b *unit) int { return cmp.Compare(b.last(), a.last()) })
	return units
}

func (d *divider) producerIn(op *ir.Operation, u *unit) *ir.Operation {
	for _, v := range op.Operands() {
		if p := v.DefiningOp(); p != nil && d.units[d.number[p]] == u {
			return p
		}
	}
	return nil
}

// merge merges p into u, which consists of a new operation and regions merged before. alone is the error of u by
// itself, if it is not a region.
func (d *divider) merge(u, p *unit, alone error) error {
	ops := slices.Concat(u.ops, p.ops)
	if u.early != p.early {
		return fmt.Errorf("%w: one of them is computed first, so that others can be merged", prim.ErrApart)
	}
	if len(ops) > maxOps {
		return fmt.Errorf("%w: a region has at most %d operations", prim.ErrApart, maxOps)
	}
	slices.Sort(ops)
	space, err := d.replay(ops)
	switch {
	case err != nil && alone != nil:
		return alone
	case err != nil:
		return err
	case tooLong(space):
		return fmt.Errorf("%w: rows of %d elements are longer than %d", prim.ErrApart, space.RowLen(), maxRow)
	}
	if err := d.join(u, p); err != nil {
		return err
	}
	u.ops, u.space, u.region = ops, space, true
	d.own(u)
	return nil
}

// placed maps values to their places in a space.
type placed map[*ir.Value]prim.Place

func (p placed) Place(v *ir.Value) prim.Place { return p[v] }

func (p placed) Shape(v *ir.Value) []int64 {
	t, _ := prim.TensorOf(v.Type())
	return t.Shape
}

// replay returns the space of some operations.
func (d *divider) replay(ops []int) (prim.Space, error) {
	s := prim.Space{Wide: d.wide}
	places := make(placed, len(ops))
	for _, i := range ops {
		op := d.ops[i]
		at, next, err := s.Join(op, places)
		if err != nil {
			return s, err
		}
		s, places[op.Result(0)] = next, at
	}
	return s, nil
}

// join merges the positions of u and p in the order of units; u remains in the order. Units between the two that the
// later one needs are moved before the earlier one. If such a unit itself needs the earlier one, the two cannot be
// merged.
func (d *divider) join(u, p *unit) error {
	early, late := p, u
	if u.place < p.place {
		early, late = u, p
	}
	d.search++
	late.visited = d.search
	var between []*unit
	todo := []*unit{late}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for y := range d.needs(x) {
			switch {
			case y == early && x != late:
				return fmt.Errorf("%w: %s %w", prim.ErrApart, d.ops[x.last()].Name(), errBetween)
			case y.visited == d.search || y.place <= early.place:
			case len(between) == maxSearch:
				return fmt.Errorf("%w: more than %d operations between them", prim.ErrApart, maxSearch)
			default:
				y.visited = d.search
				between, todo = append(between, y), append(todo, y)
			}
		}
	}
	slices.SortFunc(between, func(a, b *unit) int { return cmp.Compare(a.place, b.place) })
	for _, x := range between {
		d.order.moveBefore(x, early)
	}
	if u != early {
		d.order.moveBefore(u, early)
	}
	d.order.remove(p)
	return nil
}

// needs yields u and the units whose results u uses.
func (d *divider) needs(u *unit) func(yield func(*unit) bool) {
	return func(yield func(*unit) bool) {
		for _, i := range u.ops {
			if e, ok := d.effect[i]; ok && !yield(d.units[e]) {
				return
			}
			for _, v := range d.ops[i].Operands() {
				p := v.DefiningOp()
				if p == nil {
					continue
				}
				if y := d.units[d.number[p]]; y != nil && !yield(y) {
					return
				}
			}
		}
	}
}

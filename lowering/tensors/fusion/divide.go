package fusion

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// unit is what runs at once: a region, or an operation that is in none.
type unit struct {
	space   prim.Space
	region  bool    // whether ops are computed together, in the space
	product bool    // whether the region is a product, and what is computed of its elements
	columns []int64 // the dimensions that it reduces at its end, if they are not the last ones
	ops     []int   // numbers of operations, ascending
	visited int     // the search that has seen the unit

	place      int64 // in the order of all units
	prev, next *unit
}

func (u *unit) last() int { return u.ops[len(u.ops)-1] }

// refusal says why an operation is not in the region of a value that it uses.
type refusal struct {
	op, producer *ir.Operation
	err          error
}

// Limits of a region. The values of longer bodies do not stay in a cache, nor do rows that are longer: what
// needs the result of their reduction would read them twice in any case.
const (
	maxOps = 192
	maxRow = 1 << 16
	// maxSearch is how many units are visited to find out whether regions may become one.
	maxSearch = 2000
)

// divider divides the operations of a block.
type divider struct {
	wide     bool // spaces are
	ops      []*ir.Operation
	number   map[*ir.Operation]int
	units    []*unit // by the operations' numbers
	order    order
	effect   map[int]int // the number of the operation with effects before one with effects
	search   int
	refusals []refusal
}

// divide finds the regions of a block. It goes through the operations in order, and lets each join the regions of its
// operands. These become one if all fit in one space, and if nothing outside both needs the new region and is needed by
// it.
func divide(block *ir.Block, wide bool) *divider {
	d := &divider{wide: wide, number: make(map[*ir.Operation]int), effect: make(map[int]int)}
	before := -1
	for op := range block.Ops() {
		if op.Next() == nil {
			break // the return
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
			d.single(i) // other constants join what uses them
		}
	}
	return d
}

// add puts operation i in the region of its operands, or in a unit of its own.
func (d *divider) add(i int) {
	op := d.ops[i]
	u := &unit{ops: []int{i}}
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
	for _, p := range d.regionsOf(op, u) {
		if err := d.merge(u, p, alone); err != nil {
			d.refusals = append(d.refusals, refusal{op, d.producerIn(op, p), err})
		}
	}
}

// own makes u the unit of its operations.
func (d *divider) own(u *unit) {
	for _, k := range u.ops {
		d.units[k] = u
	}
}

// single makes operation i a unit of its own.
func (d *divider) single(i int) {
	d.units[i] = &unit{ops: []int{i}}
	d.order.append(d.units[i])
}

func tooLong(s prim.Space) bool { return s.Kept < len(s.Shape) && s.RowLen() > maxRow }

// regionsOf returns the regions that op's operands come from, but its own, the latest first.
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

// merge adds what is in p to u, of which an operation is new. alone says why u is no region by itself, if it is none.
func (d *divider) merge(u, p *unit, alone error) error {
	ops := slices.Concat(u.ops, p.ops)
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

// placed is where values are in a space.
type placed map[*ir.Value]prim.Place

func (p placed) Place(v *ir.Value) prim.Place { return p[v] }

func (p placed) Shape(v *ir.Value) []int64 {
	t, _ := prim.TensorOf(v.Type())
	return t.Shape
}

// replay returns the space of operations.
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

// join gives u and p one place in the order of units, that of u in the list. What the later one needs and stands behind
// the earlier one is moved before it. If that is the earlier one itself, they cannot be one unit.
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
				return fmt.Errorf("%w: %s needs the one and is needed by the other", prim.ErrApart, d.ops[x.last()].Name())
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

// needs returns the units that a unit has operands of, and itself.
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

package fusion

import (
	"slices"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// maxRecomputed bounds the operations that are computed again to avoid storing a value.
const maxRecomputed = 16

// recompute lets a region compute an elementwise value of another region again, if that region would store the value
// only for this one, and if reading its operands takes no more bytes. An example is the logarithms of probabilities
// that the gradient of a loss needs. It does not do so for results of reductions.
func (d *divider) recompute(f fn.Func, unknown int64) {
	var regions []*unit
	for u := d.order.first; u != nil; u = u.next {
		if u.region {
			regions = append(regions, u)
		}
	}
	for _, p := range regions {
		places := d.placesOf(p.ops)
		for _, i := range slices.Backward(slices.Clone(p.ops)) {
			v := d.ops[i].Result(0)
			if users := d.usersOf(v, p); users != nil && places[v] == prim.Whole {
				c := &copier{d: d, from: p, places: places, b: ir.NewBuilder(f.Context()), unknown: unknown}
				if most := bytesOf(v, unknown); !widens(d.ops[i]) {
					c.replace(v, users, most)
				} else if narrow := bytesOf(d.ops[i].Operand(0), unknown); !c.replace(v, users, narrow) {
					c.shallow = true // the operand crosses instead, which takes fewer bytes
					c.replace(v, users, most)
				}
			}
		}
	}
}

// placesOf returns the places of the operations' results in their space.
func (d *divider) placesOf(ops []int) placed {
	s, places := prim.Space{Wide: d.wide}, make(placed)
	for _, i := range ops {
		at, next, err := s.Join(d.ops[i], places)
		if err != nil {
			return nil
		}
		s, places[d.ops[i].Result(0)] = next, at
	}
	return places
}

// usersOf returns the regions other than p that use a value. It returns nil if the value has uses outside of regions
// with p's space.
func (d *divider) usersOf(v *ir.Value, p *unit) (users []*unit) {
	for use := range v.Uses() {
		i, ok := d.number[use.Owner()]
		if !ok {
			return nil // it is returned
		}
		u := d.units[i]
		switch {
		case u == p || slices.Contains(users, u):
		case !u.region || !slices.Equal(u.space.Shape, p.space.Shape):
			return nil
		default:
			users = append(users, u)
		}
	}
	return users
}

// copier copies the operations that compute a value.
type copier struct {
	d       *divider
	from    *unit
	places  placed
	b       *ir.Builder
	unknown int64

	shallow      bool // only the operation itself is copied
	copies       map[*ir.Value]*ir.Value
	views, ops   []*ir.Operation // copied views, which stay outside of the region, and operations for the region
	read         int64           // bytes that the copies read
	impossible   bool
	alreadyReads map[*ir.Value]bool
}

// replace makes the users of a value compute it, if none of them reads more than a number of bytes for that, and
// reports whether it did.
func (c *copier) replace(v *ir.Value, users []*unit, most int64) bool {
	type copied struct {
		views, ops []*ir.Operation
		v          *ir.Value
	}
	var all []copied
	for _, u := range users {
		c.copies, c.views, c.ops, c.read, c.impossible = make(map[*ir.Value]*ir.Value), nil, nil, 0, false
		c.alreadyReads = make(map[*ir.Value]bool)
		ops := c.d.operations(u.ops)
		for _, x := range inputs(ops) {
			c.alreadyReads[x] = true
		}
		c.b.Before(ops[0])
		made := c.copy(v)
		all = append(all, copied{c.views, c.ops, made})
		if c.impossible || c.read > most || len(c.ops)+len(u.ops) > maxOps || !c.fits(u) {
			for _, a := range slices.Backward(all) {
				for _, op := range slices.Backward(slices.Concat(a.views, a.ops)) {
					op.Erase()
				}
			}
			return false
		}
	}
	for k, u := range users {
		c.d.adopt(u, all[k].views, all[k].ops)
		for _, i := range u.ops {
			for n, x := range c.d.ops[i].OperandValues() {
				if x == v {
					c.d.ops[i].SetOperand(n, all[k].v)
				}
			}
		}
	}
	return true
}

// copy returns a copy of a value, or v itself if it is stored in memory anyway.
func (c *copier) copy(v *ir.Value) *ir.Value {
	op := v.DefiningOp()
	if made := c.copies[v]; made != nil {
		return made
	}
	if op == nil || c.d.units[c.d.number[op]] != c.from || c.places[v] == prim.Row {
		if !c.alreadyReads[v] && c.places[v] != prim.Row { // values of rows are small
			c.alreadyReads[v] = true
			c.read += bytesOf(v, c.unknown)
		}
		return v
	}
	isView := !prim.IsElementwise(op) && prim.IsView(op)
	if !prim.IsElementwise(op) && !isView || len(c.ops) == maxRecomputed {
		c.impossible = true
		return v
	}
	m := new(ir.Mapping)
	for _, x := range op.Operands() {
		if !c.shallow {
			m.Map(x, c.copy(x))
		}
	}
	if c.impossible {
		return v
	}
	made := c.b.Clone(op, m)
	if isView {
		c.views = append(c.views, made)
	} else {
		c.ops = append(c.ops, made)
	}
	c.copies[v] = made.Result(0)
	return made.Result(0)
}

// widens reports whether an operation converts elements to a type of more bits.
func widens(op *ir.Operation) bool {
	if !op.Is(&prim.ConvertElementType) {
		return false
	}
	return ir.ElementBits(ir.ElementOrSelf(op.Operand(0).Type())) < ir.ElementBits(ir.ElementOrSelf(op.Result(0).Type()))
}

// fits reports whether the copies can be in region u.
func (c *copier) fits(u *unit) bool {
	s, places := prim.Space{Wide: c.d.wide}, make(placed)
	ops := slices.Clone(c.ops)
	for _, i := range u.ops {
		ops = append(ops, c.d.ops[i])
	}
	for _, op := range ops {
		at, next, err := s.Join(op, places)
		if err != nil {
			return false
		}
		s, places[op.Result(0)] = next, at
	}
	return slices.Equal(s.Shape, u.space.Shape) && s.Kept == u.space.Kept
}

// adopt inserts views before a unit, and operations at its beginning.
func (d *divider) adopt(u *unit, views, ops []*ir.Operation) {
	for _, op := range views {
		i := d.addNumber(op)
		x := &unit{ops: []int{i}}
		d.units[i] = x
		d.order.append(x)
		d.order.moveBefore(x, u)
	}
	var numbers []int
	for _, op := range ops {
		i := d.addNumber(op)
		d.units[i] = u
		numbers = append(numbers, i)
	}
	u.ops = append(numbers, u.ops...)
}

func (d *divider) addNumber(op *ir.Operation) int {
	i := len(d.ops)
	d.ops, d.units, d.number[op] = append(d.ops, op), append(d.units, nil), i
	return i
}

package rewrite

import (
	"slices"

	"github.com/girih-ir/girih/ir"
)

// constantKey identifies equal constants.
type constantKey struct {
	dialect *ir.Dialect
	value   ir.Attribute
	typ     ir.Type
}

// uniqueConstants gathers constants at the start of a region's first block, and merges equal ones.
type uniqueConstants struct {
	region *ir.Region
	known  map[constantKey]*ir.Operation
	moved  bool // some constant has been moved or erased
}

// add gathers a constant, and reports whether it still exists: if there is an equal one, that replaces it. Constants at
// the start of the block stay in their order. Others move to the front, so the last one found comes first. A constant
// that was merged or moved loses its location.
func (u *uniqueConstants) add(op *ir.Operation) bool {
	value := op.Inherent("value")
	if value == nil || op.NumResults() != 1 {
		return true
	}
	k := constantKey{op.Info().Dialect, value, op.Result(0).Type()}
	if same, ok := u.known[k]; ok {
		op.Result(0).ReplaceAllUsesWith(same.Result(0))
		same.SetLoc(op.Context().UnknownLoc())
		op.Erase()
		u.moved = true
		return false
	}
	block := u.region.Entry()
	if first := block.First(); op != first && (op.Block() != block || !u.has(op.Prev())) {
		op.MoveBefore(first)
		op.SetLoc(op.Context().UnknownLoc())
		u.moved = true
	}
	if u.known == nil {
		u.known = make(map[constantKey]*ir.Operation)
	}
	u.known[k] = op
	return true
}

// has reports whether op is one of the gathered constants.
func (u *uniqueConstants) has(op *ir.Operation) bool {
	if !op.HasTrait(ir.ConstantLike) || op.NumResults() != 1 {
		return false
	}
	return u.known[constantKey{op.Info().Dialect, op.Inherent("value"), op.Result(0).Type()}] == op
}

// constantPool holds the constants of the regions of one unit.
type constantPool struct {
	regions []*uniqueConstants
	used    int
}

// largePool is the number of constants above which a table is not reused, since emptying it would take longer than
// allocating one for the next unit.
const largePool = 128

// reset forgets all constants.
func (p *constantPool) reset() {
	for _, u := range p.regions[:p.used] {
		u.region, u.moved = nil, false
		if len(u.known) > largePool {
			u.known = nil
		} else {
			clear(u.known)
		}
	}
	p.used = 0
}

// moved reports whether some constant has been moved or erased.
func (p *constantPool) moved() bool {
	return slices.ContainsFunc(p.regions[:p.used], func(u *uniqueConstants) bool { return u.moved })
}

// region returns an empty collection for a region.
func (p *constantPool) region(r *ir.Region) *uniqueConstants {
	if p.used == len(p.regions) {
		p.regions = append(p.regions, new(uniqueConstants))
	}
	u := p.regions[p.used]
	p.used++
	u.region = r
	return u
}

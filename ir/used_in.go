package ir

// IsUsedIn reports whether an operation inside a region, at any depth, uses v. It walks the uses of v and the
// operations of the region in turns, and stops when the shorter walk ends, since a value may have many uses outside the
// region.
func (v *Value) IsUsedIn(r *Region) bool {
	u := v.uses
	found := false
	r.walk(func(op *Operation) bool {
		if u == nil {
			return false
		}
		if r.IsAncestorOf(u.owner.ParentRegion()) {
			found = true
			return false
		}
		u = u.next
		for i := range op.operands() {
			if op.operands()[i].value == v {
				found = true
				return false
			}
		}
		return true
	})
	return found
}

// walk calls f for the operations inside the region, at any depth, until it returns false.
func (r *Region) walk(f func(*Operation) bool) bool {
	for b := r.first; b != nil; b = b.next {
		for op := b.first; op != nil; op = op.next {
			if !f(op) {
				return false
			}
			for i := range op.NumRegions() {
				if !op.Region(i).walk(f) {
					return false
				}
			}
		}
	}
	return true
}

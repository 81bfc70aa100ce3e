package fusion

// order is a list of units in an order in which they can be executed. The places of units are increasing numbers with
// gaps in between, so that two units can be compared and others inserted.
type order struct {
	first, end *unit
}

const gap = 1 << 32

func (o *order) append(u *unit) {
	u.prev, u.next = o.end, nil
	if o.end == nil {
		o.first = u
	} else {
		o.end.next = u
		u.place = o.end.place + gap
	}
	o.end = u
}

func (o *order) remove(u *unit) {
	if u.prev == nil {
		o.first = u.next
	} else {
		u.prev.next = u.next
	}
	if u.next == nil {
		o.end = u.prev
	} else {
		u.next.prev = u.prev
	}
}

func (o *order) moveBefore(u, other *unit) {
	o.remove(u)
	u.prev, u.next = other.prev, other
	before := other.place - 2*gap
	if u.prev == nil {
		o.first = u
	} else {
		u.prev.next = u
		before = u.prev.place
	}
	other.prev = u
	if u.place = before + (other.place-before)/2; u.place == before {
		place := int64(0)
		for x := o.first; x != nil; x = x.next {
			x.place, place = place, place+gap
		}
	}
}

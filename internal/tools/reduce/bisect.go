package reduce

// run applies a reducer at as many places as possible: first at all places, then at half of them, and so on down to
// single ones. Places where the result is not interesting are left unchanged.
func (r *reduction) run(red *reducer) error {
	places := r.places(red)
	for chunk := places; chunk > 0; chunk /= 2 {
		for from := 0; from < places; {
			ok, err := r.try(red, func(place int) bool { return from <= place && place < from+chunk })
			if err != nil {
				return err
			}
			if !ok {
				from += chunk
				continue
			}
			// The places after the chunk have moved to its position.
			places = r.places(red)
		}
	}
	return nil
}

// places returns the number of places at which a reducer can change the best module.
func (r *reduction) places(red *reducer) int {
	e := &editor{pick: func(int) bool { return false }}
	red.apply(e, r.best)
	return e.places
}

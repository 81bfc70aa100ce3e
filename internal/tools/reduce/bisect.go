package reduce

// run applies a reducer at as many places as it can: first everywhere, then at half of the places, and so on down to
// single ones. What stays uninteresting is left alone.
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
			// The places behind the chunk have moved to where it was.
			places = r.places(red)
		}
	}
	return nil
}

// places returns at how many places a reducer can change the best module.
func (r *reduction) places(red *reducer) int {
	e := &editor{pick: func(int) bool { return false }}
	red.apply(e, r.best)
	return e.places
}

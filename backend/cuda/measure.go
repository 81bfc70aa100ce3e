package cuda

import (
	"errors"
	"slices"
	"time"
)

// MedianTime runs work n times, each of which enqueues what is to be measured in the default stream, and returns the
// median of how long the device took for it.
func (c *Context) MedianTime(n int, work func() error) (_ time.Duration, err error) {
	start, err := c.NewEvent()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, start.Close()) }()
	end, err := c.NewEvent()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, end.Close()) }()
	times := make([]time.Duration, max(n, 1))
	for i := range times {
		if err := errors.Join(start.Record(nil), work(), end.Record(nil), end.Synchronize()); err != nil {
			return 0, err
		}
		if times[i], err = end.Since(start); err != nil {
			return 0, err
		}
	}
	slices.Sort(times)
	return times[len(times)/2], nil
}

package cuda

import (
	"errors"
	"slices"
	"time"
)

// MedianTime measures work n times and returns the median of the device times. Each call of work enqueues it in the
// default stream. An unmeasured call precedes each measured one, and keeps the device busy while the host enqueues the
// measured one: otherwise the host's time would count.
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
		if err := errors.Join(work(), start.Record(nil), work(), end.Record(nil), end.Synchronize()); err != nil {
			return 0, err
		}
		if times[i], err = end.Since(start); err != nil {
			return 0, err
		}
	}
	slices.Sort(times)
	return times[len(times)/2], nil
}

package tune

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Device measures candidates. [NewGPU] returns one; tests have their own.
type Device interface {
	// Load prepares a candidate for running. It may be called concurrently.
	Load(ctx context.Context, c *Candidate) (Loaded, error)
}

// Loaded is a candidate on a device.
type Loaded interface {
	// Run runs the candidate once and returns how long that took.
	Run() (time.Duration, error)
	// Digest runs the candidate once on the initial arguments and returns a digest of the bits of its results.
	Digest() (string, error)
	Close() error
}

// noise is the relative difference of two times that is not significant. The preferred candidate is the previous
// winner, or else the one that the model estimates to be the fastest. Another candidate wins only if it is faster by
// more than noise. So repeated searches have the same winner.
const noise = 0.02

// SearchOptions are the options of a search. The zero value stands for the defaults.
type SearchOptions struct {
	Best     int    // number of candidates of the ranking that are measured; 0 stands for 8
	Rounds   int    // maximum number; in each, every remaining candidate runs five times, in turn. 0 stands for 6
	Previous string // the text of an earlier winner, which is measured too and preferred; "" for none
	AnyBits  bool   // the winner may have results with other bits than the first declared configuration
	// Progress, if not nil, is called with the number of completed steps and of all steps.
	Progress func(done, total int)
}

const runsPerRound = 5

// Measurement is the result of measuring a candidate.
type Measurement struct {
	Candidate *Candidate
	Times     []time.Duration // sorted
	OtherBits bool            // the results differ from those of the first declared configuration
	Err       error           // why it could not be built or run
	loaded    Loaded
}

// Median returns the median time, 0 if there is none.
func (m *Measurement) Median() time.Duration { return m.Quartile(2) }

// Quartile returns a quartile of the times: the first, the median or the third.
func (m *Measurement) Quartile(n int) time.Duration {
	if len(m.Times) == 0 {
		return 0
	}
	return m.Times[len(m.Times)*n/4]
}

// Outcome is what a search found.
type Outcome struct {
	Winner   *Measurement
	Measured []*Measurement // in the order of the ranking
}

// ErrNothingRuns is wrapped if no candidate could be measured.
var ErrNothingRuns = errors.New("no configuration runs")

// Search measures the best candidates of a ranking on a device and returns the winner. The candidates run in turn, so
// that a change of the clock rate affects all of them. After each round, it drops candidates whose first quartile is
// above the third quartile of the best one by more than noise. It stops when one is left.
func Search(ctx context.Context, r *Ranking, d Device, o SearchOptions) (*Outcome, error) {
	if o.Best == 0 {
		o.Best = 8
	}
	if o.Rounds == 0 {
		o.Rounds = 6
	}
	out := &Outcome{Measured: chosen(r, o)}
	defer func() {
		for _, m := range out.Measured {
			if m.loaded != nil {
				m.Err = errors.Join(m.Err, m.loaded.Close())
			}
		}
	}()
	steps := &steps{total: len(out.Measured) * (1 + o.Rounds), report: o.Progress}
	load(ctx, d, out.Measured, steps)
	compareBits(out.Measured, o.AnyBits)
	left := slices.DeleteFunc(slices.Clone(out.Measured), func(m *Measurement) bool { return m.Err != nil || m.OtherBits })
	for round := range o.Rounds {
		for range runsPerRound {
			for _, m := range left {
				if err := ctx.Err(); err != nil {
					return out, err
				}
				t, err := m.loaded.Run()
				m.Times, m.Err = append(m.Times, t), err
			}
		}
		left = slices.DeleteFunc(left, func(m *Measurement) bool { return m.Err != nil })
		for _, m := range left {
			slices.Sort(m.Times)
		}
		steps.advance((round+2)*len(out.Measured) - steps.done)
		if left = contenders(left); len(left) <= 1 {
			break
		}
	}
	steps.advance(steps.total - steps.done)
	out.Winner = winner(left, o.Previous)
	if out.Winner == nil {
		var errs []error
		for _, m := range out.Measured {
			errs = append(errs, m.Err)
		}
		return out, fmt.Errorf("%w: %w", ErrNothingRuns, errors.Join(errs...))
	}
	return out, nil
}

// chosen returns the candidates to be measured: the best of the ranking, the one that is declared first, as a reference
// for the bits, and the previous winner.
func chosen(r *Ranking, o SearchOptions) (list []*Measurement) {
	first := slices.MinFunc(r.Candidates, func(a, b *Candidate) int { return a.order - b.order })
	for i, c := range r.Candidates {
		if i < o.Best || c == first || c.Text == o.Previous {
			list = append(list, &Measurement{Candidate: c})
		}
	}
	return list
}

// load loads all candidates in parallel, since compilers take most of the time.
func load(ctx context.Context, d Device, list []*Measurement, steps *steps) {
	inParallel(len(list), func(i int) {
		m := list[i]
		m.loaded, m.Err = d.Load(ctx, m.Candidate)
		steps.advance(1)
	})
}

// compareBits runs every candidate once, and marks those whose results differ from those of the first declared
// candidate that runs.
func compareBits(list []*Measurement, any bool) {
	order := slices.Clone(list)
	slices.SortFunc(order, func(a, b *Measurement) int { return a.Candidate.order - b.Candidate.order })
	want := ""
	for _, m := range order {
		if m.Err != nil {
			continue
		}
		var got string
		if got, m.Err = m.loaded.Digest(); m.Err != nil {
			continue
		}
		if want == "" {
			want = got
		}
		m.OtherBits = got != want && !any
	}
}

// contenders returns the candidates that may still win.
func contenders(list []*Measurement) []*Measurement {
	if len(list) == 0 {
		return nil
	}
	best := slices.MinFunc(list, func(a, b *Measurement) int { return int(a.Median() - b.Median()) })
	bound := time.Duration(float64(best.Quartile(3)) * (1 + noise))
	return slices.DeleteFunc(list, func(m *Measurement) bool { return m.Quartile(1) > bound })
}

// winner returns the preferred candidate among those within noise of the fastest.
func winner(list []*Measurement, previous string) *Measurement {
	if len(list) == 0 {
		return nil
	}
	best := slices.MinFunc(list, func(a, b *Measurement) int { return int(a.Median() - b.Median()) })
	bound := time.Duration(float64(best.Median()) * (1 + noise))
	var first *Measurement
	for _, m := range list {
		if m.Median() > bound {
			continue
		}
		if m.Candidate.Text == previous {
			return m
		}
		if first == nil {
			first = m
		}
	}
	return first
}

// steps counts completed steps.
type steps struct {
	mutex       sync.Mutex
	done, total int
	report      func(done, total int)
}

func (s *steps) advance(n int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.done += n
	if s.report != nil {
		s.report(s.done, s.total)
	}
}

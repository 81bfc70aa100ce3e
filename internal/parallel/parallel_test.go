package parallel_test

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/girih-ir/girih/internal/parallel"
)

func TestEverythingIsWorkedOnOnce(t *testing.T) {
	for _, n := range []int{0, 1, 7, 64, 1000} {
		for _, share := range []int{1, 3, 64} {
			for _, threads := range []int{1, 2, 5} {
				count := make([]atomic.Int32, n)
				parallel.For(n, share, threads, func(from, to int) {
					for i := from; i < to; i++ {
						count[i].Add(1)
					}
				})
				for i := range count {
					if c := count[i].Load(); c != 1 {
						t.Errorf("%d in shares of %d on %d threads: %d was worked on %d times", n, share, threads, i, c)
					}
				}
			}
		}
	}
}

// All items before the first failure are processed, even if a later one fails earlier.
func TestTheErrorIsThatOfTheLowestNumber(t *testing.T) {
	const n, lowest = 500, 123
	for _, threads := range []int{1, 2, 8} {
		var before atomic.Int32
		err := parallel.Shares(n, 4, threads, func() func(from, to int) (int, error) {
			return func(from, to int) (int, error) {
				for i := from; i < to; i++ {
					switch {
					case i < lowest:
						before.Add(1)
					case i == lowest || i%50 == 0:
						return i, fmt.Errorf("number %d: %w", i, errors.ErrUnsupported)
					}
				}
				return to, nil
			}
		})
		if !errors.Is(err, errors.ErrUnsupported) || err.Error() != "number 123: unsupported operation" ||
			before.Load() != lowest {
			t.Errorf("%d threads: %v, %d before it", threads, err, before.Load())
		}
	}
}

// The panic of the lowest share reaches the caller after all goroutines have ended.
func TestAPanicIsTheCallers(t *testing.T) {
	for _, threads := range []int{1, 4} {
		var ended atomic.Int32
		func() {
			defer func() {
				p, ok := recover().(*parallel.Panic)
				if !ok || p.Value != "broken" || len(p.PCs) == 0 {
					t.Errorf("%d threads: recovered %v", threads, p)
				}
			}()
			parallel.For(100, 1, threads, func(i, _ int) {
				if i == 40 {
					panic("broken")
				}
				ended.Add(1)
			})
		}()
		if n := ended.Load(); n < 40 {
			t.Errorf("%d threads: only %d ended before it", threads, n)
		}
	}
}

func TestAGroupHandsItsPanicToWhoWaits(t *testing.T) {
	var ended atomic.Int32
	defer func() {
		p, ok := recover().(*parallel.Panic)
		if !ok || p.Value != "lost" || len(p.PCs) == 0 || ended.Load() != 3 {
			t.Errorf("recovered %v after %d goroutines had ended", p, ended.Load())
		}
	}()
	var g parallel.Group
	for i := range 4 {
		g.Go(func() {
			if i == 1 {
				panic("lost")
			}
			ended.Add(1)
		})
	}
	g.Wait()
	t.Error("Wait returned")
}

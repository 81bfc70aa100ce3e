package rewrite

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Counters select by number which rewrites are attempted, so that bisection can find a wrong one. Of the attempts under
// a name, the first Skip are skipped, the next Count are made, and all later ones are skipped.
type Counters struct {
	mu     sync.Mutex
	byName map[string]*counter
}

type counter struct {
	skip, count int64 // count < 0: all
	seen        int64
}

// AnyPattern is the name that counts the attempts of all patterns together.
const AnyPattern = "apply-pattern"

// ErrCounter is wrapped by errors of [ParseCounters].
var ErrCounter = errors.New("invalid debug counter")

// ParseCounters reads counters in LLVM's style: a list such as "add-zero-skip=3,add-zero-count=1". The name
// is that of a pattern, or "folding", or "apply-pattern" for all patterns.
func ParseCounters(text string) (*Counters, error) {
	c := &Counters{byName: make(map[string]*counter)}
	for part := range strings.SplitSeq(text, ",") {
		key, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		n, err := strconv.ParseInt(value, 10, 64)
		name, skip := strings.CutSuffix(key, "-skip")
		if !skip {
			name, ok = strings.CutSuffix(name, "-count")
		}
		if !ok || err != nil || n < 0 || name == "" {
			return nil, fmt.Errorf("%w: '%s' is not of the form name-skip=N or name-count=N", ErrCounter, part)
		}
		entry := c.byName[name]
		if entry == nil {
			entry = &counter{count: -1}
			c.byName[name] = entry
		}
		if skip {
			entry.skip = n
		} else {
			entry.count = n
		}
	}
	return c, nil
}

// Admit counts an attempt of a pattern, or of [Folding], and reports whether to make it. Nil counters allow all
// attempts.
func (c *Counters) Admit(name string) bool {
	if c == nil || name == Erasure {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	ok := c.byName[name].admit()
	if name != Folding {
		ok = c.byName[AnyPattern].admit() && ok
	}
	return ok
}

func (c *counter) admit() bool {
	if c == nil {
		return true
	}
	n := c.seen
	c.seen++
	return n >= c.skip && (c.count < 0 || n < c.skip+c.count)
}

// Report writes for each name the number of attempts, and its Skip and Count.
func (c *Counters) Report(w io.Writer) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(c.byName)) {
		e := c.byName[name]
		if _, err := fmt.Fprintf(w, "%-32s: {%d,%d,%d}\n", name, e.seen, e.skip, e.count); err != nil {
			return err
		}
	}
	return nil
}

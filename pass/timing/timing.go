// Package timing measures the time that the parts of a program take, as a tree, and prints it as mlir-opt prints
// --mlir-timing.
//
// It is not a profiler: it knows what it is told. Start reading at [Timer].
package timing

import (
	"time"
)

// Timer is the time of one part, with that of parts inside. It is for one goroutine at a time.
type Timer struct {
	Name string
	// Wall is the time that passed. User is the sum of what all goroutines took, more than Wall when they worked at the
	// same time.
	Wall, User time.Duration
	Children   []*Timer
}

// New returns a timer of which nothing is measured yet.
func New(name string) *Timer { return &Timer{Name: name} }

// Nest adds a part.
func (t *Timer) Nest(name string) *Timer {
	c := New(name)
	t.Children = append(t.Children, c)
	return c
}

// Child returns the part of a name, added if need be.
func (t *Timer) Child(name string) *Timer {
	for _, c := range t.Children {
		if c.Name == name {
			return c
		}
	}
	return t.Nest(name)
}

// Start begins to measure; the function that it returns ends that. A nil timer measures nothing.
func (t *Timer) Start() (stop func()) {
	if t == nil {
		return func() {}
	}
	start := time.Now()
	return func() { t.Add(time.Since(start)) }
}

// StartChild measures the part of a name; of a nil timer, nothing.
func (t *Timer) StartChild(name string) (stop func()) {
	if t == nil {
		return func() {}
	}
	return t.Child(name).Start()
}

// Add adds time in which one goroutine worked.
func (t *Timer) Add(d time.Duration) {
	t.Wall += d
	t.User += d
}

// AddParallel adds the time of a goroutine that worked at the same time as those added before.
func (t *Timer) AddParallel(d time.Duration) {
	t.Wall = max(t.Wall, d)
	t.User += d
}

// Merge adds the time of another timer and of its parts to t: of several parts with one name, the first to the first.
func (t *Timer) Merge(other *Timer) {
	t.Wall += other.Wall
	t.User += other.User
	seen := make(map[string]int)
	for _, c := range other.Children {
		t.nth(c.Name, seen[c.Name]).Merge(c)
		seen[c.Name]++
	}
}

// nth returns the n-th part of a name, added if need be.
func (t *Timer) nth(name string, n int) *Timer {
	for _, c := range t.Children {
		if c.Name == name {
			if n == 0 {
				return c
			}
			n--
		}
	}
	return t.Nest(name)
}
